import { findWidget } from '#renderer/registry/widgets.ts'
import { computedAtFirst } from '#renderer/form/live/create-live.ts'
import { setValues } from '#schemas/rules/conditions/form-conditions.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import type { FormAnswer } from '#schemas/types/contract.d.ts'
import type { Data } from './form-store.ts'
import { dependentFields } from './dependent-fields.ts'
import { deref, typeOf, type FieldSchema } from '#renderer/form/schema/json-schema.ts'
import { getAt, isEmpty } from './path.ts'
import { flatDefaults, isFlat } from '#renderer/form/schema/plain-schema.ts'
import { referenceValue } from './reference-values.ts'
import { isTranslated, translatedValue } from './translated-value.ts'
import { widgetNameOf } from '#renderer/form/schema/widget-name.ts'

/**
 * Initial data of a form: a loaded record unchanged; for a new one the form's own data, completed with the defaults of
 * schema and widgets.
 */
export function initialData(form: FormAnswer, schema: FieldSchema, loaded: Data | undefined): Data {
  const raw = { ...(isRecord(form.data) ? form.data : {}), ...(isRecord(loaded) ? loaded : {}) }
  const record = formValues({ ...form, schema: form.schema }, raw)
  const cleaned = withoutEmptyLists(schema, record)
  const isRecordOfOwn = isRecord(loaded) && Object.keys(loaded).length > 0
  if (isRecordOfOwn && Object.keys(cleaned).length === Object.keys(record).length) return record
  const filled = isFlat(schema) ? flatDefaults(schema, cleaned) : dependentFields().formDefaults(schema, cleaned)
  if (isRecordOfOwn)
    return Object.fromEntries(
      Object.keys(record).map((name) => [name, getAt(cleaned, [name]) ?? getAt(filled, [name]) ?? getAt(record, [name])]),
    )
  const data: Data = { ...cleaned, ...filled, ...plainValues(cleaned) }
  const defaults: [string, unknown][] = []
  for (const [name, raw] of Object.entries(schema.properties ?? {})) {
    const field = deref(raw, schema)
    if (getAt(data, [name]) !== undefined || asksForMore(schema, name, data)) continue
    const value = widgetDefault(field, form.ui?.[name] ?? {})
    if (value !== undefined) defaults.push([name, value])
  }
  return computedAtFirst(form, setValues(form, { ...data, ...Object.fromEntries(defaults) }))
}

/**
 * A record with its values as the form holds them: references as ids, where the record has them expanded, and translated
 * fields as maps of locales, where the record has the reader's text and all texts in `translations`.
 */
export function formValues({ schema }: Pick<FormAnswer, 'schema'>, record: Data): Data {
  const root = schema as FieldSchema
  const values = Object.entries(root.properties ?? {}).map(([name, raw]) => {
    const field = deref(raw, root)
    if (isTranslated(field)) return [name, translatedValue(field, name, record)] as const
    return [name, field.rows === undefined ? referenceValue(field, name, record) : rowValues(field, getAt(record, [name]))] as const
  })
  return { ...record, ...Object.fromEntries(values.filter(([, value]) => value !== undefined)) }
}

/** Rows that are records of their own, with the fields that the form has of them. */
function rowValues({ items }: FieldSchema, rows: unknown): unknown {
  const item = isRecord(items) ? (items as FieldSchema) : {}
  if (!Array.isArray(rows) || !item.properties) return rows
  return rows.map((row: unknown) => {
    if (!isRecord(row)) return row
    const values = formValues({ schema: item as FormAnswer['schema'] }, row)
    return Object.fromEntries(Object.keys(item.properties!).flatMap((name) => (Object.hasOwn(values, name) ? [[name, values[name]]] : [])))
  })
}

/** An empty list that may not be empty is taken for none, so that it opens with its rows. */
const withoutEmptyLists = (schema: FieldSchema, given: Data): Data =>
  Object.fromEntries(
    Object.entries(given).filter(([name, value]) => {
      const field = deref(schema.properties?.[name] ?? {}, schema)
      return (
        !isEmpty(value) ||
        typeOf(field) !== 'array' ||
        !field.minItems ||
        !isRecord(field.items) ||
        typeOf(deref(field.items as FieldSchema, schema)) !== 'object'
      )
    }),
  )

/** Values of a record are used as they are, also a null whose schema has a default. */
const plainValues = (given: Data): Data =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && (value === null || typeof value !== 'object')))

/** Whether a value here would only ask for others that are not there yet. */
function asksForMore(schema: FieldSchema, name: string, data: Data): boolean {
  const needs = getAt(schema.dependencies, [name])
  return isRecord(needs) && Array.isArray(needs.required) && needs.required.some((other) => getAt(data, [String(other)]) === undefined)
}

/** The value that an untouched control shows, by its manifest: an unchecked box is 0 or false. */
function widgetDefault(field: FieldSchema, ui: Record<string, unknown>): unknown {
  const name = widgetNameOf(field, ui)
  const manifest = name === undefined ? undefined : findWidget(name, 'field')?.manifest
  const value = isRecord(manifest?.value) ? manifest.value.default : undefined
  if (value === undefined) return undefined
  if (ui.off !== undefined) return ui.off
  return typeOf(field) === 'boolean' ? Boolean(value) : value
}
