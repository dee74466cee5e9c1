import type { Action } from '#schemas/types/contract.d.ts'
import type { CallContext } from '#server/feature.ts'
import { checkAction, statusOf, type PostAction, type PostState, type SaveAction } from './post-actions.ts'
import { text } from './text.ts'

interface Subject {
  type: string
  id?: number
  version?: number
  locale?: string
  sister?: number
  state: PostState
}

/** Actions of the editor for a post in its present state, the main one first; each save takes the form's data along. */
export function postButtons(context: Pick<CallContext, 'caller' | 'registry' | 'now'>, post: Subject): Action[] {
  const can = (action: PostAction) => checkAction(context.caller, post.state, action, context.now) === 'ok'
  const say = (key: string) => text(context, key)
  const target = {
    ...(post.id === undefined ? { type: post.type, locale: post.locale, sister: post.sister } : { id: post.id, version: post.version }),
  }
  const save = (action: SaveAction, title: string, toast: string, looks: Partial<Action> = {}): Action[] =>
    can(action)
      ? [
          {
            id: action.replaceAll('_', '-'),
            type: 'call',
            title: say(title),
            ...looks,
            options: {
              name: 'content-post-save',
              method: 'POST',
              payload: { ...target, action, data: '{form}' },
              success: { toast: say(toast), refresh: 'screen' },
              error: { toast: say('save_failed') },
            },
          },
        ]
      : []
  const own = (
    action: 'trash' | 'restore' | 'destroy',
    method: 'DELETE' | 'PUT',
    title: string,
    toast: string,
    looks: Partial<Action>,
  ): Action[] =>
    can(action)
      ? [
          {
            id: action,
            type: 'call',
            title: say(title),
            ...looks,
            options: {
              name: `content-post-${action}`,
              method,
              ...(method === 'DELETE' ? { params: target } : { payload: target }),
              success: {
                toast: say(toast),
                ...(action === 'restore'
                  ? { refresh: 'screen' as const }
                  : { redirect: { name: 'content-post-list', params: { type: post.type } } }),
              },
              error: { toast: say(`${action}_failed`) },
            },
          },
        ]
      : []
  const isNew = post.id === undefined
  return [
    ...save('publish', 'publish', 'published', { primary: true, color: 'primary', icon: 'check' }),
    ...(isNew ? [] : save('save', 'update', 'saved', { icon: 'save', ...(can('publish') ? {} : { primary: true, color: 'primary' }) })),
    // A draft is not public: saving a published post as one unpublishes it, which needs a confirmation.
    ...save('draft', 'save_draft', 'saved', {
      icon: 'file',
      ...(statusOf(post.state, context.now) === 'published' && { confirm: say('unpublish_this_confirm') }),
    }),
    ...save('schedule', 'schedule', 'scheduled', { icon: 'clock-circle' }),
    ...save('send_to_moderator', 'send_to_moderator', 'sent', { icon: 'send' }),
    ...save('send_to_editor', 'send_to_editor', 'sent', { icon: 'send' }),
    ...(isNew
      ? []
      : [
          ...save('unpublish', 'unpublish', 'unpublished', { icon: 'stop', confirm: say('unpublish_this_confirm') }),
          ...rejectButton(context, post),
          ...own('trash', 'DELETE', 'trash_action', 'trashed', { icon: 'delete', color: 'danger', confirm: say('trash_this_confirm') }),
          ...own('restore', 'PUT', 'restore', 'restored', {
            icon: 'undo',
            primary: true,
            color: 'primary',
            confirm: say('restore_this_confirm'),
          }),
          ...own('destroy', 'DELETE', 'destroy', 'destroyed', { icon: 'close', color: 'danger', confirm: say('destroy_this_confirm') }),
        ]),
  ]
}

/** Rejecting asks for a note, so it opens a modal of its own. */
function rejectButton(context: Pick<CallContext, 'caller' | 'registry' | 'now'>, post: Subject): Action[] {
  if (checkAction(context.caller, post.state, 'reject', context.now) !== 'ok') return []
  const say = (key: string) => text(context, key)
  return [
    {
      id: 'reject',
      type: 'modal',
      title: say('reject'),
      icon: 'close-circle',
      color: 'warning',
      options: {
        modal: {
          id: 'post-reject-this',
          title: say('reject'),
          text: say('reject_text'),
          size: 'sm',
          body: {
            schema: {
              type: 'object',
              required: ['moderation_note'],
              properties: { moderation_note: { type: 'string', rules: 'required|max:2000' } },
            },
            ui: { moderation_note: { title: say('entities.post.moderation_note'), widget: 'textarea', rows: 4 } },
          },
          buttons: [
            { id: 'cancel', title: say('cancel') },
            {
              id: 'reject',
              title: say('reject'),
              color: 'danger',
              action: {
                type: 'call',
                options: {
                  name: 'content-post-save',
                  method: 'POST',
                  payload: { id: post.id, version: post.version, action: 'reject', moderation_note: '{form.moderation_note}' },
                  success: { toast: say('rejected'), close: true, refresh: 'screen' },
                  error: { toast: say('reject_failed') },
                },
              },
            },
          ],
        },
      },
    },
  ]
}
