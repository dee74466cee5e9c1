import { findEntity } from '#server/documents/entity-field.ts'
import { localiseText } from '#server/documents/localise.ts'
import { validationError } from '#server/errors.ts'
import type { CallContext, Feature, Handler, UnmanagedHandler } from '#server/feature.ts'
import { listRecords, readRecord, type ModelRecord } from '#server/model/model.ts'
import { recordResults } from '#server/model/record-results.ts'
import { clientOf } from '#server/plugins/client-address.ts'
import { countUse, tooManyRequests } from '#server/plugins/rate-limit.ts'
import { commentFormConfig, trap } from './form-config.ts'
import { seedComments } from './seed.ts'
import { addAdminReply, addComment, targetOfComment, text } from './store.ts'

/** Comments of one visitor, or of one user, in ten minutes. */
const limit = { limit: 10, windowMs: 10 * 60 * 1000 }
const mostReplies = 100

/** What the catalogue requires of its `permission` stands for the entity's access; record rules hold. */
const permitted = { permitted: true } as const

const single: Handler<'commenting-single'> = async (context) => {
  const { id } = context.params
  const comment = await readRecord(context, 'comment', id, { ...permitted, flags: true })
  const { results: thread } = await listRecords(
    context,
    'comment',
    { page_size: mostReplies, sort: 'created_at', order: 'desc' },
    { ...permitted, fixed: { fields: { parent_id: comment.parent_id ?? id } } },
  )
  // Threads are flat: under a reply stands what was said after it.
  const own = thread.findIndex((reply) => reply.id === comment.id)
  const replies = (own < 0 ? thread : thread.slice(0, own)).reverse()
  return {
    results: recordResults({
      ...comment,
      sender: comment.name ?? text(context, 'guest'),
      post_type: await postType(context, comment),
      replies,
      thread: threadOf(context, replies),
    }),
  }
}

/** Title of the content type of a comment's post. */
async function postType(context: CallContext, { post_id: id }: ModelRecord): Promise<string | null> {
  const post = await readRecord(context, 'post', id as number, { trusted: true, paths: ['content_type'] })
  return (post.content_type as { title?: string } | null)?.title ?? null
}

/** Replies as a timeline draws them: the newest first, the site's own under their mark, those of visitors under their status. */
function threadOf(context: CallContext, replies: readonly ModelRecord[]) {
  const { registry, caller } = context
  const entity = findEntity(registry, 'comment')!
  const options = entity.document.options?.status ?? []
  return [...replies].reverse().map((reply) => {
    const option = options.find(({ value }) => value === reply.status)
    return {
      id: reply.id,
      status_title: reply.admin_reply
        ? text(context, 'admin_reply_mark')
        : localiseText(registry, entity.module, caller.locale, option?.title ?? ''),
      description: reply.text as string,
      date: reply.created_at as string,
      name: (reply.name as string | null) ?? text(context, 'guest'),
      color: reply.admin_reply ? 'primary' : (option?.color ?? 'default'),
    }
  })
}

const save: UnmanagedHandler<'commenting-comment-save'> = {
  async unmanaged(context) {
    const { database, caller, payload, ip, now } = context
    // Counted in a transaction of its own, so that refused calls count too.
    const key = `comment:${caller.user ? `user:${caller.user.id}` : clientOf(ip)}`
    const waitMs = await database.transaction((trx) => countUse(trx, [{ key, ...limit }], now))
    if (waitMs > 0) throw tooManyRequests(waitMs)
    const { post, post_id: postId = post, parent_id: parent, [trap]: trapped, attachments = [], ...comment } = payload
    if (attachments.length > 0 && !caller.user) throw validationError({ attachments: [text(context, 'attachments_signed_in')] })
    return database.transaction(async (trx) => {
      const call = { ...context, trx }
      const target = await targetOfComment(call, postId, parent ?? undefined)
      const step = trapped ? 'mark_spam' : undefined
      const { id } = await addComment(call, target, { ...comment, attachments }, { step })
      // Whoever filled in the trap is not told.
      return { results: { id, status: 'pending' } }
    })
  },
}

const adminReply: Handler<'commenting-admin-reply'> = async (context) => ({
  results: recordResults(await addAdminReply(context, context.payload.id, context.payload.text)),
})

/** Comments of the site's visitors; their states and lists are documents. */
export const commenting: Feature = {
  module: 'commenting',
  handlers: {
    'commenting-single': single,
    'commenting-form-config': async (context) => ({ results: commentFormConfig(context) }),
    'commenting-comment-save': save,
    'commenting-admin-reply': adminReply,
  },
  seed: seedComments,
}
