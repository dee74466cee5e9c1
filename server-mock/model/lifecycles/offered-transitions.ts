import { isOffered, stateOf, targetsFrom, transitionsOf, type NamedTransition, type State } from '#schemas/rules/lifecycle/lifecycle.ts'
import { ApiError, type FieldMessage } from '#server/errors.ts'
import { findModel, type ModelContext, type ModelEntity, type ModelOptions } from '#server/model/context.ts'
import { readStored, type StoredRow } from '#server/model/read.ts'
import { parentLocks, type ParentLock } from '#server/model/rows/fixed-rows.ts'
import { toFailure } from '#server/plugins/failures.ts'
import { lockMessage } from './state-locks.ts'
import { notFromHere, stateTitle, transitionTitle } from './state-titles.ts'
import { guardRefusal } from './take-transition.ts'
import { startsHere, stoppingLock, transitionRefusal } from './transition-access.ts'

/** A transition as a record offers it; `reason` says why it is not possible. */
export interface OfferedTransition {
  name: string
  title: string
  field: string
  to: { value: State; title: string }[]
  possible: boolean
  reason: string | null
  note: 'optional' | 'required' | null
  color: string | null
  icon: string | null
}

/**
 * The transitions of a record that people take: possible ones first, in the order of the document. Those that the caller has no right to
 * in the present state are left out; of a lifecycle that shows the possible ones only, the others too.
 */
export async function offeredTransitions(
  context: ModelContext,
  model: string,
  id: unknown,
  options: ModelOptions = {},
): Promise<{ row: StoredRow; entity: ModelEntity; offered: OfferedTransition[] }> {
  const entity = findModel(context, model)
  const row = await readStored(context, model, id, options)
  const above = (await parentLocks(context, entity, [row.id])).get(row.id)
  const offered: OfferedTransition[] = []
  for (const named of transitionsOf(entity.document)) {
    const refusal = transitionRefusal(context.caller, entity, named, row, options)
    if (!isOffered(named.transition) || refusal === 'permission') continue
    const message = refusal === 'own' ? { key: 'errors.not_by_self' } : await reasonAgainst(context, entity, named, row, above)
    const { show = 'all' } = entity.document.lifecycle![named.field]!
    if (message !== undefined && show === 'possible') continue
    offered.push({
      name: named.name,
      title: transitionTitle(context.registry, context.caller, entity, named.name, named.transition),
      field: named.field,
      to: targetsFrom(named.transition, stateOf(row[named.field])).map((value) => ({
        value,
        title: stateTitle(context.registry, context.caller, entity, named.field, value),
      })),
      possible: message === undefined,
      reason: message === undefined ? null : sentenceOf(context, entity, named.field, message),
      note: named.transition.note ?? null,
      color: named.transition.color ?? null,
      icon: named.transition.icon ?? null,
    })
  }
  return { row, entity, offered: offered.sort((a, b) => Number(b.possible) - Number(a.possible)) }
}

async function reasonAgainst(
  context: ModelContext,
  entity: ModelEntity,
  named: NamedTransition,
  row: StoredRow,
  above: ParentLock | undefined,
): Promise<FieldMessage | undefined> {
  if (row.deleted_at) return { key: 'errors.in_trash' }
  const lock = stoppingLock(entity, named, row)
  if (lock) return lockMessage(context, entity, lock)
  if (above) return lockMessage(context, above.entity, above)
  const { registry, caller } = context
  if (!startsHere(named, row)) return notFromHere(registry, caller, entity, named, stateOf(row[named.field]))
  return guardRefusal(context, entity, named, row, {})
}

function sentenceOf({ registry, caller }: ModelContext, entity: ModelEntity, field: string, message: FieldMessage): string {
  const fault = new ApiError('422', { errors: { [field]: [message] } })
  const { body } = toFailure(fault, { locale: caller.locale, registry, module: entity.module, entity: entity.name })
  return Object.values(body.errors).flat()[0] ?? body.userMessage
}

/** The state in which a record is, as `metadata` of an answer tells it. */
export function statusOf({ registry, caller }: ModelContext, entity: ModelEntity, row: StoredRow, field?: string) {
  const told = field ?? Object.keys(entity.document.lifecycle ?? {})[0]
  const status = told === undefined ? null : stateOf(row[told])
  return { status, status_title: told === undefined ? '' : stateTitle(registry, caller, entity, told, status) }
}
