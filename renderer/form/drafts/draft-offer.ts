import { deref, schemaAt, typeOf, type FieldSchema } from '#renderer/form/schema/json-schema.ts'
import type { Data } from '#renderer/form/data/form-store.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import type { Draft } from './draft-store.ts'
import { isSame } from '#renderer/form/data/path.ts'

export interface DraftDifference {
  /** Fields that the form can restore. */
  fits: string[]
  /** Fields that the form has lost, or that hold something else now. */
  gone: string[]
}

/** The fields in which a draft differs from the form, split by whether the form can still hold them. */
export function compareDraft(schema: FieldSchema, { changes }: Draft, present: Data): DraftDifference {
  const fields = Object.keys(changes).filter((field) => !isSame(changes[field], present[field]))
  const fits = fields.filter((field) => {
    const known = schemaAt(schema, [field])
    return known !== undefined && holdsValue(known, changes[field], schema)
  })
  return { fits, gone: fields.filter((field) => !fits.includes(field)) }
}

/** Whether a value has the type in the schema; rules and limits are checked by the form. */
function holdsValue(schema: FieldSchema, value: unknown, root: FieldSchema, depth = 0): boolean {
  if (value === null || value === undefined || depth > 20) return true
  const known = deref(schema, root)
  const types = Array.isArray(known.type) ? known.type : known.type === undefined ? [] : [known.type]
  if (types.length > 0 && !types.some((type) => isOfType(value, type))) return false
  if (known.enum && typeof value !== 'object' && !known.enum.includes(value)) return false
  if (Array.isArray(value) && isRecord(known.items))
    return value.every((item) => holdsValue(known.items as FieldSchema, item, root, depth + 1))
  if (isRecord(value) && typeOf(known) === 'object' && known.properties)
    return Object.entries(value).every(([name, one]) => holdsValue(known.properties?.[name] ?? {}, one, root, depth + 1))
  return true
}

function isOfType(value: unknown, type: string): boolean {
  if (type === 'array') return Array.isArray(value)
  if (type === 'object') return isRecord(value)
  if (type === 'null') return value === null
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type
}
