import { isStateField, lifecyclesOf, locksField, type State } from '#schemas/rules/lifecycle/lifecycle.ts'
import type { EntityDocument, FormDocumentFieldUi } from '#schemas/types/contract.d.ts'
import { fieldName } from './entity-field.ts'

/** How a field is drawn where the record has states: a state is never typed in, and what a state locks is disabled while it holds. */
export function lockedUi(entity: EntityDocument, path: string, ui: FormDocumentFieldUi): FormDocumentFieldUi {
  if (!entity.lifecycle || /[.[]/.test(path)) return ui
  const field = fieldName(entity, path)
  if (isStateField(entity, field)) return { ...ui, disabled: true }
  const locked = lifecyclesOf(entity).flatMap(([name, { locks = [] }]) => {
    const states = locks.filter((lock) => locksField(lock, field)).flatMap((lock) => lock.in)
    return states.length > 0 ? [isIn(name, states)] : []
  })
  if (locked.length === 0 || ui.disabled === true) return ui
  const conditions = [...(typeof ui.disabled === 'object' ? [ui.disabled] : []), ...locked]
  return { ...ui, disabled: conditions.length === 1 ? conditions[0]! : { anyOf: conditions } }
}

const isIn = (field: string, states: readonly State[]): Record<string, unknown> => ({
  properties: { [field]: states.length === 1 ? { const: states[0] } : { enum: [...states] } },
})
