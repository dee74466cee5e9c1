import { finishWrite } from '#server/model/compute/finish-write.ts'
import { writeDerived } from '#server/model/compute/write-derived.ts'
import { findModel, requireAccess, type ModelContext, type ModelEntity, type ModelOptions } from '#server/model/context.ts'
import { parseId, parseVersion } from '#server/model/ids.ts'
import { flagsOf } from '#server/model/flags.ts'
import { recordOf, type ModelRecord, type ReadOptions, type StoredRow } from '#server/model/read.ts'
import { placeOfRow, raiseParent } from '#server/model/rows/hold-parent.ts'
import { runEffects } from '#server/model/lifecycles/effects.ts'
import { beginFirstStep } from '#server/model/lifecycles/first-step.ts'
import { settle } from '#server/model/lifecycles/settle.ts'
import { holdLists, holdStates, requireUnlocked } from '#server/model/lifecycles/state-locks.ts'
import { takeTransition, type Step } from '#server/model/lifecycles/take-transition.ts'
import { lockTree, movesInTree, treeOf } from '#server/model/tree/tree.ts'
import { conditionsFor } from './form-conditions.ts'
import { holdFixed, holdFixedLists } from './hold-fixed.ts'
import { holdRecord, inTrash } from './hold-record.ts'
import { requireWithin, valuesFromRules } from './hold-rules.ts'
import { readInput } from './input.ts'
import { newValues } from './new-values.ts'
import { requireOnly } from './only-record.ts'
import { addRow, changeRow } from './store-row.ts'
import { wholeRow } from './whole-write.ts'
import { readSentRows, requireFewRows } from './write-rows.ts'

export interface Change {
  /** A new record is made without it. */
  id?: unknown
  /** Version that the data was made from; without it the write is unconditional, and audited so. */
  version?: unknown
  data: Record<string, unknown>
  /** Transition that is taken with the data, or neither; a new record takes it while it is made. */
  step?: Pick<Step, 'transition' | 'to'>
}

/**
 * Creates or changes a record: the one way in which forms, cells, imports, bulk work, endpoints and features write. Fields
 * that `data` leaves out keep their values; null takes a value away. Where all of `data` is stored already the record stays at
 * its version, and nothing is audited. Answers the record as the caller may read it; with `flags` what he may do with it too, with `edit`
 * translated fields in all languages.
 * @throws 422 with errors by field, also for a record that would be outside of the caller's record rules; `permission-denied` for a
 * field that the caller may not write; `stale-version` with `{ current, base }`, the former with `can_restore` when it is in the trash;
 * `not-found`; `precondition-failed` for a record in the trash
 */
export async function writeRecord(
  context: ModelContext,
  model: string,
  change: Change,
  options: ModelOptions & Pick<ReadOptions, 'flags' | 'edit'> = {},
): Promise<ModelRecord> {
  const entity = findModel(context, model)
  // May the caller?
  requireAccess(context, entity, 'write', options)
  const id = change.id === undefined || change.id === null || change.id === '' ? undefined : parseId(change.id)
  if (id !== undefined && change.step)
    return takeTransition(context, model, { ...change.step, id, version: change.version, data: change.data }, options)
  const after = await wholeRow(context, entity, () => writeRow(context, entity, id, change, options))
  const record = await recordOf(context, entity, after, { edit: options.edit, flags: options.flags })
  return options.flags ? { ...record, ...flagsOf(context, entity, after, options) } : record
}

async function writeRow(
  context: ModelContext,
  entity: ModelEntity,
  id: number | undefined,
  change: Change,
  options: ModelOptions,
): Promise<StoredRow> {
  // Hold the record.
  const version = parseVersion(change.version)
  requireFewRows(context, entity, change.data)
  if (id === undefined ? treeOf(entity) : movesInTree(entity, change.data)) await lockTree(context, entity)
  const refuse = (row: StoredRow) => void (row.deleted_at || options.unlocked || requireUnlocked(context, entity, row))
  const before = id === undefined ? undefined : await holdRecord(context, entity, id, version, { ...options, refuse })
  if (before?.deleted_at) throw inTrash()
  if (!before) await requireOnly(context, entity)
  // Read what was sent.
  const conditions = conditionsFor(context, entity)
  const stored = conditions && before && (await recordOf(context, entity, before, options))
  const data = conditions?.prepare(change.data, stored ?? {}) ?? change.data
  const rows = await readSentRows(context, entity, data, before, options)
  const input = readInput(context, entity, rows.fields, options, before)
  holdStates(context, entity, input, before, options)
  await holdFixed(context, entity, input, before, options)
  const step = change.step && beginFirstStep(context, entity, input, change.step, options)
  const held = step ? { ...options, stepping: step.stepping } : options
  const place = await placeOfRow(context, entity, input, before, options)
  // Check the record as it will be, and write it.
  const presets = before ? {} : valuesFromRules(context, entity, input, options)
  const { values, derived } = await rows.checked(() => newValues(context, entity, input, before, held, { rows: rows.rows, presets }))
  await step?.require(values)
  const entry = { action: 'update', unconditional: version === undefined }
  const marks = before && (await rows.store(before.id))
  const lists = Object.keys(marks?.after ?? {})
  if (before) holdLists(context, entity, before, lists, options)
  if (before) await holdFixedLists(context, entity, before, lists, options)
  const written = before
    ? await changeRow(context, entity, before, values, entry, marks)
    : await addRow(context, entity, { ...values, ...place }, rows.store)
  await writeDerived(context, derived)
  await raiseParent(context, entity, before, written)
  const computed = await finishWrite(context, entity, written, rows.pathOf)
  await requireWithin(context, entity, written.id, options, input)
  const whole = conditions && (await recordOf(context, entity, computed, options))
  conditions?.require(rows.complete(change.data, whole!), whole!, stored)
  // Bring about what follows from it.
  const { created } = entity.document
  const changed = before ? computed : await runEffects(context, entity, created?.effects, { after: computed, input: values })
  return settle(context, entity, step ? await step.effects(changed) : changed)
}
