import { sql } from 'kysely'
import { matches } from '#schemas/rules/conditions/condition.ts'
import { withFieldFormats } from '#schemas/rules/conditions/condition-formats.ts'
import { guardedEntities } from '#schemas/rules/guarded-entities.ts'
import type { LifecycleDocumentEffect, Where } from '#schemas/types/contract.d.ts'
import { sessionOf } from '#server/caller.ts'
import { ApiError, validationError } from '#server/errors.ts'
import { declared, findModel, trusted, type ModelContext, type ModelEntity, type ModelOptions } from '#server/model/context.ts'
import { trashRecord } from '#server/model/lifecycle.ts'
import { documentCondition, fillFields, fillWhere } from '#server/model/list/document-where.ts'
import { postEffect, reverseEffect } from '#server/model/ledgers/ledger-effects.ts'
import { root } from '#server/model/list/field-in-sql.ts'
import { createFieldPaths } from '#server/model/list/field-paths.ts'
import { selectAnyRows, type StoredRow } from '#server/model/read.ts'
import { rowLists, storedRows } from '#server/model/rows/stored-rows.ts'
import { titleOf } from '#server/model/titles.ts'
import { writeRecord } from '#server/model/write/write-record.ts'
import { toFailure } from '#server/plugins/failures.ts'
import { effectOf, type EffectChange } from './hooks.ts'
import { noteMade } from './made-records.ts'
import { makeRecord, type Source } from './make-record.ts'
import { takeStep } from './take-transition.ts'

type Values = Record<string, unknown>
type Change = Omit<EffectChange, 'entity'>

/** How far effects may bring about one another, and how many records one call may touch. */
const maxDepth = 5
const maxRecords = 1000

interface Work {
  depth: number
  records: number
}
const works = new WeakMap<object, Work>()

/**
 * Does what a change brings about, in the order of the document; the record as it is afterwards. Nothing of it needs a permission of
 * its own: it is what the transition's permission stands for. Locks, guards and rules of the touched records hold.
 * `sent` are further values that texts may insert: `{payload.id}` of a call.
 * @throws what a touched record refuses, naming that record; a 422 beyond five levels or a thousand records
 */
export async function runEffects(
  context: ModelContext,
  entity: ModelEntity,
  effects: readonly LifecycleDocumentEffect[] | undefined,
  change: Change,
  sent: Values = {},
): Promise<StoredRow> {
  if (!effects || effects.length === 0) return change.after
  const work = works.get(context.trx) ?? { depth: 0, records: 0 }
  works.set(context.trx, work)
  if (work.depth >= maxDepth) throw validationError({ transition: [{ key: 'errors.effects_too_deep', values: { depth: maxDepth } }] })
  work.depth += 1
  try {
    let after = change.after
    const made: Values = {}
    for (const effect of effects) {
      if (effect.only_if !== undefined && !matches(withFieldFormats(effect.only_if, entity.document.schema), after)) continue
      const values = {
        record: after,
        form: change.input,
        now: context.now.toISOString(),
        session: sessionOf(context.caller),
        ...sent,
        ...made,
      }
      for (const subject of await subjectsOf(context, entity, effect, after))
        await runEffect(context, entity, effect, { ...change, after }, { ...values, ...subject.inserted }, made, work, subject.source)
      after = (await selectAnyRows(context, entity, [after.id]))[0] ?? after
    }
    return after
  } finally {
    work.depth -= 1
  }
}

async function runEffect(
  context: ModelContext,
  entity: ModelEntity,
  effect: LifecycleDocumentEffect,
  change: Change,
  insertions: Values,
  made: Values,
  work: Work,
  source: Source,
): Promise<void> {
  const values = () => fillFields((effect.values ?? {}) as Values, insertions)
  if (effect.set === 'record') return writeOwn(context, entity, change, values())
  if (effect.set !== undefined) {
    const { target, rows } = await targetsOf(context, effect.set, effect.where, insertions, work)
    const data = values()
    for (const row of rows)
      await naming(context, target, row, () => writeRecord(context, target.name, { id: row.id, data }, optionsFor(entity, target, change)))
    return
  }
  const makes = effect.create ?? effect.save
  if (makes !== undefined) {
    const target = unguarded(context, makes)
    countRecords(work, 1)
    const from = { source, record: { entity, row: change.after }, insertions }
    const record = await makeRecord(context, target, effect, from, optionsFor(entity, target, change))
    if (effect.as === undefined) return
    made[effect.as] = record
    if (work.depth === 1) noteMade(context.trx, effect.as, record)
    return
  }
  if (effect.transition !== undefined) {
    const transition = effect.transition
    const note = effect.note === undefined ? undefined : String(fillFields({ note: effect.note }, insertions).note ?? '')
    const { target, rows } = await targetsOf(context, effect.of ?? entity.name, effect.where, insertions, work)
    const data = values()
    for (const row of rows)
      await naming(context, target, row, () =>
        takeStep(context, target, { id: row.id, transition, note, data }, optionsFor(entity, target, change)),
      )
    return
  }
  if (effect.trash !== undefined) {
    const { target, rows } = await targetsOf(context, effect.trash, effect.where, insertions, work)
    for (const row of rows) await naming(context, target, row, () => trashRecord(context, target.name, row.id, undefined, trusted))
    return
  }
  const inside = { isNested: work.depth > 1 }
  if (effect.post !== undefined) return postEffect(context, entity, effect, change.after, insertions, inside)
  if (effect.reverse !== undefined) {
    if (effect.of === undefined && effect.where === undefined)
      return reverseEffect(context, entity, effect, change.after, change.after, inside)
    const { target, rows } = await targetsOf(context, effect.of ?? entity.name, effect.where, insertions, work)
    for (const row of rows) await reverseEffect(context, target, effect, row, change.after, { isNested: true })
    return
  }
  if (effect.effect !== undefined) {
    const answered = await effectOf(effect.effect)(context, { entity: entity.name, ...change })
    if (answered && Object.keys(answered).length > 0) await writeOwn(context, entity, change, answered)
  }
}

/** What an effect is done for: the record, or each of its rows. A ledger reads the rows of its entries itself. */
interface Subject {
  source: Source
  inserted: Values
}

async function subjectsOf(
  context: ModelContext,
  entity: ModelEntity,
  effect: LifecycleDocumentEffect,
  record: StoredRow,
): Promise<Subject[]> {
  const list = effect.post !== undefined ? undefined : rowLists(context, entity).find(({ field }) => field === effect.for)
  if (!list) return [{ source: { entity, row: record }, inserted: {} }]
  const rows = (await storedRows(context, list, [record.id])).get(record.id) ?? []
  return rows.map((row) => ({ source: { entity: list.entity, row }, inserted: { row } }))
}

/** Writes fields of the changed record itself; those of a transition whatever its new state locks. */
async function writeOwn(context: ModelContext, entity: ModelEntity, change: Change, data: Values): Promise<void> {
  await writeRecord(context, entity.name, { id: change.after.id, data }, unlockedBy(change))
}

/** Rows of the record itself are written by its transitions whatever its new state locks. */
const optionsFor = (entity: ModelEntity, { shape }: ModelEntity, change: Change): ModelOptions =>
  shape.parent?.references === entity.name ? unlockedBy(change) : declared

const unlockedBy = ({ transition }: Change): ModelOptions => (transition === undefined ? declared : { ...declared, unlocked: true })

/** An entity that effects may write. @throws `permission-denied` for those that say who may do what */
function unguarded(context: ModelContext, name: string): ModelEntity {
  const target = findModel(context, name)
  if (guardedEntities.has(target.name)) throw new ApiError('permission-denied', { userMessage: { key: 'errors.guarded_entity' } })
  return target
}

/** The records that an effect is about, in order of their ids. */
async function targetsOf(
  context: ModelContext,
  name: string,
  where: Where | undefined,
  insertions: Values,
  work: Work,
): Promise<{ target: ModelEntity; rows: StoredRow[] }> {
  const target = unguarded(context, name)
  const filled = fillWhere(where ?? { id: '{record.id}' }, insertions)!
  const paths = createFieldPaths(context, target, declared)
  const condition = documentCondition(context, filled, (path) => paths.resolve(path))
  const { rows } = await sql<{ id: number }>`select ${sql.ref(`${root}.id`)} as id from ${paths.from()}
    where ${condition} and ${sql.ref(`${root}.deleted_at`)} is null order by 1 limit ${maxRecords + 1}`.execute(context.trx)
  countRecords(work, rows.length)
  const ids = rows.map(({ id }) => id)
  const stored = await selectAnyRows(context, target, ids)
  return { target, rows: stored.sort((a, b) => a.id - b.id) }
}

function countRecords(work: Work, count: number): void {
  work.records += count
  if (work.records > maxRecords) throw validationError({ transition: [{ key: 'errors.too_many_effects', values: { max: maxRecords } }] })
}

/** A refusal of another record says which: “Invoice 17: …”. */
async function naming(context: ModelContext, target: ModelEntity, row: StoredRow, write: () => Promise<unknown>): Promise<void> {
  try {
    await write()
  } catch (fault) {
    if (!(fault instanceof ApiError)) throw fault
    const title = await titleOf(context, target, row, trusted)
    const { registry, caller } = context
    const { body } = toFailure(fault, { locale: caller.locale, registry, module: target.module, entity: target.name })
    const message = Object.values(body.errors).flat()[0] ?? body.userMessage
    throw new ApiError(fault.code, { userMessage: { key: 'errors.of_record', values: { record: title, message } } })
  }
}
