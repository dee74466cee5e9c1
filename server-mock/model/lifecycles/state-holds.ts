import { fieldsOfCondition } from '#schemas/rules/conditions/condition-fields.ts'
import { matches } from '#schemas/rules/conditions/condition.ts'
import { withFieldFormats } from '#schemas/rules/conditions/condition-formats.ts'
import { lifecyclesOf, stateOf } from '#schemas/rules/lifecycle/lifecycle.ts'
import { interpolateDeep } from '#schemas/rules/text/interpolate.ts'
import { isEmpty } from '#schemas/rules/validation/rule-checks.ts'
import type { LifecycleDocumentHold } from '#schemas/types/contract.d.ts'
import type { EntityColumn } from '#server/database/entity-shape.ts'
import { ApiError, type FieldErrors, type FieldMessage } from '#server/errors.ts'
import type { ModelContext, ModelEntity } from '#server/model/context.ts'
import type { StoredRow } from '#server/model/read.ts'
import type { Given } from '#server/model/write/input.ts'
import { guardOf } from './hooks.ts'
import { isStored } from '#server/model/write/read-only.ts'

type Row = Record<string, unknown>

/**
 * What has to hold in the state of a record and does not, by the keys that the caller used. A condition is asked when the record comes
 * to the state, and when a field that it names changes: what time alone has made untrue stops no other change. A guard is asked of a new
 * record, and when its field changes.
 */
export async function holdErrors(
  context: ModelContext,
  entity: ModelEntity,
  input: ReadonlyMap<EntityColumn, Given>,
  before: StoredRow | undefined,
  after: Row,
): Promise<FieldErrors> {
  const errors: FieldErrors = {}
  for (const [field, { holds = [] }] of lifecyclesOf(entity.document)) {
    const state = stateOf(after[field])
    const isNew = before === undefined || stateOf(before[field]) !== state
    for (const hold of holds) {
      if (!hold.in.includes(state)) continue
      const column = entity.shape.byName.get(hold.at ?? field)
      const key = (column && input.get(column)?.key) ?? hold.at ?? field
      if (hold.guard !== undefined && (before === undefined || isChanged(entity, hold.at ?? field, before, after))) {
        const refused = await guardOf(hold.guard)(context, after as StoredRow, {})
        if (refused !== undefined) errors[key] ??= [refused]
      }
      if (hold.is === undefined || (!isNew && !fieldsOfCondition(hold.is).some((name) => isChanged(entity, name, before, after)))) continue
      const condition = interpolateDeep(hold.is, { now: context.now.toISOString() })
      if (matches(withFieldFormats(condition, entity.document.schema), after)) continue
      errors[key] ??= [messageOf(context, entity, hold, column && after[column.name])]
    }
  }
  return errors
}

/** @throws `precondition-failed` with what a guard says that is asked before the trash (`"trash": true`) */
export async function requireTrashable(context: ModelContext, entity: ModelEntity, row: StoredRow): Promise<void> {
  for (const [field, { holds = [] }] of lifecyclesOf(entity.document))
    for (const { in: states, guard, trash } of holds) {
      if (trash !== true || guard === undefined || !states.includes(stateOf(row[field]))) continue
      const refused = await guardOf(guard)(context, { ...row, deleted_at: context.now.toISOString() }, {})
      if (refused !== undefined) throw new ApiError('precondition-failed', { userMessage: refused })
    }
}

function isChanged(entity: ModelEntity, path: string, before: Row, after: Row): boolean {
  const column = entity.shape.byName.get(path.split('.')[0]!)
  return column !== undefined && !isStored(column, before[column.name] ?? null, after[column.name] ?? null)
}

/** The sentence of the document; without one an empty field is told as missing. */
function messageOf(
  { registry, caller }: ModelContext,
  { module }: ModelEntity,
  { else: sentence, at }: LifecycleDocumentHold,
  value: unknown,
): FieldMessage {
  if (sentence === undefined) return { key: at !== undefined && isEmpty(value) ? 'rules.required' : 'errors.guard_refused' }
  return sentence.startsWith('$') ? registry.message(module, caller.locale, sentence.slice(1)) : sentence
}
