import { sql } from 'kysely'
import type { StoredEffect } from '#schemas/cli/try-publish.ts'
import type { EntityDocument, EntityDocumentCheck } from '#schemas/types/contract.d.ts'
import type { Trx } from '#server/database/database.ts'
import { tableOf } from '#server/database/sql-names.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { ApiError } from '#server/errors.ts'
import { lookUpEntity, systemCaller, type ModelContext, type ModelEntity } from '#server/model/context.ts'
import { selectAnyRows, type StoredRow } from '#server/model/read.ts'
import { wordsOf } from './backfills.ts'
import { planOf, type ComputedField, type HeldCheck } from './compute-plan.ts'
import { computeRecords } from './compute-records.ts'
import { failing } from './hold-checks.ts'
import { recordsOf, treeOf } from './record-tree.ts'

const most = 10_000
const atOnce = 200
/** How long one field or check is counted. */
const longestMs = 4000

/**
 * Counts the stored records that formulas which are new or changed would give another value, and those that would not meet a check which
 * is new or changed. Nothing is written.
 */
export async function storedEffects(
  trx: Trx,
  previous: ReadonlyMap<string, EntityDocument>,
  registry: DocumentRegistry,
  now: Date,
): Promise<StoredEffect[]> {
  const context: ModelContext = { trx, registry, now, caller: systemCaller() }
  const plan = planOf(registry)
  const effects: StoredEffect[] = []
  for (const field of plan.fields) {
    const before = previous.get(field.entity.name)
    const word = wordsOf(before, field.column.field)
    // What is new has no value yet that could become another one.
    if (!before || word === undefined || word === wordsOf(field.entity.document, field.column.field)) continue
    const counted = await countOver(context, field.entity, (rows) => countChanged(context, field, rows))
    effects.push({ entity: field.entity.name, field: field.column.field, ...counted })
  }
  for (const [name, checks] of plan.checks) {
    const known = previous.get(name)?.checks ?? []
    const entity = lookUpEntity(registry, name)!
    for (const [index, check] of (entity.document.checks ?? []).entries()) {
      if (!previous.has(name) || known.some((other) => sameRule(other, check))) continue
      const held = checks[index]!
      const counted = await countOver(context, entity, (rows) => countFailing(context, entity, held, rows))
      effects.push({ entity: name, check: check.formula, ...counted })
    }
  }
  return effects
}

const sameRule = ({ message: _, ...one }: EntityDocumentCheck, { message: __, ...other }: EntityDocumentCheck): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

async function countOver(
  context: ModelContext,
  entity: ModelEntity,
  count: (rows: readonly StoredRow[]) => Promise<number>,
): Promise<Pick<StoredEffect, 'count' | 'of' | 'is_all'>> {
  const ends = performance.now() + longestMs
  const { rows } = await sql<{ id: number }>`select id from ${sql.raw(tableOf(entity.name))}
    where deleted_at is null order by id desc limit ${most + 1}`.execute(context.trx)
  const ids = rows.slice(0, most).map(({ id }) => id)
  let found = 0
  let of = 0
  for (; of < ids.length && performance.now() < ends; of = Math.min(ids.length, of + atOnce))
    found += await count(await selectAnyRows(context, entity, ids.slice(of, of + atOnce)))
  return { count: found, of, is_all: of === rows.length }
}

async function countChanged(context: ModelContext, field: ComputedField, rows: readonly StoredRow[]): Promise<number> {
  const trees = rows.map((row) => treeOf(field.entity, row, {}, [], false))
  try {
    await computeRecords(context, field.entity, trees, { asked: new Set([field]) })
  } catch (fault) {
    if (!(fault instanceof ApiError)) throw fault
    return rows.length
  }
  return recordsOf(trees, field.entity).filter(({ values }) => field.column.name in values).length
}

async function countFailing(context: ModelContext, entity: ModelEntity, check: HeldCheck, rows: readonly StoredRow[]): Promise<number> {
  return (await failing(context, entity, [check], rows)).length
}
