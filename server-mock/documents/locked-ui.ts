import { isStateField, lifecyclesOf, locksField, type State } from '#schemas/rules/lifecycle/lifecycle.ts'
import type { EntityDocument, FormDocumentFieldUi } from '#schemas/types/contract.d.ts'
import { fieldName } from './entity-field.ts'
import { messageOf, type Expansion } from './expansion.ts'
import { withheldWhen } from './form-properties.ts'

/** How a field is drawn where the record has states: a state is never typed in, and what a state locks is disabled while it holds. */
export function lockedUi(entity: EntityDocument, path: string, ui: FormDocumentFieldUi): FormDocumentFieldUi {
  if (!entity.lifecycle || /[.[]/.test(path)) return ui
  const field = fieldName(entity, path)
  if (isStateField(entity, field)) return { ...ui, disabled: true }
  const locked = lifecyclesOf(entity).flatMap(([name, { locks = [] }]) => {
    const states = locks.filter((lock) => locksField(lock, field)).flatMap((lock) => lock.in)
    return states.length > 0 ? [isIn(name, states)] : []
  })
  return disabledAlso(ui, locked)
}

/** A field that the reader may change in some records only is disabled in the others, and says why. */
export function withheldUi(expansion: Expansion, entity: EntityDocument, path: string, ui: FormDocumentFieldUi): FormDocumentFieldUi {
  const withheld = /[.[]/.test(path) ? false : withheldWhen(expansion, entity, path)
  if (typeof withheld !== 'object') return ui
  return { ...disabledAlso(ui, [withheld]), disabled_text: ui.disabled_text ?? messageOf(expansion, 'form.withheld') }
}

function disabledAlso(ui: FormDocumentFieldUi, more: readonly Record<string, unknown>[]): FormDocumentFieldUi {
  if (more.length === 0 || ui.disabled === true) return ui
  const conditions = [...(typeof ui.disabled === 'object' ? [ui.disabled] : []), ...more]
  return { ...ui, disabled: conditions.length === 1 ? conditions[0]! : { anyOf: conditions } }
}

const isIn = (field: string, states: readonly State[]): Record<string, unknown> => ({
  properties: { [field]: states.length === 1 ? { const: states[0] } : { enum: [...states] } },
})
