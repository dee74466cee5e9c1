import type { Trx } from '#server/database/database.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { systemCaller } from '#server/model/context.ts'
import { postEntries } from './post-entries.ts'
import type { LedgerEntry } from './pending-posts.ts'

/** Entries of one round, which are worked out and written together. */
const entriesAtOnce = 5000

/**
 * Posts many entries in their order, for seeds and for what was there before: with their moment (`at`) and who posted them (`by`). The
 * ledger's limits and holds are those of any other entry; the records of `source` are there.
 * @throws the fault of the first entry that cannot be posted
 */
export async function seedEntries(trx: Trx, registry: DocumentRegistry, ledger: string, entries: readonly LedgerEntry[]): Promise<void> {
  const context = { trx, registry, now: new Date(), caller: systemCaller() }
  for (let from = 0; from < entries.length; from += entriesAtOnce)
    await postEntries(context, ledger, entries.slice(from, from + entriesAtOnce))
}
