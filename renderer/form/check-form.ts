import type { FormDocumentLayoutItem } from '#schemas/types/contract.d.ts'
import { isRecord, schemaAt, type FieldSchema } from './json-schema.ts'
import { parsePath } from './path.ts'

/** One thing that a form document got wrong: where, as a JSON pointer, and a message key with its values. */
export interface FormProblem {
  pointer: string
  key: 'form.problem.no_schema' | 'form.problem.not_object' | 'form.problem.unknown_field' | 'form.problem.layout_item' | 'form.problem.ui_not_object'
  values: Record<string, string>
}

const escape = (part: string): string => part.replaceAll('~', '~0').replaceAll('/', '~1')

/** What is wrong with the document as far as drawing goes; an empty list when nothing is. Never throws. */
export function checkForm(form: unknown): FormProblem[] {
  if (!isRecord(form) || !isRecord(form.schema)) return [{ pointer: '/schema', key: 'form.problem.no_schema', values: {} }]
  const schema = form.schema as FieldSchema
  const problems: FormProblem[] = []
  const shaped = schema.type === 'object' || (schema.type === undefined && (schema.properties ?? schema.$ref ?? schema.allOf ?? schema.oneOf ?? schema.anyOf))
  if (!shaped) return [{ pointer: '/schema/type', key: 'form.problem.not_object', values: { type: String(schema.type ?? '?') } }]
  if (schema.properties !== undefined && !isRecord(schema.properties)) return [{ pointer: '/schema/properties', key: 'form.problem.not_object', values: { type: typeof schema.properties } }]
  for (const [path, ui] of Object.entries(isRecord(form.ui) ? form.ui : {})) if (!isRecord(ui)) problems.push({ pointer: `/ui/${escape(path)}`, key: 'form.problem.ui_not_object', values: { field: path } })
  problems.push(...checkLayout(form.layout, schema, '/layout'))
  return problems
}

function checkLayout(layout: unknown, schema: FieldSchema, pointer: string): FormProblem[] {
  if (layout === undefined) return []
  if (!Array.isArray(layout)) return [{ pointer, key: 'form.problem.layout_item', values: {} }]
  return layout.flatMap((item: FormDocumentLayoutItem, index) => {
    const here = `${pointer}/${index}`
    if (typeof item === 'string') return checkField(item, schema, here)
    if (isRecord(item) && 'columns' in item) return checkLayout(item.columns, schema, `${here}/columns`)
    if (isRecord(item) && 'panel' in item) return checkLayout(item.fields, schema, `${here}/fields`)
    return [{ pointer: here, key: 'form.problem.layout_item' as const, values: {} }]
  })
}

/** The notice for a layout entry that names no field, if it is one. */
export function checkField(field: string, schema: FieldSchema, pointer: string): FormProblem[] {
  if (schemaAt(schema, parsePath(field)) ?? (schema.allOf ?? schema.oneOf ?? schema.anyOf)) return []
  const near = nearest(field, Object.keys(schema.properties ?? {}))
  return [{ pointer, key: 'form.problem.unknown_field', values: { field, near: near ?? '' } }]
}

/** The candidate that is at most a third of the word away, by edit distance. */
export function nearest(word: string, candidates: string[]): string | undefined {
  let best: { name: string; distance: number } | undefined
  for (const name of candidates) {
    const distance = editDistance(word.toLowerCase(), name.toLowerCase())
    if (distance <= Math.max(2, Math.floor(word.length / 3)) && (!best || distance < best.distance)) best = { name, distance }
  }
  return best?.name
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i]
    for (let j = 1; j <= b.length; j += 1) next[j] = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1))
    row = next
  }
  return row[b.length] ?? 0
}
