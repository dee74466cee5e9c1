import { sql } from 'kysely'
import { isAllowed } from '#server/caller.ts'
import { ApiError, validationError } from '#server/errors.ts'
import type { CallContext } from '#server/feature.ts'
import { moduleText } from '#server/module-text.ts'
import { takeTransition, trusted, writeRecord, type ModelRecord } from '#server/model/model.ts'

export const text = moduleText('commenting')

/** Fields that only this feature writes. */
const own = ['name', 'email', 'mobile', 'website', 'ip', 'user', 'post', 'parent', 'admin_reply'] as const

type StoreContext = Pick<CallContext, 'caller' | 'registry' | 'trx' | 'now' | 'ip'>

interface Target {
  post_id: number
  /** Comment that the thread begins with; replies to replies belong to it too. */
  parent_id: number | null
}

/**
 * Where a comment goes: a post, or the thread of a comment. Visitors comment on what the site shows: a published post of a type with
 * comments.
 * @throws a 422 on `post_id` or `parent_id`
 */
export async function targetOfComment(context: StoreContext, postId: number | undefined, parentId: number | undefined): Promise<Target> {
  const parent = parentId === undefined ? undefined : await threadOf(context, parentId)
  if (parentId !== undefined && (!parent || (postId !== undefined && postId !== parent.post_id)))
    throw validationError({ parent_id: [text(context, 'parent_closed')] })
  const id = parent?.post_id ?? postId
  if (id === undefined) throw validationError({ post_id: [{ key: 'rules.required' }] })
  const { rows } = await sql<{ open: boolean }>`
    select (post.status = 'published' and type.features ? 'comments') as open from data.post as post
    join data.content_type as type on type.id = post.content_type_id where post.id = ${id} and post.deleted_at is null`.execute(context.trx)
  const isOpen = rows[0] !== undefined && (rows[0].open || isAllowed(context.caller, 'commenting.write'))
  if (!isOpen) throw validationError({ post_id: [text(context, 'post_closed')] })
  return { post_id: id, parent_id: parent?.root ?? null }
}

/** The thread that a comment belongs to; visitors reply to what the site shows, with the comment that the thread begins with. */
async function threadOf({ trx, caller }: StoreContext, id: number): Promise<{ root: number; post_id: number } | undefined> {
  const shown = isAllowed(caller, 'commenting.write')
    ? sql`true`
    : sql`(comment.status, root.status) = ('approved', 'approved') and comment.private is not true and root.private is not true`
  const { rows } = await sql<{ root: number; post_id: number }>`
    select root.id as root, comment.post_id from data.comment as comment
    join data.comment as root on root.id = coalesce(comment.parent_id, comment.id)
    where comment.id = ${id} and comment.deleted_at is null and root.deleted_at is null and ${shown}`.execute(trx)
  return rows[0]
}

export interface NewComment {
  text: string
  name?: string | null
  email?: string | null
  mobile?: string | null
  website?: string | null
  private?: boolean
  attachments?: readonly unknown[]
}

/** Stores a comment of the caller: it is pending, unless `step` takes it further. */
export async function addComment(
  context: StoreContext,
  target: Target,
  comment: NewComment,
  { adminReply = false, step }: { adminReply?: boolean; step?: 'approve' | 'mark_spam' } = {},
): Promise<ModelRecord> {
  const { user } = context.caller
  const data = {
    ...comment,
    ...target,
    name: comment.name?.trim() || user?.name_full || null,
    user_id: user?.id ?? null,
    ip: context.ip,
    admin_reply: adminReply,
  }
  const options = { ...trusted, readOnly: own }
  const stored = await writeRecord(context, 'comment', { data }, options)
  return step === undefined ? stored : takeTransition(context, 'comment', { id: stored.id, transition: step }, trusted)
}

/**
 * The site's own reply to a comment, approved from the start.
 * @throws `not-found`; `precondition-failed` where the comment, or the one that its thread begins with, is in the trash
 */
export async function addAdminReply(context: StoreContext, id: number, reply: string): Promise<ModelRecord> {
  const { rows } = await sql<{ deleted_at: unknown; root_deleted_at: unknown }>`
    select comment.deleted_at, root.deleted_at as root_deleted_at from data.comment as comment
    left join data.comment as root on root.id = comment.parent_id where comment.id = ${id}`.execute(context.trx)
  if (!rows[0]) throw new ApiError('not-found')
  if (rows[0].deleted_at !== null) throw new ApiError('precondition-failed', { userMessage: { key: 'errors.in_trash' } })
  if (rows[0].root_deleted_at !== null) throw new ApiError('precondition-failed', { userMessage: text(context, 'thread_in_trash') })
  const target = await targetOfComment(context, undefined, id)
  return addComment(context, target, { text: reply }, { adminReply: true, step: 'approve' })
}
