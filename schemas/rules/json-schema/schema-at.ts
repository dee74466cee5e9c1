import { isRecord } from '#schemas/rules/is-record.ts'
import { resolveRef } from './json-schema.ts'
import { type SchemaNode } from './schema-index.ts'

/** The schema of `rows[]` or `address.city` in a record, through local references; undefined if the path is not described. */
export function schemaAt(root: SchemaNode, path: string): SchemaNode | undefined {
  const target = (node: unknown): SchemaNode | undefined => {
    const resolved = isRecord(node) && typeof node.$ref === 'string' ? resolveRef(root, node.$ref, node) : node
    return isRecord(resolved) ? resolved : undefined
  }
  let node = target(root)
  for (const step of path.split(/\.|(?=\[\])/)) {
    const inside = step === '[]' ? node?.items : isRecord(node?.properties) ? node.properties[step] : undefined
    node = target(inside)
  }
  return node
}
