import { isRecord } from '#schemas/rules/is-record.ts'
import type { FormAnswer } from '#schemas/types/contract.d.ts'
import { deref, type FieldSchema } from '#renderer/form/schema/json-schema.ts'

/** Fields of the first level that are, or hold, a password: these are never written to the browser's storage. */
export function secretFields(form: FormAnswer): Set<string> {
  const root = form.schema as FieldSchema
  const found = new Set<string>()
  for (const [name, schema] of Object.entries(root.properties ?? {})) if (holdsPassword(schema, root, new Set())) found.add(name)
  for (const [path, ui] of Object.entries(form.ui ?? {})) if (ui?.widget === 'password') found.add(path.split(/[.[]/)[0] ?? path)
  return found
}

function holdsPassword(schema: FieldSchema, root: FieldSchema, seen: Set<unknown>): boolean {
  const place = isRecord(schema) ? (schema.$ref ?? schema) : undefined
  if (place === undefined || seen.has(place)) return false
  seen.add(place)
  const known = deref(schema, root)
  if (known.format === 'password' || known.writeOnly === true) return true
  const parts = [
    ...Object.values(known.properties ?? {}),
    ...(Array.isArray(known.items) ? known.items : known.items ? [known.items] : []),
    ...(known.allOf ?? []),
    ...(known.anyOf ?? []),
    ...(known.oneOf ?? []),
  ]
  return parts.some((part) => holdsPassword(part, root, seen))
}
