import { isRecord } from '#schemas/rules/is-record.ts'
import { isValid } from '#schemas/rules/json-schema/json-schema.ts'
import { type FieldSchema, deref, hasRule } from '#renderer/form/schema/json-schema.ts'
import { getAt, isEmpty, isSame } from '#renderer/form/data/path.ts'
import { propertiesOf } from '#renderer/form/schema/schema-properties.ts'

/**
 * Whether a list is not sent: its initial rows do not count while nothing in its group is filled in and the group is
 * optional. `isGroupSent`: the group is sent anyway, so a list with `minItems` must have its rows.
 */
export const isLeftOut = (value: unknown, field: FieldSchema, isListed: boolean, isGroupSent: boolean, root: FieldSchema): boolean =>
  !isGroupSent && !isListed && isUnfilled(value, field, root) && !hasRule(field, 'required') && !isValid(field, value, { root })

/** Whether the object at a path is sent: the form itself, rows, and groups that are required or hold more than their initial values. */
export const isSentGroup = (
  path: readonly (string | number)[],
  value: unknown,
  schema: FieldSchema,
  isAsked: boolean,
  root: FieldSchema,
): boolean => path.length === 0 || typeof path.at(-1) === 'number' || isAsked || !isBlank(value, schema, root, 0)

/** Whether rows hold only their initial values. */
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
