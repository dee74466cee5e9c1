import { sql } from 'kysely'
import { isRecord } from '#schemas/rules/is-record.ts'
import { lifecyclesOf } from '#schemas/rules/lifecycle/lifecycle.ts'
import type { EntityDocument } from '#schemas/types/contract.d.ts'
import type { Trx } from '#server/database/database.ts'
import { tableOf } from '#server/database/sql-names.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { ApiError } from '#server/errors.ts'
import type { Job } from '#server/feature.ts'
import { lookUpEntity, systemCaller, type ModelContext, type ModelEntity } from '#server/model/context.ts'
import { queueBackfill, type FormerBySource } from './backfill-queue.ts'
import { planOf, type ComputedField } from './compute-plan.ts'
import { addFormerValue, type FormerValues } from './fetched-values.ts'
import { computeAgain, followChanges } from './follow-changes.ts'

/** How long one batch may take: an embedded database answers nobody else meanwhile. */
const batchMs = 150
const sizes = { first: 25, least: 5, most: 500 }

/** A computed field whose stored values are not all there yet. */
interface Backfill {
  entity: string
  field: string
  root: string
  from_now: boolean
  next_id: string
  former: FormerBySource | null
}

/** What decides the values of a computed field; undefined where it is none. */
export const wordsOf = (document: EntityDocument | undefined, field: string): string | undefined => {
  const property = document?.schema.properties[field] as Record<string, unknown> | undefined
  if (property?.computed === undefined) return undefined
  const { from_now: _, ...word } = isRecord(property.computed) ? property.computed : { formula: property.computed }
  return JSON.stringify([word, property.scale, property.frozen_in])
}

/**
 * Queues the computed fields that a publication brings or changes, of entities that have records. What was queued before and is not
 * computed any more is forgotten.
 */
export async function queueBackfills(
  trx: Trx,
  previous: ReadonlyMap<string, EntityDocument>,
  registry: DocumentRegistry,
  now: Date,
): Promise<void> {
  const { fields } = planOf(registry)
  const keys = fields.map(({ entity, column }) => `${entity.name}.${column.field}`)
  await sql`delete from pishkhan.backfill where not (entity || '.' || field = any(${keys}::text[]))`.execute(trx)
  for (const field of fields) {
    const { entity, column } = field
    const before = previous.get(entity.name)
    if (!before || wordsOf(before, column.field) === wordsOf(entity.document, column.field)) continue
    const { rows } = await sql`select 1 from ${sql.raw(tableOf(entity.name))} limit 1`.execute(trx)
    if (rows.length === 0) continue
    const word: unknown = (entity.document.schema.properties[column.field] as { computed?: unknown }).computed
    const fromNow = isRecord(word) && word.from_now === true
    await queueBackfill(trx, registry, field, { now, fromNow })
  }
}

let size = sizes.first

/** Computes the next records of what is queued; answers whether there was anything to do. What was interrupted goes on where it stood. */
export async function backfillBatch(trx: Trx, registry: DocumentRegistry, now: Date): Promise<boolean> {
  const { rows: queued } = await sql<Backfill>`select entity, field, root, from_now, next_id::text, former from pishkhan.backfill
    where done_at is null order by queued_at, root, from_now, next_id for update skip locked`.execute(trx)
  const [first] = queued
  if (!first) return false
  const together = queued.filter((one) => one.root === first.root && one.from_now === first.from_now && one.next_id === first.next_id)
  const names = new Set(together.map(({ entity, field }) => `${entity}.${field}`))
  const root = lookUpEntity(registry, first.root)
  const fields = new Set(planOf(registry).fields.filter(({ entity, column }) => names.has(`${entity.name}.${column.field}`)))
  if (!root || fields.size === 0) return endBackfills(trx, together, now)
  const ids = await nextIds(trx, root, first)
  if (ids.length === 0) return endBackfills(trx, together, now)
  const started = performance.now()
  const changed = await computeBatch({ trx, registry, now, caller: systemCaller() }, root, first.from_now, ids, {
    fields,
    former: formerOf(together, fields),
  })
  size = Math.round(Math.min(sizes.most, Math.max(sizes.least, (size * batchMs) / Math.max(1, performance.now() - started))))
  for (const { entity, field } of together)
    await sql`update pishkhan.backfill set next_id = ${ids.at(-1)! + 1}, changed = changed + ${changed.count}, fault = coalesce(${changed.fault}, fault)
      where entity = ${entity} and field = ${field}`.execute(trx)
  return true
}

function formerOf(queued: readonly Backfill[], fields: ReadonlySet<ComputedField>): FormerValues {
  const former: FormerValues = new Map()
  for (const { key, entity, column } of fields) {
    const own = queued.find((one) => one.entity === entity.name && one.field === column.field)
    for (const [source, values] of Object.entries(own?.former ?? {}))
      for (const value of values) addFormerValue(former, key, Number(source), value)
  }
  return former
}

async function nextIds(trx: Trx, root: ModelEntity, { next_id: from }: Backfill): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from ${sql.raw(tableOf(root.name))}
    where id >= ${from}::text::bigint and deleted_at is null order by id limit ${size} for no key update`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Records that refuse their new values, because these have too many digits, keep those that they had; the first reason is noted. */
async function computeBatch(
  context: ModelContext,
  root: ModelEntity,
  fromNow: boolean,
  ids: readonly number[],
  { fields, former }: { fields: ReadonlySet<ComputedField>; former: FormerValues },
): Promise<{ count: number; fault: string | null }> {
  const open = fromNow ? await openRecords(context, root, ids) : ids
  let count = 0
  let fault: string | null = null
  const compute = async (some: readonly number[]): Promise<void> => {
    await sql`savepoint backfill`.execute(context.trx)
    try {
      count += await computeAgain(context, root, some, fields, former)
      await followChanges(context)
      await sql`release savepoint backfill`.execute(context.trx)
    } catch (error) {
      await sql`rollback to savepoint backfill`.execute(context.trx)
      if (!(error instanceof ApiError)) throw error
      if (some.length > 1) for (const id of some) await compute([id])
      else fault ??= `${root.name} ${some[0]}: ${JSON.stringify(error.errors ?? error.code)}`.slice(0, 500)
    }
  }
  if (open.length > 0) await compute(open)
  return { count, fault }
}

/** The records that are in no final state. */
async function openRecords({ trx }: ModelContext, root: ModelEntity, ids: readonly number[]): Promise<number[]> {
  const closed = lifecyclesOf(root.document).flatMap(([field, { final = [] }]) =>
    final.length === 0 ? [] : [sql`${sql.ref(field)}::text = any(${final.map(String)}::text[])`],
  )
  if (closed.length === 0) return [...ids]
  const { rows } = await sql<{ id: number }>`select id from ${sql.raw(tableOf(root.name))}
    where id = any(${[...ids]}::bigint[]) and not coalesce(${sql.join(closed, sql` or `)}, false) order by id`.execute(trx)
  return rows.map(({ id }) => id)
}

async function endBackfills(trx: Trx, ended: readonly Backfill[], now: Date): Promise<true> {
  for (const { entity, field } of ended)
    await sql`update pishkhan.backfill set done_at = ${now} where entity = ${entity} and field = ${field}`.execute(trx)
  return true
}

/** Whether values of stored records are still to be computed. */
export async function hasBackfills(trx: Trx): Promise<boolean> {
  return (await sql`select 1 from pishkhan.backfill where done_at is null limit 1`.execute(trx)).rows.length > 0
}

/** Fields of an entity whose stored values are not all there yet: they are shown, but neither filtered nor sorted by. */
export async function pendingFields(trx: Trx, registry: DocumentRegistry, entity: string): Promise<ReadonlySet<string>> {
  if (!planOf(registry).fields.some((field) => field.entity.name === entity)) return new Set()
  const { rows } = await sql<{ field: string }>`select field from pishkhan.backfill where entity = ${entity} and done_at is null`.execute(
    trx,
  )
  return new Set(rows.map(({ field }) => field))
}

/** How far the stored values of a computed field have come. */
export interface BackfillState {
  entity: string
  field: string
  is_done: boolean
  /** Records that got another value so far. */
  changed: number
  /** The first record that keeps its old value, and why. */
  fault: string | null
}

export async function readBackfills(trx: Trx): Promise<BackfillState[]> {
  const { rows } = await sql<BackfillState>`select entity, field, done_at is not null as is_done, changed::integer as changed, fault
    from pishkhan.backfill order by done_at is not null, entity, field limit 200`.execute(trx)
  return rows
}

/** Computes what publications have queued, a batch at a time. */
export const backfillJob: Job = {
  name: 'compute-stored-records',
  everyMs: 250,
  run: async (trx, registry, now) => {
    await backfillBatch(trx, registry, now)
  },
}
