import { isRecord } from '#schemas/rules/is-record.ts'
import { indexSchema, schemasIn, type SchemaIndex, type SchemaNode } from '#schemas/rules/json-schema/schema-index.ts'
import { at, error, type CheckedDocument } from './checked-document.ts'
import { missing } from './scope.ts'

/** Keywords whose schemas apply to the same value. */
const inPlace: ReadonlySet<string> = new Set(['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependencies'])

/**
 * Reports names in `required`, also in branches, that no schema of the same object lists among its properties: such an
 * object could never be saved. `outsideNames`: names that the object gets from other documents.
 */
export function checkRequired(document: CheckedDocument, pointer: string, root: unknown, outsideNames: readonly string[]): void {
  if (!isRecord(root)) return
  const index = indexSchema(root)
  // The payload of a call may be open on purpose. Forms and records have only the fields that they name.
  const isOpen = (node: SchemaNode): boolean =>
    isRecord(node.patternProperties) ||
    (document.kind === 'endpoints' ? node.additionalProperties !== false : (node.additionalProperties ?? false) !== false)
  const visit = (node: SchemaNode, here: string, around: { names: Set<string>; isOpen: boolean } | undefined): void => {
    const own = namesIn(index, node, new Set())
    const known = { names: new Set([...(around?.names ?? []), ...own]), isOpen: around?.isOpen ?? isOpen(node) }
    const expect = (name: unknown, where: string): void => {
      if (!known.isOpen && known.names.size > 0 && !known.names.has(String(name)))
        error(document, where, `"${String(name)}" is required but is not among the properties`, missing(String(name), known.names))
    }
    if (Array.isArray(node.required)) node.required.forEach((name, number) => expect(name, at(here, 'required', number)))
    if (isRecord(node.dependencies))
      for (const [name, needed] of Object.entries(node.dependencies))
        if (Array.isArray(needed)) needed.forEach((other, number) => expect(other, at(here, 'dependencies', name, number)))
    for (const [steps, inner] of schemasIn(node))
      if (isRecord(inner)) visit(inner, at(here, ...steps), inPlace.has(String(steps[0])) ? known : undefined)
  }
  visit(
    root,
    pointer,
    outsideNames.length > 0 ? { names: new Set([...outsideNames, ...namesIn(index, root, new Set())]), isOpen: false } : undefined,
  )
}

/** Properties that a schema names for its object, also in branches and through references. */
function namesIn(index: SchemaIndex, node: SchemaNode, seen: Set<SchemaNode>): string[] {
  if (seen.has(node)) return []
  seen.add(node)
  const target = typeof node.$ref === 'string' ? index.resolve(node.$ref, index.place(node))?.schema : undefined
  return [
    ...Object.keys(isRecord(node.properties) ? node.properties : {}),
    ...(isRecord(target) ? namesIn(index, target, seen) : []),
    ...[...schemasIn(node)].flatMap(([steps, inner]) =>
      inPlace.has(String(steps[0])) && isRecord(inner) ? namesIn(index, inner, seen) : [],
    ),
  ]
}
