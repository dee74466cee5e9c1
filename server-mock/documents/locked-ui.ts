import { isStateField, lifecyclesOf, locksField, type State } from '#schemas/rules/lifecycle/lifecycle.ts'
import type { EntityDocument, FormDocumentFieldUi, LifecycleDocumentLock } from '#schemas/types/contract.d.ts'
import { fieldName } from './entity-field.ts'
import { messageOf, textOf, within, type Expansion } from './expansion.ts'
import { withheldWhen } from './form-properties.ts'
import type { Owned } from './registry.ts'

/**
 * How a field is drawn where the record has states: a state is never typed in, and what a state locks is disabled while it holds, with
 * the reason: that of the lock that holds where there is one, else a general one.
 */
export function lockedUi(expansion: Expansion, entity: Owned<EntityDocument>, path: string, ui: FormDocumentFieldUi): FormDocumentFieldUi {
  const { document } = entity
  if (!document.lifecycle || /[.[]/.test(path)) return ui
  const field = fieldName(document, path)
  if (isStateField(document, field)) return { ...ui, disabled: true }
  const held = lifecyclesOf(document)
    .map(([name, { locks = [] }]) => ({ name, locks: locks.filter((lock) => locksField(lock, field)) }))
    .filter(({ locks }) => locks.length > 0)
  if (held.length === 0 || ui.disabled === true) return ui
  const home = within(expansion, entity.module)
  // A lock that names the field says more of it than one of the whole record.
  const all = held
    .flatMap(({ name, locks }) => locks.map((lock) => ({ ...lock, when: isIn(name, lock.in) })))
    .sort((a, b) => Number(Array.isArray(b.fields)) - Number(Array.isArray(a.fields)))
  const general = messageOf(home, 'form.locked')
  const texts = all.flatMap(({ when, message }) => {
    const text = message === undefined ? general : textOf(home, message)
    return text === undefined ? [] : [{ when, text }]
  })
  const isOne = new Set(texts.map(({ text }) => text)).size === 1 && typeof ui.disabled !== 'object'
  return {
    ...disabledAlso(
      ui,
      held.map(({ name, locks }) =>
        isIn(
          name,
          locks.flatMap((lock) => lock.in),
        ),
      ),
    ),
    disabled_text: ui.disabled_text ?? (isOne ? texts[0]!.text : general),
    ...(ui.disabled_text === undefined && !isOne && { disabled_reasons: texts }),
  }
}

/** When the state of a record locks what is meant, and what is said then. */
export function heldWhen(
  expansion: Expansion,
  { module, document }: Owned<EntityDocument>,
  isMeant: (lock: LifecycleDocumentLock) => boolean,
): { when: Record<string, unknown>; text: string }[] | undefined {
  const home = within(expansion, module)
  const locks = lifecyclesOf(document).flatMap(([field, { locks: all = [] }]) =>
    all
      .filter(isMeant)
      .map((lock) => ({
        when: isIn(field, lock.in),
        text: lock.message === undefined ? (messageOf(home, 'form.locked') ?? '') : textOf(home, lock.message),
      })),
  )
  return locks.length > 0 ? locks : undefined
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

/** The condition that a record is in one of some states. */
const isIn = (field: string, states: readonly State[]): Record<string, unknown> => ({
  properties: { [field]: states.length === 1 ? { const: states[0] } : { enum: [...states] } },
})
