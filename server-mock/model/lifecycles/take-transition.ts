import { matches } from '#schemas/rules/conditions/condition.ts'
import { withFieldFormats } from '#schemas/rules/conditions/condition-formats.ts'
import {
  findTransition,
  isCase,
  isOffered,
  stateOf,
  targetsFrom,
  targetsOf,
  offeredTransitionsOf,
  type NamedTransition,
  type State,
} from '#schemas/rules/lifecycle/lifecycle.ts'
import { isEmpty } from '#schemas/rules/validation/rule-checks.ts'
import { isAllowed, sessionOf } from '#server/caller.ts'
import type { EntityColumn } from '#server/database/entity-shape.ts'
import { entityAccess } from '#server/documents/entity-field.ts'
import { panelModule } from '#server/documents/messages.ts'
import { ApiError, validationError, type FieldErrors, type FieldMessage } from '#server/errors.ts'
import { writeAudit } from '#server/model/audit.ts'
import { finishWrite } from '#server/model/compute/finish-write.ts'
import { writeDerived } from '#server/model/compute/write-derived.ts'
import { findModel, mayDo, type ModelContext, type ModelEntity, type ModelOptions } from '#server/model/context.ts'
import { flagsOf } from '#server/model/flags.ts'
import { parseId, parseVersion } from '#server/model/ids.ts'
import { fillFields } from '#server/model/list/document-where.ts'
import { recordOf, type ModelRecord, type StoredRow } from '#server/model/read.ts'
import { noteEvent } from '#server/model/notifications/due-events.ts'
import { noteTransition } from '#server/model/sequences/due-numbers.ts'
import { conditionsFor } from '#server/model/write/form-conditions.ts'
import { requireWithin } from '#server/model/write/hold-rules.ts'
import { holdRecord, inTrash } from '#server/model/write/hold-record.ts'
import { readInput, type Given } from '#server/model/write/input.ts'
import { newValues } from '#server/model/write/new-values.ts'
import { changeRow } from '#server/model/write/store-row.ts'
import { wholeRow } from '#server/model/write/whole-write.ts'
import { runEffects } from './effects.ts'
import { guardOf } from './hooks.ts'
import { settle } from './settle.ts'
import { holdStates, lockMessage } from './state-locks.ts'
import { noteTitle, notFromHere } from './state-titles.ts'
import { startsHere, stoppingLock, transitionRefusal } from './transition-access.ts'

/** What a caller asks of a record. */
export interface Step {
  transition: string
  /** The chosen state, where the transition has several. */
  to?: unknown
  note?: unknown
  /** Fields of the transition's form; with the right to write also others, which are stored with it or not at all. */
  data?: Record<string, unknown>
}

const maxNoteLength = 4000

/**
 * Takes a record from one state to another, with everything that this changes, or not at all.
 * @throws a 422 on `transition` that there is not, on the field of the state where it does not start there or a guard refuses, on `to`,
 * `note` and the fields of its form; `permission-denied`; `not-found`; `stale-version`; `precondition-failed` in the trash
 */
export async function takeTransition(
  context: ModelContext,
  model: string,
  { id, version, ...step }: Step & { id: unknown; version?: unknown },
  options: ModelOptions & { flags?: boolean } = {},
): Promise<ModelRecord> {
  const entity = findModel(context, model)
  const after = await takeStep(context, entity, { id: parseId(id), version: parseVersion(version), ...step }, options)
  const record = await recordOf(context, entity, after, { flags: options.flags })
  return options.flags ? { ...record, ...flagsOf(context, entity, after, options) } : record
}

/** The same, answered as the row that is stored. */
export function takeStep(
  context: ModelContext,
  entity: ModelEntity,
  { id, version, ...step }: Step & { id: number; version?: number },
  options: ModelOptions,
): Promise<StoredRow> {
  const named = requireTransition(entity, step.transition)
  return wholeRow(context, entity, async () =>
    stepRow(context, entity, await holdRecord(context, entity, id, version, options), named, step, options),
  )
}

/** @throws a 422 on `transition` that names those that there are */
export function requireTransition(entity: ModelEntity, name: unknown): NamedTransition {
  const named = findTransition(entity.document, name)
  if (named && isOffered(named.transition)) return named
  const names = offeredTransitionsOf(entity.document).map((each) => each.name)
  throw validationError({ transition: [{ key: 'errors.unknown_transition', values: { transitions: names.join(', ') || '—' } }] })
}

/** Takes a transition of a record that is held already; answers its row afterwards. */
export async function stepRow(
  context: ModelContext,
  entity: ModelEntity,
  before: StoredRow,
  named: NamedTransition,
  step: Omit<Step, 'transition'>,
  options: ModelOptions,
): Promise<StoredRow> {
  const { name, field, transition } = named
  if (before.deleted_at) throw inTrash()
  const { to, note } = requireStep(context, entity, named, before, step, options)
  const asked = transition.form?.fields ?? []
  const data = requireData(context, entity, asked, step.data ?? {}, options)
  const held = { ...options, stepping: asked }
  const conditions = conditionsFor(context, entity)
  const stored = conditions && (await recordOf(context, entity, before, options))
  const input = readInput(context, entity, conditions?.prepare(data, stored ?? {}) ?? data, held, before)
  holdStates(context, entity, input, before, held)
  const given = Object.fromEntries([...input].map(([column, { value }]) => [column.name, value]))
  const stepping = addStepValues(context, entity, named, before, to, input)
  const { values, derived } = await newValues(context, entity, input, before, { ...held, stepping })
  await requireStepped(context, entity, named, { ...before, ...values } as StoredRow, given)
  const details = { field, from: stateOf(before[field]), to, ...(note !== undefined && { note }) }
  const changed = await changeRow(context, entity, before, values, { action: name, details })
  if (Object.keys(given).length > 0) await requireWithin(context, entity, changed.id, options, input)
  // A mark changes nothing; only the history has it.
  if (changed === before) await writeAudit(context, { entity: entity.name, recordId: before.id, action: name, details })
  await writeDerived(context, derived)
  const computed = await finishWrite(context, entity, changed)
  conditions?.require(data, await recordOf(context, entity, computed, options), stored)
  noteTransition(context, entity, name, computed)
  noteEvent(context, entity, { before, after: computed, transition: name })
  const after = await runEffects(context, entity, transition.effects, { transition: name, before, after: computed, input: given })
  return settle(context, entity, after)
}

/** What a transition asks for before anything is read: the right, the start, the state to which it leads, and the note. */
export function requireStep(
  context: ModelContext,
  entity: ModelEntity,
  named: NamedTransition,
  row: StoredRow,
  { to, note }: Pick<Step, 'to' | 'note'>,
  options: ModelOptions,
): { to: State; note: string | undefined } {
  requireRight(context, entity, named, row, options)
  requireStart(context, entity, named, row)
  return { to: requireTarget(context, entity, named, row, to), note: requireNote(context, entity, named, note) }
}

/** Adds the state and the values of `set` to what was sent for a record. Answers the fields that the transition stands for. */
export function addStepValues(
  context: ModelContext,
  entity: ModelEntity,
  { field, transition }: NamedTransition,
  row: StoredRow,
  to: State,
  input: Map<EntityColumn, Given>,
): string[] {
  const written = Object.entries(transition.set ?? {}).flatMap(([key, value]) =>
    !isCase(value) ? [[key, value]] : matches(withFieldFormats(value.when, entity.document.schema), row) ? [[key, value.value]] : [],
  )
  const set = fillFields(Object.fromEntries(written) as Record<string, unknown>, {
    now: context.now.toISOString(),
    session: sessionOf(context.caller),
    form: Object.fromEntries([...input].map(([column, { value }]) => [column.name, value])),
    record: row,
  })
  for (const [key, value] of Object.entries({ ...set, [field]: to })) input.set(entity.shape.byName.get(key)!, { key, value })
  return [...(transition.form?.fields ?? []), ...Object.keys(set), field]
}

/** @throws a 422 where the record as it would be lacks what the transition requires, or a guard refuses it */
export async function requireStepped(
  context: ModelContext,
  entity: ModelEntity,
  named: NamedTransition,
  row: StoredRow,
  given: Record<string, unknown>,
): Promise<void> {
  requireFilled(entity, named, row)
  await requireGuards(context, entity, named, row, given)
}

function requireRight(context: ModelContext, entity: ModelEntity, named: NamedTransition, row: StoredRow, options: ModelOptions) {
  const refusal = transitionRefusal(context.caller, entity, named, row, options)
  if (refusal === 'own') throw new ApiError('permission-denied', { userMessage: { key: 'errors.not_by_self' } })
  if (refusal) throw new ApiError('permission-denied')
}

function requireStart(context: ModelContext, entity: ModelEntity, named: NamedTransition, row: StoredRow) {
  const lock = stoppingLock(entity, named, row)
  if (lock) throw stateRefusal(lock.field, lockMessage(context, entity, lock))
  if (startsHere(named, row)) return
  const { registry, caller } = context
  throw stateRefusal(named.field, notFromHere(registry, caller, entity, named, stateOf(row[named.field])))
}

/** A 422 that names the lifecycle whose state stands in the way: whoever asked was shown another one. */
const stateRefusal = (field: string, message: FieldMessage) =>
  new ApiError('422', { errors: { [field]: [message] }, metadata: { lifecycle: field } })

/** The state to which it leads; of several one that the record does not have yet. */
function requireTarget(
  { registry, caller }: ModelContext,
  entity: ModelEntity,
  named: NamedTransition,
  row: StoredRow,
  chosen: unknown,
): State {
  const targets = targetsOf(named.transition)
  if (chosen === undefined && targets.length === 1) return targets[0]!
  const values = { label: registry.message(panelModule, caller.locale, 'lifecycle.to') }
  if (chosen === undefined) throw validationError({ to: [{ key: 'rules.required', values }] })
  if (!targets.includes(chosen as State)) throw validationError({ to: [{ key: 'rules.included', values }] })
  const state = stateOf(row[named.field])
  if (!targetsFrom(named.transition, state).includes(chosen as State))
    throw stateRefusal(named.field, notFromHere(registry, caller, entity, named, state))
  return chosen as State
}

/** The note under the title that the dialog of the transition has for it. */
function requireNote(
  { registry, caller }: ModelContext,
  entity: ModelEntity,
  { name, transition }: NamedTransition,
  sent: unknown,
): string | undefined {
  const note = typeof sent === 'string' ? sent.trim() : ''
  const values = { label: noteTitle(registry, caller, entity, name), max: maxNoteLength }
  if (note === '' && transition.note === 'required') throw validationError({ note: [{ key: 'rules.required', values }] })
  if (note.length > maxNoteLength) throw validationError({ note: [{ key: 'rules.max', values }] })
  return note === '' ? undefined : note
}

/** Fields outside of the transition's form need the right to write. */
function requireData(
  { caller }: ModelContext,
  entity: ModelEntity,
  asked: readonly string[],
  data: Record<string, unknown>,
  { trusted, permitted }: ModelOptions,
): Record<string, unknown> {
  const others = Object.keys(data).filter((key) => !asked.includes(entity.shape.byName.get(key)?.field ?? key))
  if (others.length === 0 || trusted || permitted || mayDo(caller, entity, 'write')) return data
  if (isAllowed(caller, entityAccess(entity.document, 'write'))) return data
  throw new ApiError('permission-denied', {
    errors: Object.fromEntries(others.map((key): [string, FieldMessage[]] => [key, [{ key: 'errors.permission_denied' }]])),
  })
}

function requireFilled(entity: ModelEntity, { transition }: NamedTransition, row: Record<string, unknown>) {
  const errors: FieldErrors = {}
  for (const field of transition.form?.required ?? [])
    if (isEmpty(row[entity.shape.byName.get(field)?.name ?? field])) errors[field] = [{ key: 'rules.required' }]
  if (Object.keys(errors).length > 0) throw validationError(errors)
}

/** @throws a 422 at the field of the state, with the sentence of the first guard that does not hold */
async function requireGuards(
  context: ModelContext,
  entity: ModelEntity,
  named: NamedTransition,
  row: StoredRow,
  input: Record<string, unknown>,
) {
  const message = await guardRefusal(context, entity, named, row, input)
  if (message !== undefined) throw validationError({ [named.field]: [message] })
}

/** The sentence of the first guard that refuses a record as it would be; undefined where none does. */
export async function guardRefusal(
  context: ModelContext,
  entity: ModelEntity,
  { transition }: NamedTransition,
  row: StoredRow,
  input: Record<string, unknown>,
): Promise<FieldMessage | undefined> {
  const { registry, caller } = context
  for (const { is, else: sentence, guard } of transition.only_if ?? []) {
    if (is !== undefined && !matches(withFieldFormats(is, entity.document.schema), row)) {
      if (sentence === undefined) return { key: 'errors.guard_refused' }
      return sentence.startsWith('$') ? registry.message(entity.module, caller.locale, sentence.slice(1)) : sentence
    }
    const refused = guard === undefined ? undefined : await guardOf(guard)(context, row, input)
    if (refused !== undefined) return refused
  }
  return undefined
}
