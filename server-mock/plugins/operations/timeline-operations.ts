import { addComment, type CommentInput } from '#server/model/timeline/timeline-comments.ts'
import { readTimeline, timelineQuery } from '#server/model/timeline/timeline.ts'
import { callRecord } from './call-record.ts'
import { filledValues, requireWhere, type Operate } from './served.ts'

export const timeline: Operate = async (context, served) => {
  const { id } = await callRecord(context, served)
  await requireWhere(context, served, id)
  const { results, metadata } = await readTimeline(context, served.entity, id, timelineQuery(context.params), served.options)
  return { results, metadata: { ...metadata } }
}

export const comment: Operate = async (context, served) => {
  const { id } = await callRecord(context, served)
  const input: CommentInput = { ...context.payload, ...filledValues(context, served.endpoint.values) }
  await requireWhere(context, served, id)
  return { results: await addComment(context, served.entity, id, input, served.options) }
}
