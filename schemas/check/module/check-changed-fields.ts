import { lifecyclesOf, statesOf, type State } from '#schemas/rules/lifecycle/lifecycle.ts'
import type { EntityDocument } from '#schemas/types/contract.d.ts'
import { at, error, expectFound, type CheckedDocument } from '#schemas/check/checked-document.ts'
import { missing } from '#schemas/check/scope.ts'

/** Checks what moves with a document: fields that had another name or type, states that are no longer there. */
export function checkChangedFields(document: CheckedDocument, entity: EntityDocument): void {
  const names = Object.keys(entity.schema.properties)
  const expectField = (name: string, pointer: string) =>
    expectFound(
      document,
      pointer,
      names.includes(name) ? { found: true, module: '' } : missing(name, names),
      `there is no field "${name}" in this entity`,
    )
  const formerBy = new Map<string, string>()
  for (const [former, name] of Object.entries(entity.renamed ?? {})) {
    const pointer = at('/renamed', former)
    expectField(name, pointer)
    if (names.includes(former)) error(document, pointer, `the field "${former}" is still there, so it has no other name`, { atKey: true })
    const other = formerBy.get(name)
    if (other !== undefined) error(document, pointer, `"${name}" cannot have been both "${other}" and "${former}"`)
    formerBy.set(name, former)
  }
  entity.converted?.forEach((name, index) => expectField(name, at('/converted', index)))
  for (const [field, lifecycle] of lifecyclesOf(entity)) {
    const states = statesOf(lifecycle)
    for (const [former, state] of Object.entries((lifecycle.moved ?? {}) as Record<string, State>)) {
      const pointer = at('/lifecycle', field, 'moved', former)
      if (states.some((each) => String(each) === former))
        error(document, pointer, `the state "${former}" is still there, so its records stay in it`, { atKey: true })
      if (!states.includes(state))
        error(document, pointer, `there is no state ${JSON.stringify(state)}`, missing(String(state), states.map(String)))
    }
  }
}
