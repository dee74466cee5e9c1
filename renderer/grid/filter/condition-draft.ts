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

/** The entry of `offeredOperators` that contains an operator. */
export const offeredAs = (operator: WhereOperator): WhereOperator => (operator === 'within' ? 'between' : operator)

export const newDraft = (filter: GridFilter): ConditionDraft => ({ operator: offeredOperators(filter)[0] ?? 'is', values: [] })

/** Operators with the same kind of values, so that switching between them keeps the input. */
const families: readonly (readonly WhereOperator[])[] = [
  ['contains', 'not_contains', 'is', 'is_not', 'starts_with'],
  ['any_of', 'none_of'],
]

export function withOperator({ operator, values }: ConditionDraft, next: WhereOperator): ConditionDraft {
  if (offeredAs(operator) === next) return { operator, values }
  const keeps = values !== null && families.some((family) => family.includes(operator) && family.includes(next))
  return { operator: next, values: keeps ? values : [] }
}

/** The complete condition; null while a value is missing or invalid. */
export function completed(key: string, { operator, values }: ConditionDraft): WhereCondition | null {
  const [least, most] = operatorValues[operator]
  if (values === null || values.length < least || (least > 0 && values.every((value) => value === ''))) return null
  return { key, operator, values: values.slice(0, most) }
}

/** Whether nothing was entered, which is no mistake: the condition is then taken away. */
export const isBlank = ({ operator, values }: ConditionDraft): boolean =>
  operatorValues[operator][1] > 0 && values !== null && values.every((value) => value === '')

/** Name of an operator for a kind of filter: `is between`, `is any of`. */
export const operatorMessage = (filter: GridFilter, operator: WhereOperator): string =>
  kindOf(filter) === 'date-range' && operator === 'between' ? 'grid.operators.in_days' : `grid.operators.${operator}`
