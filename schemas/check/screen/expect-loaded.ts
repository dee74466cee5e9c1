import type { EntityDocument } from '#schemas/types/contract.d.ts'
import { error, expectFound, type CheckedDocument } from '#schemas/check/checked-document.ts'
import { missing } from '#schemas/check/scope.ts'

/** Expects a name under which the page has loaded something. */
export function expectLoaded(document: CheckedDocument, pointer: string, name: string, loaded: readonly string[]): void {
  const root = name.replace(/^\{|\}$/g, '').split('.')[0]!
  expectFound(
    document,
    pointer,
    loaded.includes(root) ? { found: true, module: '' } : missing(root, loaded),
    `nothing is loaded under the name "${root}"`,
  )
}

/** Expects a field that the answer of a record holds: one of its own, or of what it refers to; the answer goes no further. */
export function expectRead(document: CheckedDocument, pointer: string, entity: EntityDocument, path: string): void {
  const { scope } = document
  if (!expectFound(document, pointer, scope.field(entity, path), `there is no field "${path}" in the entity "${entity.name}"`)) return
  const steps = path.split('.')
  const references = steps.flatMap((_, index) => {
    const before = steps.slice(0, index).join('.')
    return index > 0 && scope.field(entity, before).found?.references !== undefined ? [before] : []
  })
  const [, second] = references
  if (second !== undefined)
    error(
      document,
      pointer,
      `a record is answered with what it refers to, and not with what that refers to: show "${second}", or the rest in a list`,
    )
}
