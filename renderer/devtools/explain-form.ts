import { partsOfLayout } from '#schemas/rules/conditions/layout-parts.ts'
import { holds, seenBy, valueRuleAt } from '#schemas/rules/conditions/form-conditions.ts'
import { appliesIf } from '#schemas/rules/validation/rule-checks.ts'
import { parseRules } from '#schemas/rules/validation/rule-string.ts'
import type { FormAnswer, FormDocumentLayoutItem } from '#schemas/types/contract.d.ts'
import type { FieldSchema } from '#renderer/form/schema/json-schema.ts'
import { expandUiPath, formatPath, formatUiPath, getAt, scopeOf, type PathList } from '#renderer/form/data/path.ts'

export type Effect = 'hidden' | 'required' | 'disabled' | 'readonly' | 'value' | 'withheld'

/** One thing that a document or the server says about a field. */
export interface Reason {
  effect: Effect
  /** JSON pointer in the form's response; empty for a reason from the server about the whole form. */
  pointer: string
  /** Whether it takes effect at present. */
  active: boolean
  /** The condition or rule; left out for `readOnly` and the like. */
  says?: unknown
  /** Current values of the fields that it reads, by name. */
  values: Record<string, unknown>
  /** The value that is set, or the choice that is offered or withheld. */
  about?: unknown
}

export interface ExplainedField {
  path: string
  title: string
  reasons: Reason[]
}

interface Asked {
  form: Pick<FormAnswer, 'schema' | 'ui' | 'layout'>
  data: unknown
  readOnly: boolean
}

/** Why each field of a form is hidden, required, disabled or read-only, or could become so; rows of lists one by one. */
export function explainForm({ form, data: given, readOnly }: Asked): ExplainedField[] {
  // Conditions do not see hidden values.
  const { data } = seenBy(form, given)
  const around = layoutConditions(form.layout)
  return [...fieldsOf(form.schema as FieldSchema, '', '/schema')].flatMap((field) =>
    expandUiPath(field.pattern, given).map((path): ExplainedField => {
      const ui = form.ui?.[field.pattern] ?? {}
      const inForm = (condition: unknown, rowOf: PathList) => ({
        says: condition,
        values: valuesOf(condition, scopeOf(data, rowOf)),
        met: holds(condition, data, rowOf),
      })
      const conditional = (effect: Effect, key: 'visible' | 'required' | 'disabled'): Reason[] => {
        if (ui[key] === undefined) return []
        const { met, ...rest } = inForm(ui[key], path)
        return [{ effect, pointer: pointerOf(['ui', field.pattern, key]), active: effect === 'hidden' ? !met : met, ...rest }]
      }
      const set = valueRuleAt(ui, data, path)
      const values = (ui.value ?? []).map((rule, index): Reason => ({
        effect: 'value',
        pointer: pointerOf(['ui', field.pattern, 'value', String(index)]),
        active: set?.index === index,
        about: set?.index === index ? set.value : rule.set,
        says: rule.when,
        values: valuesOf(rule.when, scopeOf(data, path)),
      }))
      const choices = (Array.isArray(ui.options) ? ui.options : []).flatMap((option, index): Reason[] => {
        if (option.when === undefined) return []
        const { met, ...rest } = inForm(option.when, path)
        return [
          {
            effect: 'withheld',
            pointer: pointerOf(['ui', field.pattern, 'options', String(index), 'when']),
            active: !met,
            about: option.title ?? option.value,
            ...rest,
          },
        ]
      })
      const outer = around
        .filter(
          ({ field: name }) => name === field.pattern || field.pattern.startsWith(`${name}.`) || field.pattern.startsWith(`${name}[]`),
        )
        .map(({ pointer, condition }): Reason => {
          const { met, ...rest } = inForm(condition, [])
          return { effect: 'hidden', pointer, active: !met, ...rest }
        })
      return {
        path: formatPath(path),
        title: ui.title ?? field.schema.title ?? formatUiPath(path),
        reasons: [
          ...conditional('hidden', 'visible'),
          ...outer,
          ...(field.listed ? [{ effect: 'required', pointer: field.listed, active: true, values: {} } satisfies Reason] : []),
          ...requiredByRules(field, path, data),
          ...conditional('required', 'required'),
          ...conditional('disabled', 'disabled'),
          ...values,
          ...choices,
          ...(field.readOnly
            ? [{ effect: 'readonly', pointer: field.readOnly, active: true, says: true, values: {} } satisfies Reason]
            : []),
          ...(readOnly ? [{ effect: 'readonly', pointer: '', active: true, values: {} } satisfies Reason] : []),
        ],
      }
    }),
  )
}

interface Field {
  pattern: string
  schema: FieldSchema
  pointer: string
  listed?: string
  readOnly?: string
}

function* fieldsOf(schema: FieldSchema, prefix: string, pointer: string, readOnly?: string, depth = 0): Generator<Field> {
  if (depth > 8) return
  for (const [name, property] of Object.entries(schema.properties ?? {})) {
    if (typeof property !== 'object' || property === null) continue
    const part = property as FieldSchema
    const pattern = prefix === '' ? name : `${prefix}.${name}`
    const here = `${pointer}/properties/${escapeStep(name)}`
    const locked = part.readOnly === true ? `${here}/readOnly` : readOnly
    yield {
      pattern,
      schema: part,
      pointer: here,
      listed: schema.required?.includes(name) ? `${pointer}/required` : undefined,
      readOnly: locked,
    }
    yield* fieldsOf(part, pattern, here, locked, depth + 1)
    const items = part.items as FieldSchema | undefined
    if (typeof items === 'object' && items !== null && !Array.isArray(items))
      yield* fieldsOf(items, `${pattern}[]`, `${here}/items`, locked, depth + 1)
  }
}

function requiredByRules({ schema, pointer }: Field, path: PathList, data: unknown): Reason[] {
  const { rules } = schema as { rules?: unknown }
  if (typeof rules !== 'string') return []
  return parseRules(rules).flatMap(({ name, args }): Reason[] => {
    if (name === 'required') return [{ effect: 'required', pointer: `${pointer}/rules`, active: true, says: 'required', values: {} }]
    if (name !== 'required_if') return []
    const [other = ''] = args
    const siblings = getAt(data, path.slice(0, -1))
    const value = getAt(siblings, other.split('.')) ?? getAt(data, other.split('.'))
    return [
      {
        effect: 'required',
        pointer: `${pointer}/rules`,
        active: appliesIf({ args, siblings, root: data }),
        says: `required_if:${args.join(',')}`,
        values: { [other]: value },
      },
    ]
  })
}

/** Fields that a layout names, each with the conditions of the panels, tabs and steps around it. */
function layoutConditions(
  layout: unknown,
  pointer = '/layout',
  around: { pointer: string; condition: unknown }[] = [],
): { field: string; pointer: string; condition: unknown }[] {
  if (!Array.isArray(layout)) return []
  return (layout as FormDocumentLayoutItem[]).flatMap((item, index) => {
    if (typeof item === 'string') return around.map((outer) => ({ field: item, ...outer }))
    if (typeof item !== 'object' || item === null) return []
    return partsOfLayout(item).flatMap(({ items, way, visible }) => {
      const here = [`${pointer}/${index}`, ...way.slice(0, -1)].join('/')
      return layoutConditions(
        items,
        [`${pointer}/${index}`, ...way].join('/'),
        visible === undefined ? around : [...around, { pointer: `${here}/visible`, condition: visible }],
      )
    })
  })
}

/** Present values of the properties that a condition names, nested ones by their path. */
function valuesOf(condition: unknown, data: unknown, prefix = ''): Record<string, unknown> {
  if (typeof condition !== 'object' || condition === null) return {}
  const found: Record<string, unknown> = {}
  for (const [key, part] of Object.entries(condition)) {
    if (key === 'properties' && typeof part === 'object' && part !== null) {
      for (const [name, inner] of Object.entries(part)) {
        const deeper = valuesOf(inner, getAt(data, [name]), `${prefix}${name}.`)
        if (Object.keys(deeper).length > 0) Object.assign(found, deeper)
        else found[`${prefix}${name}`] = getAt(data, [name])
      }
    } else if (['not', 'if', 'then', 'else'].includes(key)) Object.assign(found, valuesOf(part, data, prefix))
    else if (['allOf', 'anyOf', 'oneOf'].includes(key) && Array.isArray(part))
      for (const one of part) Object.assign(found, valuesOf(one, data, prefix))
  }
  return found
}

const escapeStep = (step: string): string => step.replaceAll('~', '~0').replaceAll('/', '~1')
const pointerOf = (steps: readonly string[]): string => steps.map((step) => `/${escapeStep(step)}`).join('')
