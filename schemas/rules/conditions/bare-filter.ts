import { operatorValues, type FilterKind, type WhereCondition, type WhereOperator } from './where.ts'

type Asked = Pick<WhereCondition, 'operator' | 'values'>

/** Reads the value of a filter's own key: `draft,published` of a select means any of the two, `10..20` means between. */
export function readBareFilter(kind: FilterKind, value: string): Asked {
  switch (kind) {
    case 'text':
      return { operator: 'contains', values: [value] }
    case 'boolean':
      return { operator: 'is', values: [value] }
    case 'date-range':
      return value.includes('..') ? { operator: 'between', values: value.split('..') } : { operator: 'within', values: [value] }
    case 'number-range':
      return value.includes('..') ? { operator: 'between', values: value.split('..') } : { operator: 'is', values: [value] }
    default:
      return { operator: 'any_of', values: [...new Set(value.split(','))] }
  }
}

/** Operators that the filter's own key can express, by kind of filter. */
export const bareOperators: Record<FilterKind, readonly WhereOperator[]> = {
  text: ['contains'],
  boolean: ['is'],
  'date-range': ['between', 'within'],
  'number-range': ['between', 'is'],
  select: ['any_of'],
  'remote-select': ['any_of'],
}

/** Writes a condition as the value of its filter's own key; undefined if only `where` can express it. */
export function writeBareFilter(kind: FilterKind, { operator, values }: Asked): string | undefined {
  const [least, most] = operatorValues[operator]
  if (!bareOperators[kind].includes(operator) || values.length < least || values.length > most) return undefined
  const value = values.join(operator === 'between' ? '..' : ',')
  const read = readBareFilter(kind, value)
  const isSame = read.operator === operator && read.values.length === values.length && read.values.every((one, at) => one === values[at])
  return isSame && values.some((one) => one !== '') ? value : undefined
}
