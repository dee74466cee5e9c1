import { isRecord } from '#schemas/rules/is-record.ts'
import type { FormDocumentLayoutItem } from '#schemas/types/contract.d.ts'
import { showJson, pointerStep, unknownValue, wrongType, type DocumentProblem } from '#renderer/documents/document-problems.ts'
import { partsOfLayout } from '#schemas/rules/conditions/layout-parts.ts'
import { isRuleName, parseRules, ruleNames } from '#schemas/rules/validation/rule-string.ts'
import { schemaAt, type FieldSchema } from '#renderer/form/schema/json-schema.ts'
import { parsePath } from '#renderer/form/data/path.ts'

/** One thing that a form document got wrong. */
export type FormProblem = DocumentProblem

/** Whether nothing can be drawn; otherwise the valid rest of the form is drawn. */
export const isFatal = ({ pointer }: FormProblem): boolean =>
  pointer === '/schema' || pointer === '/schema/type' || pointer === '/schema/properties'

/** Whether a notice at the problem's own place in the layout reports it. */
export const isShownInLayout = ({ pointer }: FormProblem): boolean => pointer.startsWith('/layout/')

/** Problems of the document that affect drawing; empty if there are none. Never throws. */
export function checkForm(form: unknown): FormProblem[] {
  if (!isRecord(form) || !isRecord(form.schema)) return [{ pointer: '/schema', key: 'form.problem.no_schema', values: {} }]
  const schema = form.schema as FieldSchema
  const problems: FormProblem[] = []
  const shaped =
    schema.type === 'object' ||
    (schema.type === undefined && (schema.properties ?? schema.$ref ?? schema.allOf ?? schema.oneOf ?? schema.anyOf ?? schema.if))
  if (!shaped) return [{ pointer: '/schema/type', key: 'form.problem.not_object', values: { type: String(schema.type ?? '?') } }]
  if (schema.properties !== undefined && !isRecord(schema.properties)) return [wrongType('/schema/properties', 'object', schema.properties)]
  problems.push(...checkSchema(schema, '/schema'), ...checkUi(form.ui), ...checkLayout(form.layout, schema, '/layout'))
  return problems
}

const conditions = ['visible', 'required', 'disabled'] as const
const isInsertion = (value: unknown): boolean => typeof value === 'string' && /^\{[^{}]+\}$/.test(value)

function checkUi(ui: unknown): FormProblem[] {
  if (ui === undefined) return []
  if (!isRecord(ui)) return [wrongType('/ui', 'object', ui)]
  return Object.entries(ui).flatMap(([path, look]): FormProblem[] => {
    const here = `/ui/${pointerStep(path)}`
    if (!isRecord(look)) return [{ pointer: here, key: 'form.problem.ui_not_object', values: { field: path } }]
    const found = conditions
      .filter((name) => look[name] !== undefined && typeof look[name] !== 'boolean' && !isRecord(look[name]))
      .map((name) => wrongType(`${here}/${name}`, 'object', look[name]))
    return look.options === undefined || Array.isArray(look.options) || isInsertion(look.options)
      ? found
      : [...found, wrongType(`${here}/options`, 'array', look.options)]
  })
}

const schemaTypes: readonly string[] = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null']
const deepest = 20

/** Unknown types, invalid patterns and unknown rules, which validation ignores. */
function checkSchema(schema: unknown, pointer: string, depth = 0): FormProblem[] {
  if (!isRecord(schema) || depth > deepest) return []
  const { type, pattern, rules } = schema
  const problems: FormProblem[] = (Array.isArray(type) ? type : type === undefined ? [] : [type])
    .filter((one) => !schemaTypes.includes(one as string))
    .map((one) => unknownValue(`${pointer}/type`, one, schemaTypes))
  if (pattern !== undefined && !isPattern(pattern))
    problems.push({ pointer: `${pointer}/pattern`, key: 'form.problem.bad_pattern', values: { pattern: showJson(pattern) } })
  if (typeof rules === 'string')
    for (const { name } of parseRules(rules))
      if (!isRuleName(name))
        problems.push({
          pointer: `${pointer}/rules`,
          key: 'form.problem.unknown_rule',
          values: { name, near: nearest(name, [...ruleNames]) ?? '' },
        })
  for (const key of ['properties', 'definitions', '$defs'] as const) {
    const subschema = schema[key]
    if (isRecord(subschema))
      for (const [name, part] of Object.entries(subschema))
        problems.push(
          ...(isRecord(part) || typeof part === 'boolean'
            ? checkSchema(part, `${pointer}/${key}/${pointerStep(name)}`, depth + 1)
            : [wrongType(`${pointer}/${key}/${pointerStep(name)}`, 'object', part)]),
        )
  }
  for (const key of ['items', 'allOf', 'anyOf', 'oneOf'] as const) {
    const subschema = schema[key]
    if (Array.isArray(subschema)) subschema.forEach((part, at) => problems.push(...checkSchema(part, `${pointer}/${key}/${at}`, depth + 1)))
    else problems.push(...checkSchema(subschema, `${pointer}/${key}`, depth + 1))
  }
  return problems
}

function isPattern(pattern: unknown): boolean {
  if (typeof pattern !== 'string') return false
  try {
    return Boolean(new RegExp(pattern, 'u'))
  } catch {
    return false
  }
}

function checkLayout(layout: unknown, schema: FieldSchema, pointer: string): FormProblem[] {
  if (layout === undefined) return []
  if (!Array.isArray(layout)) return [wrongType(pointer, 'array', layout)]
  return layout.flatMap((item: FormDocumentLayoutItem, index) => {
    const here = `${pointer}/${index}`
    if (typeof item === 'string') return checkField(item, schema, here)
    const parts = isRecord(item) ? partsOfLayout(item) : []
    if (parts.length > 0)
      return parts.flatMap(({ items, way }) =>
        items === undefined
          ? [{ pointer: `${here}/${way.slice(0, -1).join('/')}`, key: 'form.problem.layout_item' as const, values: {} }]
          : checkLayout(items, schema, `${here}/${way.join('/')}`),
      )
    return [{ pointer: here, key: 'form.problem.layout_item' as const, values: {} }]
  })
}

/** The notice for a layout entry that names no field, if it is one. */
export function checkField(field: string, schema: FieldSchema, pointer: string): FormProblem[] {
  if (schemaAt(schema, parsePath(field)) ?? schema.allOf ?? schema.oneOf ?? schema.anyOf) return []
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
    for (let j = 1; j <= b.length; j += 1)
      next[j] = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1))
    row = next
  }
  return row[b.length] ?? 0
}
