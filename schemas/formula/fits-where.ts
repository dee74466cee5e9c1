import { isWhereGroup, parseWhere, type WhereNode } from '#schemas/rules/conditions/where.ts'
import { compareDecimal, toDecimal } from '#schemas/rules/numbers/decimal.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { isEmpty } from '#schemas/rules/validation/rule-checks.ts'
import type { Where } from '#schemas/types/contract.d.ts'

type View = Readonly<Record<string, unknown>>

/** Whether a row in memory meets a `where`, as the database would say of a stored one. Texts are compared as they are written. */
export function fitsWhere(view: View, where: Where): boolean {
  if (typeof where === 'string') return fitsNode(view, parseWhere(where))
  return Object.entries(where).every(([path, wanted]) => [wanted].flat().some((one) => isSame(valueAt(view, path), one)))
}

function fitsNode(view: View, node: WhereNode): boolean {
  if (isWhereGroup(node))
    return node.join === 'and' ? node.of.every((part) => fitsNode(view, part)) : node.of.some((part) => fitsNode(view, part))
  const value = valueAt(view, node.key)
  const isAny = () => node.values.some((one) => isSame(value, one))
  switch (node.operator) {
    case 'empty':
      return isEmpty(value)
    case 'filled':
      return !isEmpty(value)
    case 'is':
    case 'any_of':
      return isAny()
    case 'is_not':
    case 'none_of':
      return !isAny()
    case 'between': {
      const [from = '', to = ''] = node.values
      return !isEmpty(value) && (from === '' || compare(value, from) >= 0) && (to === '' || compare(value, to) <= 0)
    }
    case 'contains':
      return textOf(value).includes(node.values[0]!)
    case 'not_contains':
      return !textOf(value).includes(node.values[0]!)
    case 'starts_with':
      return textOf(value).startsWith(node.values[0]!)
    default:
      return false
  }
}

const textOf = (value: unknown): string => (isEmpty(value) ? '' : String(value as string | number))

const valueAt = (view: View, path: string): unknown =>
  path.split('.').reduce<unknown>((value, step) => (isRecord(value) && Object.hasOwn(value, step) ? value[step] : undefined), view)

function isSame(value: unknown, wanted: unknown): boolean {
  if (isEmpty(value) || isEmpty(wanted)) return isEmpty(value) === isEmpty(wanted)
  return compare(value, wanted) === 0
}

/** Numbers by what they are, everything else as text: days and moments sort that way too. */
function compare(one: unknown, other: unknown): number {
  const [left, right] = [toDecimal(one), toDecimal(other)]
  if (left !== undefined && right !== undefined) return compareDecimal(left, right)
  const [a, b] = [textOf(one), textOf(other)]
  return a < b ? -1 : a > b ? 1 : 0
}
