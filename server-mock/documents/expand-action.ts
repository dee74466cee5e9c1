import type { Action, ActionOptions, ModalAnswer } from '#schemas/types/contract.d.ts'
import { findEntity, typeOf } from './entity-field.ts'
import { compact, localised, may, type Expansion } from './expansion.ts'
import type { ModalCollector } from './expand-modal.ts'
import { findEndpoint, mayCall, mayReach } from './reach.ts'

/**
 * An action as the panel runs it: texts localised, the method of its call filled in, the modal that it opens collected.
 * Undefined where the reader may not do it, also where the call, the page or everything in the modal is refused to him.
 */
export function expandAction(expansion: Expansion, action: Action, modals: ModalCollector): Action | undefined {
  if (!may(expansion, action.access)) return undefined
  const { access: _, ...rest } = action
  const options = action.options ?? {}
  if (action.type === 'call' || action.type === 'download') {
    if (!mayCall(expansion, options.name, options.version)) return undefined
  }
  if (!mayReach(expansion, action.type === 'navigate' ? options.to : undefined)) return undefined
  const expanded = localised(expansion, rest)
  if (action.type === 'call') return { ...expanded, options: withSubject(expansion, withMethod(expansion, expanded.options ?? {})) }
  if (action.type === 'download') return { ...expanded, options: withMethod(expansion, expanded.options ?? {}) }
  if (action.type !== 'modal' || options.modal === undefined) return expanded
  const modal =
    typeof options.modal === 'string'
      ? modals.open(expansion, options.modal)
      : modals.inline(expansion, options.modal as unknown as ModalAnswer)
  return modal === undefined ? undefined : { ...expanded, options: { ...expanded.options, modal } }
}

/** Actions that the reader may do, each with an id of its own. */
export function expandActions(expansion: Expansion, actions: readonly Action[] | undefined, modals: ModalCollector): Action[] {
  return withIds((actions ?? []).map((action) => expandAction(expansion, action, modals)))
}

/** Gives every action that has none an id, derived from what it does and, among equals, from its position. */
export function withIds(actions: readonly (Action | undefined)[]): Action[] {
  const seen = new Map<string, number>()
  return actions
    .filter((action) => action !== undefined)
    .map((action) => {
      const { name, modal, to } = action.options ?? {}
      const subject = [name, typeof modal === 'string' ? modal : modal?.id, typeof to === 'string' ? to : to?.name].find(
        (part) => typeof part === 'string',
      )
      const id =
        action.id ??
        [action.type, subject]
          .filter(Boolean)
          .join('-')
          .replace(/[^A-Za-z0-9_-]+/g, '-')
      const count = (seen.get(id) ?? 0) + 1
      seen.set(id, count)
      return { ...action, id: count > 1 ? `${id}-${count}` : id }
    })
}

/** Adds what a call is about to its options: the name of the entity, from its values or its endpoint. */
function withSubject(expansion: Expansion, options: ActionOptions): ActionOptions {
  if (options.subject !== undefined) return options
  const values = [options.payload, options.params].filter((part) => typeof part === 'object')
  const model =
    values.map((part) => part.model).find((name) => typeof name === 'string') ??
    findEndpoint(expansion.registry, options.name, options.version)?.entity
  const entity = findEntity(expansion.registry, model)
  return entity ? { ...options, subject: typeOf(expansion, entity) } : options
}

/** Options of a call with the method that the catalogue names, so that the panel need not know it. */
function withMethod({ registry }: Expansion, options: ActionOptions): ActionOptions {
  return compact({ ...options, method: options.method ?? findEndpoint(registry, options.name, options.version)?.method })
}
