import type { FormAnswer } from '#schemas/types/contract.d.ts'
import { hiddenPaths, isUnder } from './conditions.ts'
import { type FieldSchema, allowsNull, deref, isRecord, typeOf } from './json-schema.ts'
import { formatPath, isEmpty } from './path.ts'
import type { Data } from './form-store.ts'

/**
 * What is sent: the properties of the form's schema that are shown. What was emptied is sent as `''` where plain text
 * may stand and as null elsewhere, so that the server empties it too; what never held anything is left out.
 */
export function buildPayload(form: FormAnswer, data: Data, baseline: Data): Data {
  const root = form.schema as FieldSchema
  const hidden = hiddenPaths(form, data)
  return pick(root, data, baseline, [], 0)

  function pick(schema: FieldSchema, value: Data, before: unknown, path: (string | number)[], depth: number): Data {
    const known = deref(schema, root)
    const properties = propertiesOf(known, root)
    if (!properties) return value
    const result: Data = known.additionalProperties ? { ...value } : {}
    for (const [key, raw] of Object.entries(properties)) {
      const here = [...path, key]
      const field = deref(raw, root)
      if (field.readOnly || isUnder(formatPath(here), hidden)) { delete result[key]; continue }
      const was = isRecord(before) ? before[key] : undefined
      const sent = convert(field, value[key], was, here, depth)
      if (sent !== undefined) result[key] = sent
    }
    return result
  }

  function convert(field: FieldSchema, value: unknown, was: unknown, path: (string | number)[], depth: number): unknown {
    if (depth > 40) return value
    const type = typeOf(field)
    if (type === 'object' && isRecord(value)) {
      const inner = pick(field, value, was, path, depth + 1)
      return isEmpty(inner) && isEmpty(was) ? undefined : inner
    }
    if (type === 'array' && Array.isArray(value)) {
      if (!isRecord(field.items)) return value
      const items = deref(field.items as FieldSchema, root)
      return value.map((item, index) => (isRecord(item) && propertiesOf(items, root) ? pick(items, item, Array.isArray(was) ? was[index] : undefined, [...path, index], depth + 1) : item))
    }
    if (value !== undefined && value !== null && value !== '') return value
    if (isEmpty(was)) return value === null && allowsNull(field) ? null : undefined
    if (type === 'array') return []
    return type === 'string' && !field.format && !field.pattern && !field.enum && !field.references && !field.minLength && !allowsNull(field) ? '' : null
  }
}

/** Properties of a schema with those of its combinations, so that none is left behind. */
function propertiesOf(schema: FieldSchema, root: FieldSchema, depth = 0): Record<string, FieldSchema> | undefined {
  if (depth > 20) return schema.properties
  const branches = [schema.allOf, schema.anyOf, schema.oneOf].flatMap((list) => list ?? []).map((branch) => propertiesOf(deref(branch, root), root, depth + 1))
  const all = [schema.properties, ...branches].filter((map) => map !== undefined)
  return all.length ? Object.assign({}, ...all.reverse()) as Record<string, FieldSchema> : undefined
}
