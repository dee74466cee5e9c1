import type { EntityColumn } from '#server/database/entity-shape.ts'
import type { ModelContext, ModelEntity, ModelOptions } from '#server/model/context.ts'
import { noteEvent } from '#server/model/notifications/due-events.ts'
import type { StoredRow } from '#server/model/read.ts'
import { noteTransition } from '#server/model/sequences/due-numbers.ts'
import type { Given } from '#server/model/write/input.ts'
import { runEffects } from './effects.ts'
import { addStepValues, requireStep, requireStepped, requireTransition, type Step } from './take-transition.ts'

/** A transition that a record takes while it is made: its values are written with the record, as the first version. */
export interface FirstStep {
  /** Fields that the transition stands for. */
  stepping: readonly string[]
  /** @throws a 422 where the record would not be as the transition asks */
  require(values: Record<string, unknown>): Promise<void>
  effects(after: StoredRow): Promise<StoredRow>
}

/** Adds what the transition writes to what was sent. @throws what taking it from the initial state would */
export function beginFirstStep(
  context: ModelContext,
  entity: ModelEntity,
  input: Map<EntityColumn, Given>,
  step: Pick<Step, 'transition' | 'to'>,
  options: ModelOptions,
): FirstStep {
  const named = requireTransition(entity, step.transition)
  const given = Object.fromEntries([...input].map(([column, { value }]) => [column.name, value]))
  const defaults = entity.shape.columns.flatMap(({ name, default: value }) => (value === undefined ? [] : [[name, value]]))
  const row = { ...Object.fromEntries(defaults), ...given, created_by: context.caller.user?.id ?? null } as StoredRow
  const { to } = requireStep(context, entity, named, row, step, options)
  const stepping = addStepValues(context, entity, named, row, to, input)
  return {
    stepping,
    require: (values) => requireStepped(context, entity, named, { ...row, ...values }, given),
    effects: (after) => {
      noteTransition(context, entity, named.name, after)
      noteEvent(context, entity, { after, transition: named.name })
      return runEffects(context, entity, named.transition.effects, { transition: named.name, after, input: given })
    },
  }
}
