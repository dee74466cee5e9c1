import { resolveRef } from './json-schema.ts'
import { isNode, type SchemaNode } from './schema-index.ts'

/** The schema of `rows[]` or `address.city` in a record, through local references; undefined where none is described. */
export function schemaAt(root: SchemaNode, path: string): SchemaNode | undefined {
  const target = (node: unknown): SchemaNode | undefined => {
    const found = isNode(node) && typeof node.$ref === 'string' ? resolveRef(root, node.$ref, node) : node
    return isNode(found) ? found : undefined
  }
  let node = target(root)
  for (const step of path.split(/\.|(?=\[\])/)) {
    const inside = step === '[]' ? node?.items : isNode(node?.properties) ? node.properties[step] : undefined
    node = target(inside)
  }
  return node
}
