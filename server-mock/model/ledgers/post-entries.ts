import { validationError } from '#server/errors.ts'
import type { ModelContext } from '#server/model/context.ts'
import { collect, maxEntries, takePosts, type LedgerEntry, type Reversal } from './pending-posts.ts'
import { requireUnpostedFields } from './posted-records.ts'
import { Posting } from './posting.ts'
import { servedLedger } from './served-ledger.ts'

/**
 * Posts entries to a ledger, with the change that is open or, where none is, at once. The entries of a call are posted together: what
 * counts is what an account comes to.
 * @throws a 422 at each amount and account that cannot be, and where a balance would go beyond its limit
 */
export async function postEntries(context: ModelContext, ledger: string, entries: readonly LedgerEntry[]): Promise<void> {
  const { parts } = servedLedger(context, ledger)
  const isLater = collect(
    context,
    entries.map((post) => ({ ledger: parts.name, post })),
  )
  if (!isLater) await postPending(context)
}

/** Takes back what a source has posted to a ledger and what is not reversed yet, by opposite entries. */
export async function reverseEntries(context: ModelContext, ledger: string, reverse: Reversal): Promise<void> {
  const { parts } = servedLedger(context, ledger)
  if (!collect(context, [{ ledger: parts.name, reverse }])) await postPending(context)
}

/** Posts what was collected: ledger by ledger in the order of their names, and accounts in the order of their ids. */
export async function postPending(context: ModelContext): Promise<void> {
  const pending = takePosts(context.trx)
  await requireUnpostedFields(context, pending)
  if (pending.filter((each) => 'post' in each).length > maxEntries)
    throw validationError({ entries: [{ key: 'errors.too_many_entries', values: { max: maxEntries } }] })
  const names = [...new Set(pending.map(({ ledger }) => ledger))].sort()
  for (const name of names) await new Posting(context, servedLedger(context, name)).run(pending.filter(({ ledger }) => ledger === name))
}
