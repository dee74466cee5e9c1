import { isRecord } from '#schemas/rules/is-record.ts'
import { indexSchema, isSchema, schemasIn, type Schema, type SchemaNode } from '#schemas/rules/json-schema/schema-index.ts'
import { at, error, type CheckedDocument } from '#schemas/check/checked-document.ts'
import { isInContract } from './contract-check.ts'

/**
 * Checks that every `$ref` leads to a schema in the same document, and not back to itself without a step into the data.
 * Payloads and results of endpoints may also name a part of the contract.
 */
export function checkReferences(document: CheckedDocument, pointer: string, root: Record<string, unknown>): void {
  const index = indexSchema(root)
  const target = (node: SchemaNode): Schema | undefined =>
    typeof node.$ref === 'string' ? index.resolve(node.$ref, index.place(node))?.schema : undefined
  /** Schemas that apply to the same value. */
  const sameValue = (node: SchemaNode): Schema[] => [target(node), ...inPlace.flatMap((key) => node[key])].filter(isSchema)
  const returns = (from: Schema, to: SchemaNode, seen: Set<Schema>): boolean =>
    from === to || (isRecord(from) && !seen.has(from) && sameValue(seen.add(from) && from).some((next) => returns(next, to, seen)))
  const visit = (node: SchemaNode, here: string): void => {
    if (typeof node.$ref === 'string' && !(document.kind === 'endpoints' && isInContract(node.$ref))) {
      const resolved = target(node)
      if (resolved === undefined)
        error(
          document,
          at(here, '$ref'),
          `"${node.$ref}" leads to nothing in this schema${node.$ref.startsWith('#') ? '' : ': a reference names a place in it, e.g. "#/definitions/address"'}`,
        )
      else if (returns(resolved, node, new Set()))
        error(document, at(here, '$ref'), `"${node.$ref}" leads back to itself: no value can ever be checked against it`)
    }
    for (const [steps, inner] of schemasIn(node)) if (isRecord(inner)) visit(inner, at(here, ...steps))
  }
  visit(root, pointer)
}

const inPlace = ['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else']
