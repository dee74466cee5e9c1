import { isRecord } from '#schemas/rules/is-record.ts'
import type { FieldSchema } from '#schemas/check/scope.ts'

/** The part of a schema at `rows[].count` or `address.city`, through local references, items and alternatives. */
export const schemaPart = (schema: Record<string, unknown>, path: string): FieldSchema | undefined =>
  path === '' ? schema : inside(schema, schema, path)

/** The same, starting at a node inside the schema. */
export function inside(root: Record<string, unknown>, schema: Record<string, unknown>, path: string): FieldSchema | undefined {
  let nodes: Record<string, unknown>[] = [schema]
  for (const step of path.replaceAll('[]', '').split('.')) {
    nodes = nodes
      .flatMap((node) => expand(root, node, 0))
      .flatMap((node) => {
        const property = isRecord(node.properties) && Object.hasOwn(node.properties, step) ? node.properties[step] : undefined
        return isRecord(property) ? [property] : node.type === 'object' && !isRecord(node.properties) && node !== schema ? [{}] : []
      })
  }
  return nodes[0]
}

function expand(root: Record<string, unknown>, node: Record<string, unknown>, depth: number): Record<string, unknown>[] {
  if (depth > 20) return []
  const more: unknown[] = [
    node.items,
    node.then,
    node.else,
    ...['allOf', 'anyOf', 'oneOf'].flatMap((key) => (Array.isArray(node[key]) ? node[key] : [])),
    ...Object.values(isRecord(node.dependencies) ? node.dependencies : {}),
  ]
  if (typeof node.$ref === 'string')
    more.push(
      node.$ref
        .slice(2)
        .split('/')
        .reduce<unknown>((at, step) => (isRecord(at) ? at[step] : undefined), root),
    )
  return [node, ...more.filter(isRecord).flatMap((inner) => expand(root, inner, depth + 1))]
}
