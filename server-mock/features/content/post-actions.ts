import { isAllowed, type Caller } from '#server/caller.ts'

export type StoredStatus = 'draft' | 'pending' | 'scheduled' | 'published' | 'rejected'
export type Status = StoredStatus | 'trashed'
export const statuses: readonly Status[] = ['published', 'draft', 'trashed', 'scheduled', 'rejected', 'pending']

/** Status actions of the save call. */
export type SaveAction = 'save' | 'draft' | 'publish' | 'schedule' | 'unpublish' | 'reject' | 'send_to_moderator' | 'send_to_editor'
export type PostAction = SaveAction | 'pin' | 'unpin' | 'trash' | 'restore' | 'destroy'

export interface PostState {
  status: StoredStatus
  published_at: string | Date | null
  deleted_at: string | Date | null
  pinned: boolean
  /** Abilities of the post's type; where they are not known, all of them. */ features?: readonly string[]
}

/** What a post is at a moment: trashed while in the trash, published once its time has come, whatever the job has done. */
export function statusOf(post: Pick<PostState, 'status' | 'published_at' | 'deleted_at'>, now: Date): Status {
  return post.deleted_at ? 'trashed' : untrashedStatus(post, now)
}

export function untrashedStatus(post: Pick<PostState, 'status' | 'published_at'>, now: Date): StoredStatus {
  return post.status === 'scheduled' && post.published_at && new Date(post.published_at) <= now ? 'published' : post.status
}

interface Rule {
  /** Permission; a function where it depends on what the post is. */
  access: string | ((status: Status) => string)
  /** Statuses from which the action is open. */
  from: readonly Status[]
  when?: (post: PostState) => boolean
  /** Ability that the post's type has to have. What was pinned before the type lost it can still be unpinned. */
  feature?: string
}

const untrashed: readonly Status[] = ['draft', 'pending', 'scheduled', 'published', 'rejected']
const unpublished: readonly Status[] = ['draft', 'pending', 'scheduled', 'rejected']

/** Taking something out of publication asks for the right to publish. */
const writeOrPublish = (status: Status) => (status === 'published' || status === 'scheduled' ? 'content.publish' : 'content.write')

const rules: Record<PostAction, Rule> = {
  save: { access: 'content.write', from: untrashed },
  draft: { access: writeOrPublish, from: untrashed },
  publish: { access: 'content.publish', from: unpublished },
  schedule: { access: 'content.publish', from: unpublished },
  unpublish: { access: 'content.publish', from: ['published'] },
  reject: { access: 'content.publish', from: untrashed },
  send_to_moderator: { access: 'content.write', from: ['draft', 'pending', 'rejected'] },
  send_to_editor: { access: 'content.write', from: ['draft', 'pending', 'rejected'] },
  pin: { access: 'content.publish', from: untrashed, when: (post) => !post.pinned, feature: 'pin' },
  unpin: { access: 'content.publish', from: untrashed, when: (post) => post.pinned },
  trash: { access: 'content.trash', from: untrashed },
  restore: { access: 'content.trash', from: ['trashed'] },
  destroy: { access: 'content.destroy', from: ['trashed'] },
}

/** `ok`, or why the action is not possible: the caller's permissions, the features of the post's type, or the present state of the post. */
export function checkAction(caller: Caller, post: PostState, action: PostAction, now: Date): 'ok' | 'permission' | 'feature' | 'state' {
  const { access, from, when, feature } = rules[action]
  const status = statusOf(post, now)
  if (!isAllowed(caller, typeof access === 'string' ? access : access(status))) return 'permission'
  if (feature !== undefined && post.features?.includes(feature) === false) return 'feature'
  return from.includes(status) && (when?.(post) ?? true) ? 'ok' : 'state'
}

/** Flags of a row: which actions this caller can take on it now. */
export function flagsOf(caller: Caller, post: PostState, now: Date): Record<`can_${string}`, boolean> {
  const can = (action: PostAction) => checkAction(caller, post, action, now) === 'ok'
  return {
    can_view: isAllowed(caller, 'content.read'),
    can_edit: can('save'),
    can_draft: can('draft'),
    can_publish: can('publish'),
    can_schedule: can('schedule'),
    can_unpublish: can('unpublish'),
    can_reject: can('reject'),
    can_send: can('send_to_moderator'),
    can_pin: can('pin'),
    can_unpin: can('unpin'),
    can_trash: can('trash'),
    can_restore: can('restore'),
    can_destroy: can('destroy'),
    can_activate: false,
    can_deactivate: false,
  }
}
