import { sql } from 'kysely'
import { channelChoices } from '#schemas/rules/notification-channels.ts'
import type { NotificationDocument } from '#schemas/types/contract.d.ts'
import type { Trx } from '#server/database/database.ts'
import { tableOf } from '#server/database/sql-names.ts'
import type { DocumentRegistry, Owned } from '#server/documents/registry.ts'
import type { ModelContext } from '#server/model/context.ts'
import type { StoredRow } from '#server/model/read.ts'
import type { Recipients } from './recipients.ts'
import { nameOf } from './store-notice.ts'

/** Stands for all recipients. */
const everybody = 0

type Marking = Pick<ModelContext, 'trx' | 'now'>

/** Notes a point of a record as told to everybody; false if it was told before. */
export async function markPoint(
  { trx, now }: Marking,
  owned: Owned<NotificationDocument>,
  { id }: StoredRow,
  point: string,
): Promise<boolean> {
  const { rows } = await sql`insert into pishkhan.notice_points (name, record_id, point, user_id, at)
    values (${nameOf(owned)}, ${id}::bigint, ${point}, ${everybody}, ${now}) on conflict do nothing returning point`.execute(trx)
  return rows.length > 0
}

/** Notes points of a record as told to each recipient, and leaves those to whom the last of them was not told before. */
export async function markRecipients(
  { trx, now }: Marking,
  owned: Owned<NotificationDocument>,
  { id }: StoredRow,
  points: readonly string[],
  recipients: Recipients,
): Promise<Recipients> {
  const users = [...new Set(channelChoices.flatMap((choice) => recipients[choice]))]
  const last = points.at(-1)!
  const { rows } = await sql<{ user_id: number }>`
    with marked as (insert into pishkhan.notice_points (name, record_id, point, user_id, at)
      select ${nameOf(owned)}, ${id}::bigint, p, u, ${now} from unnest(${points}::text[]) as p, unnest(${users}::bigint[]) as u
      where not exists (select 1 from pishkhan.notice_points t
        where t.name = ${nameOf(owned)} and t.record_id = ${id}::bigint and t.point = p and t.user_id = ${everybody})
      on conflict do nothing returning user_id, point)
    select user_id from marked where point = ${last}`.execute(trx)
  const isNew = new Set(rows.map(({ user_id: user }) => Number(user)))
  return Object.fromEntries(
    channelChoices.map((choice) => [choice, recipients[choice].filter((user) => isNew.has(user))]),
  ) as unknown as Recipients
}

const dayMs = 24 * 60 * 60 * 1000
/** A day that was told ahead of a date comes up no more; what is told once stays for as long as its record does. */
const keptDays = { before: 30, unpublished: 180 }

/** Removes points that can bring nothing about any more: of days that are past, of records and of notifications that are gone. */
export async function purgePoints(trx: Trx, registry: DocumentRegistry, now: Date): Promise<void> {
  const daysAgo = (days: number) => new Date(now.getTime() - days * dayMs)
  const all = [...registry.notifications.values()].flat()
  for (const owned of all) {
    const { entity, before } = owned.document.on
    if (before)
      await sql`delete from pishkhan.notice_points where name = ${nameOf(owned)} and at < ${daysAgo(keptDays.before)}`.execute(trx)
    else if (entity !== undefined && owned.document.once)
      await sql`delete from pishkhan.notice_points p where p.name = ${nameOf(owned)}
        and not exists (select 1 from ${sql.raw(tableOf(entity.slice(entity.indexOf('/') + 1)))} r where r.id = p.record_id)`.execute(trx)
  }
  await sql`delete from pishkhan.notice_points
    where at < ${daysAgo(keptDays.unpublished)} and name <> all(${all.map(nameOf)}::text[])`.execute(trx)
}
