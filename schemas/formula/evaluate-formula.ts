import { canonicalDecimal, toDecimal } from '#schemas/rules/numbers/decimal.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import {
  absolute,
  addScaled,
  compareScaled,
  divideScaled,
  formatScaled,
  multiplyScaled,
  negateScaled,
  parseScaled,
  roundScaled,
  tenTo,
  type Scaled,
} from '#schemas/rules/numbers/scaled.ts'
import { FormulaOverflow, divisionScale, headsIn, isAggregate, maxDigits, roundingOf, type FormulaNode } from './formula.ts'

type Values = Readonly<Record<string, unknown>>

/** The record, and in an aggregate one of its rows. */
interface Subject {
  record: Values
  rows?: string
  row?: unknown
}

type Call = FormulaNode & { kind: 'call' }

/**
 * Computes a formula for a record with its rows, and with the references that the formula names expanded (`ware.sale_price` is read in
 * `record.ware`). Answers the exact decimal without trailing zeros; null where the result is empty. An empty value counts as nothing in
 * sums and differences, and makes products and quotients empty; what is no number counts as empty.
 * @throws FormulaOverflow where the result has more than 40 digits before its decimals.
 */
export function evaluateFormula(tree: FormulaNode, record: Values): string | null {
  const result = evaluate(tree, { record })
  if (!result) return null
  if (absolute(result.units) >= tenTo(maxDigits + result.scale)) throw new FormulaOverflow(`the result has more than ${maxDigits} digits`)
  return canonicalDecimal(formatScaled(result))
}

function evaluate(node: FormulaNode, subject: Subject): Scaled | undefined {
  switch (node.kind) {
    case 'number':
      return parseScaled(node.value)
    case 'path':
      return numberOf(valueAt(node.path, subject))
    case 'negate': {
      const value = evaluate(node.of, subject)
      return value && negateScaled(value)
    }
    case 'operator':
      return operate(node.operator, evaluate(node.left, subject), evaluate(node.right, subject))
    case 'call':
      return isAggregate(node) ? aggregate(node, subject) : call(node, subject)
  }
}

function operate(operator: '+' | '-' | '*' | '/', left: Scaled | undefined, right: Scaled | undefined): Scaled | undefined {
  if (operator === '+' || operator === '-') {
    const added = operator === '-' && right ? negateScaled(right) : right
    return left && added ? addScaled(left, added) : (left ?? added)
  }
  if (!left || !right) return undefined
  return operator === '*' ? multiplyScaled(left, right) : divideScaled(left, right, divisionScale)
}

function call(node: Call, subject: Subject): Scaled | undefined {
  const [first, second] = node.args.slice(0, 2).map((arg) => evaluate(arg, subject))
  switch (node.name) {
    case 'round':
      return first && roundScaled(first, roundingOf(node))
    case 'abs':
      return first && { units: absolute(first.units), scale: first.scale }
    case 'div':
      return first && second && divideScaled(first, second, roundingOf(node))
    default:
      return outermost(
        node.name === 'min',
        node.args.map((arg) => evaluate(arg, subject)).filter((value) => value !== undefined),
      )
  }
}

function aggregate(node: Call, subject: Subject): Scaled | undefined {
  const [arg] = node.args as [FormulaNode]
  const { record } = subject
  const rows = headsIn(arg).find((head) => Array.isArray(ownValue(record, head)))
  const list = rows === undefined ? [] : (ownValue(record, rows) as unknown[])
  if (node.name === 'count') {
    const isCounted = (row: unknown): boolean =>
      arg.kind === 'path' ? isFilled(valueAt(arg.path, { record, rows, row })) : evaluate(arg, { record, rows, row }) !== undefined
    return { units: BigInt(list.filter(isCounted).length), scale: 0 }
  }
  const values = list.map((row) => evaluate(arg, { record, rows, row })).filter((value) => value !== undefined)
  const sum = () => values.reduce(addScaled, { units: 0n, scale: 0 })
  switch (node.name) {
    case 'sum':
      return sum()
    case 'avg':
      return divideScaled(sum(), { units: BigInt(values.length), scale: 0 }, divisionScale)
    default:
      return outermost(node.name === 'min', values)
  }
}

const outermost = (least: boolean, values: readonly Scaled[]): Scaled | undefined =>
  values.length === 0 ? undefined : values.reduce((best, value) => (compareScaled(value, best) < 0 === least ? value : best))

const isFilled = (value: unknown): boolean => value !== undefined && value !== null && value !== ''

function numberOf(value: unknown): Scaled | undefined {
  const text = toDecimal(value)
  return text === undefined ? undefined : parseScaled(text)
}

const ownValue = (value: unknown, step: string): unknown => (isRecord(value) && Object.hasOwn(value, step) ? value[step] : undefined)

function valueAt(path: readonly string[], { record, rows, row }: Subject): unknown {
  const inRow = rows !== undefined && path[0] === rows
  return (inRow ? path.slice(1) : path).reduce(ownValue, inRow ? row : record)
}
