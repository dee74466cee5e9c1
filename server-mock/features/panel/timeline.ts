import type { Handler, Handlers } from '#server/feature.ts'
import { addComment, changeComment, removeComment } from '#server/model/timeline/timeline-comments.ts'
import { readEarlierRecord } from '#server/model/timeline/earlier-record.ts'
import { readTimeline, timelineQuery } from '#server/model/timeline/timeline.ts'

const timeline: Handler<'timeline'> = async (context) => {
  const { model, id } = context.params
  return readTimeline(context, model, id, timelineQuery(context.params))
}

const version: Handler<'timeline-version'> = async (context) => {
  const { model, id, version } = context.params
  return readEarlierRecord(context, model, id, version)
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
  'timeline-version': version,
  'timeline-comment': comment,
  'timeline-comment-change': change,
  'timeline-comment-delete': remove,
}
