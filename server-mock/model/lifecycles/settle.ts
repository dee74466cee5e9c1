import { matches } from '#schemas/rules/conditions/condition.ts'
import { withFieldFormats } from '#schemas/rules/conditions/condition-formats.ts'
import { stateOf, transitionsOf, type NamedTransition } from '#schemas/rules/lifecycle/lifecycle.ts'
import { validationError } from '#server/errors.ts'
import { trusted, type ModelContext, type ModelEntity } from '#server/model/context.ts'
import type { StoredRow } from '#server/model/read.ts'
import { tellNotice } from './notices.ts'
import { stepRow } from './take-transition.ts'

/** Automatic transitions that may follow one another in one call. */
const maxRounds = 8
const rounds = new WeakMap<object, Map<string, number>>()

/**
 * Takes the automatic transitions (`when`) of a record that was just written, until none applies.
 * @throws a 422 at the field of the state after eight rounds
 */
export async function settle(context: ModelContext, entity: ModelEntity, row: StoredRow): Promise<StoredRow> {
  const next = automatic(entity, row)
  if (!next) return row
  const counts = rounds.get(context.trx) ?? new Map<string, number>()
  rounds.set(context.trx, counts)
  const key = `${entity.name} ${row.id}`
  const count = (counts.get(key) ?? 0) + 1
  counts.set(key, count)
  if (count > maxRounds) throw validationError({ [next.field]: [{ key: 'errors.transitions_in_circle', values: { count: maxRounds } }] })
  const stepped = await stepRow(context, entity, row, next, {}, trusted)
  tellNotice(context, entity, next.transition.tell, stepped)
  return stepped
}

function automatic(entity: ModelEntity, row: StoredRow): NamedTransition | undefined {
  if (!entity.document.lifecycle || row.deleted_at) return undefined
  return transitionsOf(entity.document).find(
    ({ field, transition }) =>
      transition.when !== undefined &&
      transition.from.includes(stateOf(row[field])) &&
      matches(withFieldFormats(transition.when, entity.document.schema), row),
  )
}
