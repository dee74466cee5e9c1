import type { Action, GridRow } from '#schemas/types/contract.d.ts'
import { matches } from '#schemas/rules/conditions/condition.ts'

/** Actions that a row (or a loaded record) offers: those whose flag it carries and whose condition it meets. */
export function actionsShown(actions: readonly Action[], row?: GridRow | Record<string, unknown>): Action[] {
  return actions.filter((action) => {
    if (action.flag !== undefined && row?.[action.flag] !== true) return false
    return action.when === undefined || matches(action.when, row ?? {})
  })
}
