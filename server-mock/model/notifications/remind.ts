import { sql, type RawBuilder } from 'kysely'
import type { NotificationDocument } from '#schemas/types/contract.d.ts'
import type { Config } from '#server/config.ts'
import type { Trx } from '#server/database/database.ts'
import { tableOf } from '#server/database/sql-names.ts'
import type { DocumentRegistry, Owned } from '#server/documents/registry.ts'
import type { Job } from '#server/feature.ts'
import { lookUpEntity, systemCaller, type ModelContext, type ModelEntity } from '#server/model/context.ts'
import { selectAnyRows, type StoredRow } from '#server/model/read.ts'
import { defaultTimezone } from '#server/plugins/request-locale.ts'
import { markPoint } from './notice-points.ts'
import { holds, tell } from './tell-events.ts'

/** Records that are read at once. */
const batch = 200
/** What was due longer ago is told no more: after a stop of the server, and when a reminder is published. */
const graceDays = 1
const minuteMs = 60_000

/** Tells of the dates that draw near (`before`): each point of each record once. A date begins at midnight of the panel's zone. */
export async function remind(trx: Trx, registry: DocumentRegistry, now: Date, config?: Config): Promise<void> {
  const context: ModelContext = { trx, registry, now, caller: systemCaller(), ...(config && { config }) }
  for (const owned of [...registry.notifications.values()].flat()) {
    const { on } = owned.document
    const entity = on.before && on.entity !== undefined ? lookUpEntity(registry, on.entity) : undefined
    if (!entity) continue
    // The nearest point first: who missed two is told of the later one alone.
    for (const days of [...on.before!.days].sort((one, other) => one - other))
      await remindAhead(context, entity, owned, on.before!.field, days)
  }
}

async function remindAhead(
  context: ModelContext,
  entity: ModelEntity,
  owned: Owned<NotificationDocument>,
  field: string,
  days: number,
): Promise<void> {
  const column = entity.shape.byName.get(field)!.name
  for (let last = 0; ;) {
    const ids = await dueAfter(context, entity, column, days, last)
    for (const row of await selectAnyRows(context, entity, ids))
      await remindOf(context, entity, owned, row, `${String(row[column])} ${days}`)
    if (ids.length < batch) return
    last = ids.at(-1)!
  }
}

async function remindOf(context: ModelContext, entity: ModelEntity, owned: Owned<NotificationDocument>, row: StoredRow, point: string) {
  if (holds(owned.document, entity, row) && (await markPoint(context, owned, row, point))) await tell(context, entity, row, owned)
}

/** The column itself is compared, so that its index is used. */
async function dueAfter({ trx, now }: ModelContext, entity: ModelEntity, column: string, days: number, last: number): Promise<number[]> {
  const isDate = entity.shape.byName.get(column)?.kind === 'date'
  const [from, until] = [-graceDays, 0].map((shift) => {
    const moment = sql`${now.toISOString()}::text::timestamptz + make_interval(days => ${days + shift}::int)`
    // A date begins at midnight: the one that begins now, or has begun, is today's.
    return isDate ? sql`((${moment}) at time zone ${defaultTimezone}::text)::date` : moment
  }) as [RawBuilder<unknown>, RawBuilder<unknown>]
  const { rows } = await sql<{ id: number }>`select id from ${sql.raw(tableOf(entity.name))}
    where id > ${last} and deleted_at is null and ${sql.ref(column)} <= ${until} and ${sql.ref(column)} > ${from}
    order by id limit ${batch}`.execute(trx)
  return rows.map(({ id }) => Number(id))
}

/** Reminders come within a minute. */
export const remindJob: Job = { name: 'remind', everyMs: minuteMs, run: remind }
