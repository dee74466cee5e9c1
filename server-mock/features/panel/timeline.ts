import type { Handler, Handlers } from '#server/feature.ts'
import { addComment, changeComment, removeComment } from '#server/model/timeline/timeline-comments.ts'
import { kindsFrom, readTimeline } from '#server/model/timeline/timeline.ts'

const timeline: Handler<'timeline'> = async (context) => {
  const { model, id, cursor, kinds } = context.params
  return readTimeline(context, model, id, { cursor, kinds: kindsFrom(kinds) })
}

const comment: Handler<'timeline-comment'> = async (context) => {
  const { model, id, ...input } = context.payload
  return { results: await addComment(context, model, id, input) }
}

const change: Handler<'timeline-comment-change'> = async (context) => {
  const { id, ...input } = context.payload
  return { results: await changeComment(context, id, input) }
}

const remove: Handler<'timeline-comment-delete'> = async (context) => ({ results: await removeComment(context, context.params.id) })

/** The timeline of any record whose entity has one. */
export const timelineCalls: Handlers = {
  timeline,
  'timeline-comment': comment,
  'timeline-comment-change': change,
  'timeline-comment-delete': remove,
}
