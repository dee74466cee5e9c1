import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { tableOf } from '#server/database/sql-names.ts'
import type { ModelContext, ModelEntity } from '#server/model/context.ts'
import { root } from '#server/model/list/field-in-sql.ts'
import { isLimited, rowLimit } from '#server/model/row-limit.ts'
import type { TimelineLink, TimelineWord } from './timeline-links.ts'
import type { TimelinePlace } from './timeline-cursor.ts'

/** Kinds of entries; `event` is what a feature has noted by a word of its own. */
export const timelineKinds = [
  'created',
  'changed',
  'transition',
  'comment',
  'trashed',
  'restored',
  'destroyed',
  'activated',
  'deactivated',
  'event',
] as const
export type TimelineKind = (typeof timelineKinds)[number]

const kindsByAction: Readonly<Record<string, TimelineKind>> = {
  create: 'created',
  update: 'changed',
  trash: 'trashed',
  restore: 'restored',
  destroy: 'destroyed',
  activate: 'activated',
  deactivate: 'deactivated',
}

export type TimelineOrder = NonNullable<TimelineWord['order']>

export const kindOf = (action: string, details: unknown): TimelineKind =>
  details ? 'transition' : ((Object.hasOwn(kindsByAction, action) ? kindsByAction[action] : undefined) ?? 'event')

/** One entry: of the audit, one or those that one call made of linked records; or a comment. */
export interface TimelineEntry extends TimelinePlace {
  source: 'own' | 'linked' | 'comment'
  entity: string
  /** Ids in the audit, or of the comment; the first hundred. */
  ids: number[]
  count: number
}

export interface EntryQuery {
  entity: ModelEntity
  id: number
  links: readonly TimelineLink[]
  /** All when left out. */
  kinds?: ReadonlySet<string>
  /** Also comments that are private. */
  hasPrivate: boolean
  after?: TimelinePlace
  order: TimelineOrder
  limit: number
}

const mostTogether = 100

/** Entries of a record and of those that are linked to it, in the order of the query. */
export async function selectEntries(context: ModelContext, query: EntryQuery): Promise<TimelineEntry[]> {
  const { entity, id, links, kinds, after, order, limit } = query
  const [direction, later] = order === 'oldest' ? [sql`asc`, sql`>`] : [sql`desc`, sql`<`]
  const parts = [
    sql`select at, 2 as rank, id, 'own' as source, entity, array[id] as ids, 1 as count from pishkhan.audit
      where entity = ${entity.name} and record_id = ${id} and ${ofKinds(kinds)}`,
    ...links.map(
      (
        link,
      ) => sql`select at, 1 as rank, max(id) as id, 'linked' as source, entity, (array_agg(id order by id))[1:${sql.lit(mostTogether)}] as ids,
        count(*)::integer as count from pishkhan.audit
      where entity = ${link.entity.name} and record_id in (${linkedIds(context, link, id)}) and ${ofKinds(kinds)}
      group by at, request_id, entity, user_id, impersonator_id, case when details is null then 0 else id end`,
    ),
    ...(kinds === undefined || kinds.has('comment') ? [comments(query)] : []),
  ]
  const from =
    after && sql`where (at, rank, id) ${later} (${after.moment}::timestamp at time zone 'UTC', ${after.rank}::integer, ${after.id}::bigint)`
  const { rows } =
    await sql<TimelineEntry>`select to_char(at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') as moment, rank, id, source, entity, ids, count
    from (${sql.join(parts, sql` union all `)}) as entry ${from ?? sql``} order by at ${direction}, rank ${direction}, id ${direction} limit ${limit}`.execute(
      context.trx,
    )
  return rows
}

const comments = ({ entity, id, hasPrivate }: EntryQuery) =>
  sql`select created_at as at, 3 as rank, id, 'comment' as source, model as entity, array[id] as ids, 1 as count from ${sql.raw(tableOf('timeline_comment'))}
    where model = ${entity.name} and record = ${id} and deleted_at is null ${hasPrivate ? sql`` : sql`and not private`}`

/** Ids of the linked records that are there, and of those that were destroyed, within the caller's record rules. */
function linkedIds(context: ModelContext, { entity, columns, isRow }: TimelineLink, id: number): RawBuilder<unknown> {
  const refers = sql.join(
    columns.map((name) => sql`${sql.ref(name)} = ${id}`),
    sql` or `,
  )
  const referred = sql.join(
    columns.map((name) => sql`before @> ${JSON.stringify({ [name]: id })}::jsonb`),
    sql` or `,
  )
  const table = sql.raw(tableOf(entity.name))
  const isAll = isRow || !isLimited(context.caller, entity, 'read', {})
  const within = isAll ? sql`` : sql`and ${rowLimit(context, entity, 'read', {})}`
  const wasWithin = isAll
    ? sql``
    : sql`and exists (select 1 from jsonb_populate_record(null::${table}, before) as ${sql.ref(root)} where ${rowLimit(context, entity, 'read', {})})`
  return sql`select id from ${table} as ${sql.ref(root)} where (${refers}) ${within}
    union select record_id from pishkhan.audit where action = 'destroy' and entity = ${entity.name} and (${referred}) ${wasWithin}`
}

function ofKinds(kinds: ReadonlySet<string> | undefined): RawBuilder<SqlBool> {
  if (kinds === undefined) return sql<SqlBool>`true`
  const actions = Object.keys(kindsByAction).filter((action) => kinds.has(kindsByAction[action]!))
  const conditions = [
    ...(kinds.has('transition') ? [sql`details is not null`] : []),
    ...(actions.length > 0 ? [sql`(details is null and action in (${sql.join(actions)}))`] : []),
    ...(kinds.has('event') ? [sql`(details is null and action not in (${sql.join(Object.keys(kindsByAction))}))`] : []),
  ]
  return conditions.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(conditions, sql` or `)})`
}
