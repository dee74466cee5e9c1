import { sql } from 'kysely'
import type { Config } from '#server/config.ts'
import type { Trx } from '#server/database/database.ts'
import { quotaExceeded } from './file-refusals.ts'

export interface NewFile {
  /** In bytes. */
  size: number
  userId: number | null
  /** Bytes that the table of files does not have: with this file, those of its user and of all. */
  besides?: { own: number; all: number }
}

/**
 * Refuses a file with which its user, or all together, have more than they may. One that is in the table of files counts there;
 * what was inserted is undone with the transaction.
 * @throws `quota-exceeded`, `storage-full`
 */
export async function requireSpace(
  trx: Trx,
  { size, userId, besides = { own: 0, all: 0 } }: NewFile,
  { quotaUserBytes, quotaBytes }: Pick<Config, 'quotaUserBytes' | 'quotaBytes'>,
): Promise<void> {
  const use = await trx
    .selectFrom('pishkhan.file_use')
    .select((row) => [
      row.fn.coalesce(sql<number>`sum(bytes) filter (where user_id = ${userId ?? 0})`, sql<number>`0`).as('own'),
      row.fn.coalesce(row.fn.sum<number>('bytes'), sql<number>`0`).as('all'),
    ])
    .executeTakeFirstOrThrow()
  const [own, all] = [Number(use.own) + besides.own, Number(use.all) + besides.all]
  if (own > quotaUserBytes) throw quotaExceeded('quota-exceeded', own - size, size, quotaUserBytes)
  if (all > quotaBytes) throw quotaExceeded('storage-full', all - size, size, quotaBytes)
}
