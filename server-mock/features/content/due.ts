import { sql, type RawBuilder } from 'kysely'
import type { Trx } from '#server/database/database.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import type { Job } from '#server/feature.ts'
import { systemCaller, trusted, writeRecord } from '#server/model/model.ts'

const batch = 200

/** Publishes scheduled posts whose time has come; another process's are left to it. */
export async function publishDue(trx: Trx, registry: DocumentRegistry, now: Date): Promise<number> {
  const { rows } = await sql<{
    id: number
  }>`select id from data.post where status = 'scheduled' and published_at <= ${now.toISOString()}::text::timestamptz and deleted_at is null
    order by published_at limit ${batch} for update skip locked`.execute(trx)
  for (const { id } of rows)
    await writeRecord({ trx, registry, now, caller: systemCaller() }, 'post', { id, data: { status: 'published', sent_to: null } }, trusted)
  return rows.length
}

/** Whether the time of any scheduled post has come, as an expression. */
export const isPostDue = (now: Date): RawBuilder<boolean> =>
  sql`exists (select 1 from data.post where status = 'scheduled' and published_at <= ${now.toISOString()}::text::timestamptz and deleted_at is null)`

export const publishJob: Job = {
  name: 'content-publish-due',
  everyMs: 15_000,
  run: async (trx, registry, now) => {
    await publishDue(trx, registry, now)
  },
}
