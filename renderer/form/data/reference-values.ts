import { type FieldSchema } from '#renderer/form/schema/json-schema.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { getAt } from './path.ts'

/** Whether a field holds the id of a record, or ids of several. */
export const refersToRecords = (schema: FieldSchema): boolean =>
  typeof schema.references === 'string' || (isRecord(schema.items) && typeof (schema.items as FieldSchema).references === 'string')
const idOf = (value: unknown): unknown => (isRecord(value) && 'id' in value ? value.id : value)

/** The ids of a field that refers to records, where the record came with them expanded. */
export function referenceValue(schema: FieldSchema, name: string, data: Record<string, unknown>): unknown {
  const own = (key: string): unknown => getAt(data, [key])
  const value = own(name)
  if (!refersToRecords(schema)) return value
  if (Array.isArray(value)) return value.map(idOf)
  if (value === undefined && name.endsWith('_id')) return idOf(own(name.slice(0, -3)))
  return value === undefined ? own(`${name}_id`) : idOf(value)
}
