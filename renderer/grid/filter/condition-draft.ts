import { operatorValues, type WhereCondition, type WhereOperator } from '#schemas/rules/conditions/where.ts'
import type { GridFilter } from '#schemas/types/contract.d.ts'
import { kindOf, operatorsOf } from './terms.ts'

/** A condition while it is entered: `values` is null while they make no sense, and may be too few. */
export interface ConditionDraft {
  operator: WhereOperator
  values: string[] | null
}

/** Operators as they are chosen from: days that move are entered where fixed ones are. */
export const offeredOperators = (filter: GridFilter): WhereOperator[] => operatorsOf(filter).filter((operator) => operator !== 'within')

/** The one of `offeredOperators` that stands for an operator. */
export const offeredAs = (operator: WhereOperator): WhereOperator => (operator === 'within' ? 'between' : operator)

export const newDraft = (filter: GridFilter): ConditionDraft => ({ operator: offeredOperators(filter)[0] ?? 'is', values: [] })

/** Operators that take the same values, so that a change among them keeps what was entered. */
const families: readonly (readonly WhereOperator[])[] = [
  ['contains', 'not_contains', 'is', 'is_not', 'starts_with'],
  ['any_of', 'none_of'],
]

export function withOperator({ operator, values }: ConditionDraft, next: WhereOperator): ConditionDraft {
  if (offeredAs(operator) === next) return { operator, values }
  const keeps = values !== null && families.some((family) => family.includes(operator) && family.includes(next))
  return { operator: next, values: keeps ? values : [] }
}

/** The condition as it is asked; null while something is missing or wrong. */
export function completed(key: string, { operator, values }: ConditionDraft): WhereCondition | null {
  const [least, most] = operatorValues[operator]
  if (values === null || values.length < least || (least > 0 && values.every((value) => value === ''))) return null
  return { key, operator, values: values.slice(0, most) }
}

/** Whether nothing was entered, which is no mistake: the condition is then taken away. */
export const isBlank = ({ operator, values }: ConditionDraft): boolean =>
  operatorValues[operator][1] > 0 && values !== null && values.every((value) => value === '')

/** What a filter of a kind is called when it is compared so: `is between`, `is any of`. */
export const operatorMessage = (filter: GridFilter, operator: WhereOperator): string =>
  kindOf(filter) === 'date-range' && operator === 'between' ? 'grid.operators.in_days' : `grid.operators.${operator}`
