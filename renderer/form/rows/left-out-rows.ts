import { isRecord } from '#schemas/rules/is-record.ts'
import { isValid } from '#schemas/rules/json-schema.ts'
import { type FieldSchema, deref, hasRule } from '#renderer/form/schema/json-schema.ts'
import { getAt, isEmpty, isSame } from '#renderer/form/data/path.ts'
import { propertiesOf } from '#renderer/form/schema/schema-properties.ts'

/**
 * Whether a list is not sent: rows that it opens with and that nobody filled in are no rows, where there need not be any
 * (`isListed`: its group asks for it).
 */
export const isLeftOut = (value: unknown, field: FieldSchema, isListed: boolean, root: FieldSchema): boolean =>
  isUnfilled(value, field, root) && !isListed && !hasRule(field, 'required') && !isValid(field, value, { root })

/** Whether rows hold nothing but what they opened with. */
const isUnfilled = (value: unknown, field: FieldSchema, root: FieldSchema): boolean =>
  Array.isArray(value) &&
  value.length > 0 &&
  isRecord(field.items) &&
  value.every((row) => isRecord(row) && isBlank(row, deref(field.items as FieldSchema, root), root, 0))

function isBlank(value: unknown, field: FieldSchema, root: FieldSchema, depth: number): boolean {
  if (isEmpty(value) || isSame(value, field.default) || isSame(value, field.const)) return true
  if (depth > 12 || !(isRecord(value) || Array.isArray(value))) return false
  const properties = isRecord(value) ? propertiesOf(field, root, value) : undefined
  return Object.entries(value).every(([key, inner]) =>
    isBlank(inner, deref(((properties ? getAt(properties, [key]) : field.items) as FieldSchema) ?? {}, root), root, depth + 1),
  )
}
