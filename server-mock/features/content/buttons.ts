import { findTransition } from '#schemas/rules/lifecycle/lifecycle.ts'
import type { Action } from '#schemas/types/contract.d.ts'
import { createModalCollector } from '#server/documents/expand-modal.ts'
import { transitionActions } from '#server/documents/transition-actions.ts'
import type { CallContext } from '#server/feature.ts'
import { findModel } from '#server/model/context.ts'
import { flagsOf } from '#server/model/flags.ts'
import type { StoredRow } from '#server/model/read.ts'
import { text } from './text.ts'

/** A post of the editor: one that is there, or a new one with what it begins with. */
interface Subject {
  type: string
  row: StoredRow
  start?: { locale: string; sister?: number }
}

/** Transitions that the list of posts has alone. */
const listed = new Set(['pin', 'unpin'])

/** Actions of the editor for a post in its present status, the main one first; what saves it takes the form's data along. */
export function postButtons(context: CallContext, { type, row, start }: Subject): Action[] {
  const say = (key: string) => text(context, key)
  const entity = findModel(context, 'post')
  const flags = flagsOf(context, entity, row)
  const target = start ? { type, ...start } : { id: row.id, version: row.version }
  const saving = (action: string, toast: string) => ({
    name: 'content-post-save',
    method: 'POST' as const,
    payload: { ...target, action, data: '{form}' },
    success: { toast, refresh: 'screen' as const },
    error: { toast: say('save_failed') },
  })
  const leaving = say('transitions.post.unpublish.confirm').replaceAll('{record.', '{post.')
  const modals = createModalCollector()
  const expansion = { registry: context.registry, reader: { ...context.caller, locales: context.config.locales }, module: 'content' }
  const steps = transitionActions(expansion, entity, modals, { record: 'post', refresh: 'screen' })
    .filter(({ id, flag }) => flags[flag as `can_${string}`] && !listed.has(id!))
    .map(({ id: name, flag: _, confirm: asked, ...looks }): Action => {
      const { form } = findTransition(entity.document, name)!.transition
      const action = { ...looks, id: name!.replaceAll('_', '-') }
      // What the transition requires and the form does not have is asked for.
      if (form?.required) {
        const modal = modals.all().find((each) => each.id === action.options?.modal)
        return { ...action, options: { modal } }
      }
      // Leaving publication is asked about, whichever button does it.
      const confirm = row.status === 'published' ? (asked ?? leaving) : undefined
      return { ...action, type: 'call', ...(confirm && { confirm }), options: saving(name!, say(`transitions.post.${name}.done`)) }
    })
  const isNew = start !== undefined
  const save: Action = { id: 'save', type: 'call', title: say('update'), icon: 'save', options: saving('save', say('saved')) }
  return [
    ...steps.filter(({ id }) => id === 'publish'),
    ...(flags.can_edit && !isNew ? [save] : []),
    ...steps.filter(({ id }) => id !== 'publish' && !(isNew && id === 'reject')),
    ...(isNew ? [] : removals(context, type, target).filter(({ id }) => flags[`can_${id}` as `can_${string}`])),
  ].map((action, at): Action =>
    at === 0 && ['publish', 'save', 'restore'].includes(action.id!) ? { ...action, primary: true, color: 'primary' } : action,
  )
}

/** Buttons to and from the trash; a post that is gone leads to the list of its type. */
function removals(context: CallContext, type: string, target: Record<string, unknown>): Action[] {
  const list = { redirect: { name: 'content-post-list', params: { type } } }
  return (
    [
      ['trash', { icon: 'delete', color: 'danger', title: 'trash_action' }, { method: 'DELETE', params: target }, 'trashed', list],
      ['restore', { icon: 'undo' }, { method: 'PUT', payload: target }, 'restored', { refresh: 'screen' }],
      ['destroy', { icon: 'close', color: 'danger' }, { method: 'DELETE', params: target }, 'destroyed', list],
    ] as const
  ).map(([id, { title = id, ...looks }, call, done, then]: readonly [string, Record<string, string>, object, string, object]) => ({
    id,
    type: 'call',
    ...looks,
    title: text(context, title),
    confirm: text(context, `${id}_this_confirm`),
    options: {
      name: `content-post-${id}`,
      ...call,
      success: { toast: text(context, done), ...then },
      error: { toast: text(context, `${id}_failed`) },
    },
  })) as Action[]
}
