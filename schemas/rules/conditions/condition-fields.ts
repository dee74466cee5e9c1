import { isRecord } from '#schemas/rules/is-record.ts'
import { resolveRef } from '#schemas/rules/json-schema/json-schema.ts'

/** `rows[].` for `rows[].count`. The fields that a condition of `rows[].count` names are looked up in the same row. */
export const rowOf = (field: string): string => /^.*\[\][.]/.exec(field)?.[0] ?? ''

/** Paths of the properties that a condition names. */
export const fieldsOfCondition = (condition: unknown): string[] => namedBy(condition, condition, [])

function namedBy(node: unknown, root: unknown, refs: readonly string[]): string[] {
  if (!isRecord(node)) return []
  const inside = (part: unknown): string[] => namedBy(part, root, refs)
  const own = Object.entries(isRecord(node.properties) ? node.properties : {}).flatMap(([name, part]) => {
    const deeper = inside(part)
    return deeper.length > 0 ? deeper.map((path) => `${name}.${path}`) : [name]
  })
  const needed = (Array.isArray(node.required) ? node.required.map(String) : []).filter((name) => !own.some((path) => isWithin(path, name)))
  const ref = typeof node.$ref === 'string' && !refs.includes(node.$ref) ? node.$ref : undefined
  return [
    ...own,
    ...needed,
    ...['allOf', 'anyOf', 'oneOf'].flatMap((key) => (Array.isArray(node[key]) ? node[key].flatMap(inside) : [])),
    ...['not', 'if', 'then', 'else'].flatMap((key) => inside(node[key])),
    ...(ref && isRecord(root) ? namedBy(resolveRef(root, ref), root, [...refs, ref]) : []),
  ]
}

/** Whether a `ui` path equals another path or lies inside its value. */
export const isWithin = (path: string, around: string): boolean =>
  path === around || path.startsWith(`${around}.`) || path.startsWith(`${around}[]`)
