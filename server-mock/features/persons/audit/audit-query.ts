import { sql, type RawBuilder } from 'kysely'
import { lookUpEntity, mayReadAll } from '#server/model/context.ts'
import { nextDay, startOfDay } from '#server/model/list/day-range.ts'
import type { CallContext } from '#server/feature.ts'

/** What entries are looked for; all of them together. */
export interface AuditFilter {
  user?: number
  model?: string
  record?: number
  action?: string
  /** First and last day, in the caller's time zone. */
  from?: string
  to?: string
}

type Call = Pick<CallContext, 'trx' | 'caller' | 'registry'>

/**
 * Ids of entries, the newest first. Whoever may not do everything sees the entries of records that he may read, all of an entity or none.
 */
export async function findEntries(context: Call, filter: AuditFilter, before: number | undefined, limit: number): Promise<number[]> {
  const { user, model, record, action, from, to } = filter
  const { caller, trx } = context
  const conditions: RawBuilder<unknown>[] = [
    sql`true`,
    ...(user === undefined ? [] : [sql`(user_id = ${user} or impersonator_id = ${user})`]),
    ...(model === undefined ? [] : [sql`entity = ${model}`]),
    ...(record === undefined ? [] : [sql`record_id = ${record}`]),
    ...(action === undefined ? [] : [sql`action = ${action}`]),
    ...(from === undefined ? [] : [sql`at >= ${startOfDay(from, caller.timezone)}`]),
    ...(to === undefined ? [] : [sql`at < ${startOfDay(nextDay(to), caller.timezone)}`]),
    ...(before === undefined ? [] : [sql`id < ${before}`]),
    ...(caller.isAdmin || caller.isDeveloper ? [] : [sql`entity = any(${readableModels(context)}::text[])`]),
  ]
  const { rows } = await sql<{ id: number }>`select id from pishkhan.audit where ${sql.join(conditions, sql` and `)}
    order by id desc limit ${limit}`.execute(trx)
  return rows.map(({ id }) => Number(id))
}

function readableModels(context: Call): string[] {
  return [...context.registry.entities.keys()].filter((name) => {
    const entity = lookUpEntity(context.registry, name)
    return entity !== undefined && mayReadAll(context, entity)
  })
}

/** Kinds of records and of changes that the audit knows, for the choices of its filters. */
export async function readKinds({ trx }: Pick<Call, 'trx'>): Promise<{ models: string[]; actions: string[] }> {
  // Each name is looked up in the index on its own: counting all entries of a long audit would take seconds.
  const { rows } = await sql<{ entity: string }>`with recursive kinds as (
      (select entity from pishkhan.audit order by entity limit 1)
      union all select (select next.entity from pishkhan.audit next where next.entity > kinds.entity order by next.entity limit 1)
      from kinds where kinds.entity is not null)
    select entity from kinds where entity is not null`.execute(trx)
  const recent = await sql<{
    action: string
  }>`select distinct action from (select action from pishkhan.audit order by id desc limit 5000) recent`.execute(trx)
  return { models: rows.map(({ entity }) => entity), actions: recent.rows.map(({ action }) => action).sort() }
}
