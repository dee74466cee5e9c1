import { isRecord } from '#schemas/rules/is-record.ts'
import { valueKey } from '#schemas/rules/values/same-value.ts'
import type { FormDocumentFieldUi, Option } from '#schemas/types/contract.d.ts'
import { type FieldSchema, typeOf } from './json-schema.ts'

export interface Choice {
  value: unknown
  title: string
  disabled?: boolean
}

const constants = (schema: FieldSchema): FieldSchema[] | undefined => {
  const branches = schema.oneOf ?? schema.anyOf
  return branches?.length && branches.every((branch) => 'const' in branch || branch.enum?.length === 1) ? branches : undefined
}

/** The choices of a field: those of the document, else the constants that its schema allows. */
export function choicesOf(schema: FieldSchema, ui: FormDocumentFieldUi): Choice[] | undefined {
  const given: unknown = ui.options
  const source = typeOf(schema) === 'array' && isRecord(schema.items) ? (schema.items as FieldSchema) : schema
  if (Array.isArray(given))
    return allowedBy(
      source,
      (given as Option[])
        .filter(isRecord)
        .map((option) => ({ ...option, value: option.value, title: option.title ?? String(option.value ?? '') })),
    )
  const branches = constants(source)
  if (branches)
    return branches.map((branch) => ({
      value: 'const' in branch ? branch.const : branch.enum?.[0],
      title: branch.title ?? String(branch.const ?? branch.enum?.[0] ?? ''),
    }))
  return source.enum?.filter((value) => value !== null).map((value) => ({ value, title: String(value) }))
}

/** A variant may take only some of the choices that its document names for all of them. */
function allowedBy({ enum: listed }: FieldSchema, choices: Choice[]): Choice[] {
  if (!listed) return choices
  const keys = new Set(listed.map(valueKey))
  const allowed = choices.filter(({ value }) => keys.has(valueKey(value)))
  return allowed.length > 0 ? allowed : choices
}

const byFormat: Record<string, string> = {
  date: 'date',
  'date-time': 'date-time',
  password: 'password',
  decimal: 'number',
  color: 'color',
  email: 'email',
  'idn-email': 'email',
  uri: 'url',
  url: 'url',
  iri: 'url',
  phone: 'phone',
  mobile: 'mobile',
  'national-code': 'identifier',
  card: 'identifier',
  sheba: 'identifier',
  'company-id': 'identifier',
  'postal-code': 'identifier',
  digits: 'identifier',
  html: 'rich-text',
  file: 'upload',
  'date-range': 'date-range',
}
/** Formats of objects that one widget of the same name draws. */
const drawnWhole: ReadonlySet<string> = new Set(['map-point', 'phone', 'mobile', 'date-range', 'date-time-range'])

/** Name of the widget that draws a field when the document names none; undefined for a group of fields. */
export function widgetNameOf(schema: FieldSchema, ui: FormDocumentFieldUi): string | undefined {
  if (ui.widget) return ui.widget
  const type = typeOf(schema)
  if (type === 'array') return arrayWidget(schema, ui)
  if (type === 'object' && schema.format === 'file') return 'upload'
  if (type === 'object' && schema.format && drawnWhole.has(schema.format)) return schema.format
  if (type === 'object' && schema.format === 'seo') return 'seo-panel'
  if (schema.references) return 'remote-select'
  const format = schema.format && Object.hasOwn(byFormat, schema.format) ? byFormat[schema.format] : undefined
  if (type === 'object') return schema.properties || schema.oneOf || schema.anyOf || schema.allOf ? undefined : 'json'
  if (ui.endpoint && !ui.options) return 'remote-select'
  if (choicesOf(schema, ui)) return 'select'
  if (type === 'boolean') return 'switch'
  if (ui.currency && (type === 'integer' || type === 'number' || schema.format === 'decimal')) return 'money'
  if (type === 'integer' || type === 'number') return 'number'
  if (type === 'string') return format ?? ((schema.maxLength ?? 0) > 255 ? 'textarea' : 'text')
  return schema.oneOf || schema.anyOf || schema.allOf ? undefined : 'json'
}

function arrayWidget(schema: FieldSchema, ui: FormDocumentFieldUi): string | undefined {
  if (!isRecord(schema.items)) return 'json'
  const items = schema.items as FieldSchema
  if (schema.references || items.references || ui.endpoint) return 'remote-select'
  if (choicesOf(schema, ui)) return 'multi-select'
  const type = typeOf(items)
  if (items.format === 'file') return 'upload'
  if (type === 'string' && !items.format) return 'tags'
  return undefined
}
