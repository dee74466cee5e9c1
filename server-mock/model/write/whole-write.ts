import type { ModelContext, ModelEntity } from '#server/model/context.ts'
import { forgetPosted } from '#server/model/ledgers/posted-records.ts'
import { closePosts, openPosts } from '#server/model/ledgers/pending-posts.ts'
import { postPending } from '#server/model/ledgers/post-entries.ts'
import { forgetEvents } from '#server/model/notifications/due-events.ts'
import { tellEvents } from '#server/model/notifications/tell-events.ts'
import { selectAnyRows, type StoredRow } from '#server/model/read.ts'
import { forgetNumbers, giveDueNumbers } from '#server/model/sequences/due-numbers.ts'

/**
 * Runs a change with everything that it brings about, and closes it: what is taken last, so that its locks are held shortest, is done when
 * the outermost change is through: entries of ledgers first, then numbers. Changes inside of it are part of it.
 */
export async function wholeWrite(context: ModelContext, work: () => Promise<unknown>): Promise<void> {
  await closed(context, work)
}

/** The same for the change of one record; its row as it is when the change is closed. */
export async function wholeRow(context: ModelContext, entity: ModelEntity, work: () => Promise<StoredRow>): Promise<StoredRow> {
  const { result, isChanged } = await closed(context, work)
  return isChanged ? ((await selectAnyRows(context, entity, [result.id]))[0] ?? result) : result
}

async function closed<Result>(context: ModelContext, work: () => Promise<Result>): Promise<{ result: Result; isChanged: boolean }> {
  const { trx } = context
  const depth = openPosts(trx)
  try {
    const result = await work()
    if (depth > 0) return { result, isChanged: false }
    await postPending(context)
    const isChanged = await giveDueNumbers(context)
    // A number may let a record take a transition that posts.
    if (isChanged) await postPending(context)
    await tellEvents(context)
    return { result, isChanged }
  } finally {
    closePosts(trx)
    if (depth === 0) {
      forgetNumbers(context)
      forgetEvents(trx)
      forgetPosted(trx)
    }
  }
}
