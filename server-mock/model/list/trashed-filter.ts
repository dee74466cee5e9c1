import { sql } from 'kysely'
import type { ModelEntity } from '#server/model/context.ts'
import { root } from './field-in-sql.ts'
import type { Condition } from './filters.ts'
import type { ListPlan } from './list-plan.ts'

/** The value of a state's options that stands for the trash. */
const trashed = 'trashed'

/** A filter by states among which the trash is one. */
export interface TrashedFilter {
  key: string
  /** Whether the trash is among those that are asked for. */
  isAsked: boolean
  /** The states that are asked for beside it, as the filter's own value. */
  others: string
}

/**
 * The filter on a field whose options have the trash as a computed value, where what it asks for is more than what is stored: it names
 * the trash, or the tab is that of the trash.
 */
export function trashedFilter(
  { document, shape }: ModelEntity,
  plan: ListPlan,
  tab: ListPlan['tabs'][number] | undefined,
  text: (key: string) => string | undefined,
): TrashedFilter | undefined {
  if (!shape.trash) return undefined
  for (const [key, { path }] of plan.filters) {
    const isState = document.options?.[path]?.some(({ value, computed }) => computed === true && value === trashed)
    const values = (isState ? text(key) : undefined)?.split(',')
    if (!values || (!values.includes(trashed) && tab?.trashed !== true)) continue
    return { key, isAsked: values.includes(trashed), others: values.filter((value) => value !== trashed).join() }
  }
  return undefined
}

/** The rows of a tab that such a filter leaves; `states` is the condition of the other states, `whole` that of the tab. */
export function withinTrash(
  { isAsked }: TrashedFilter,
  tab: ListPlan['tabs'][number] | undefined,
  whole: Condition,
  states?: Condition,
): Condition {
  if (tab?.trashed) return isAsked ? whole : sql`false`
  const here: Condition = states ? sql`(${whole} and ${states})` : sql`false`
  return isAsked && tab?.where === undefined ? sql`(${sql.ref(`${root}.deleted_at`)} is not null or ${here})` : here
}
