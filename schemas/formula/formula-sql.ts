import { divisionScale, headsIn, isAggregate, maxDigits, roundingOf, type FormulaNode } from './formula.ts'

/** Part of an SQL expression: words of SQL that come from this file alone, a decimal that is sent as a parameter, or what `names` gave. */
export type SqlPart<Sql> = string | { value: string } | { sql: Sql }

/** How the fields of a formula are read in SQL. */
export interface SqlNames<Sql> {
  /**
   * The field of the record, or of a row within the rows that `rows` answers, as an expression of type numeric. `counted` fields may have
   * any type. A reference on the way is joined or selected by it.
   */
  field: (path: readonly string[], counted: boolean) => Sql
  /** What follows `from` so that it ranges over the rows of one record, with conditions; undefined where the name is no list of rows. */
  rows: (name: string) => Sql | undefined
}

type Parts<Sql> = SqlPart<Sql>[]
type Call = FormulaNode & { kind: 'call' }

/** From this size on a result has more digits than are stored, as a decimal. */
export const overflowLimit = `1${'0'.repeat(maxDigits)}`

/**
 * A formula as an SQL expression of type numeric with the same results as `evaluateFormula`, for as long as they have at most 40 digits
 * before their decimals: compare with `overflowLimit`. `isPlain` leaves out sub-selects, which generated columns do not take.
 */
export function formulaToSql<Sql>(tree: FormulaNode, names: SqlNames<Sql>, { isPlain = false } = {}): Parts<Sql> {
  const expression = (node: FormulaNode): Parts<Sql> => {
    switch (node.kind) {
      case 'number':
        return ['(', { value: node.value }, '::numeric)']
      case 'path':
        return ['(', { sql: names.field(node.path, false) }, ')']
      case 'negate':
        return ['(-', ...expression(node.of), ')']
      case 'operator':
        return node.operator === '+' || node.operator === '-'
          ? total(node)
          : node.operator === '*'
            ? ['(', ...expression(node.left), ' * ', ...expression(node.right), ')']
            : quotient(expression(node.left), expression(node.right), divisionScale)
      case 'call':
        return isAggregate(node) ? aggregate(node) : call(node)
    }
  }
  /** Sums skip what is empty and are empty where all is; a chain of signs is one sum. */
  const total = (node: FormulaNode): Parts<Sql> => {
    const values = termsOf(node, false).map(([term, isNegative]) => (isNegative ? ['(-', ...expression(term), ')'] : expression(term)))
    if (isPlain) return plainTotal(values)
    return ['(select sum(v) from (values ', ...joined(values.map((value) => ['(', ...value, ')'])), ') as terms(v))']
  }
  const call = (node: Call): Parts<Sql> => {
    const args = node.args.map(expression)
    switch (node.name) {
      case 'round':
        return ['round(', ...args[0]!, `, ${roundingOf(node)})`]
      case 'div':
        return quotient(args[0]!, args[1]!, roundingOf(node))
      case 'abs':
        return ['abs(', ...args[0]!, ')']
      default:
        return [node.name === 'min' ? 'least(' : 'greatest(', ...joined(args), ')']
    }
  }
  const aggregate = (node: Call): Parts<Sql> => {
    const [arg] = node.args as [FormulaNode]
    const rows = headsIn(arg)
      .map((head) => ({ head, sql: names.rows(head) }))
      .find(({ sql }) => sql !== undefined)
    if (!rows) return [node.name === 'sum' || node.name === 'count' ? '(0::numeric)' : '(null::numeric)']
    const from: Parts<Sql> = [' from ', { sql: rows.sql! }, ')']
    if (node.name === 'count') {
      if (arg.kind !== 'path') return ['(select count(', ...expression(arg), ')::numeric', ...from]
      if (arg.path.length === 1) return ['(select count(*)::numeric', ...from]
      return ['(select count(nullif((', { sql: names.field(arg.path, true) }, ")::text, ''))::numeric", ...from]
    }
    const value = expression(arg)
    if (node.name === 'sum') return ['(select coalesce(sum(', ...value, '), 0)', ...from]
    if (node.name !== 'avg') return [`(select ${node.name}(`, ...value, ')', ...from]
    const mean = quotient<Sql>(['sum(value)'], ['count(value)::numeric'], divisionScale)
    return ['(select ', ...mean, ' from (select ', ...value, ' as value', ...from, ' as list)']
  }
  return expression(tree)
}

const plainTotal = <Sql>(values: readonly Parts<Sql>[]): Parts<Sql> => [
  '(case when coalesce(',
  ...joined(values),
  ') is not null then ',
  ...values.flatMap((value, index): Parts<Sql> => [index === 0 ? 'coalesce(' : ' + coalesce(', ...value, ', 0)']),
  ' end)',
]

/** Cut off one decimal further, the quotient rounds as the exact one would. */
const quotient = <Sql>(left: Parts<Sql>, right: Parts<Sql>, scale: number): Parts<Sql> => [
  'round(div(',
  ...left,
  ` * 1${'0'.repeat(scale + 1)}::numeric, nullif(`,
  ...right,
  `, 0)) * 0.${'0'.repeat(scale)}1::numeric, ${scale})`,
]

function termsOf(node: FormulaNode, isNegative: boolean): [term: FormulaNode, isNegative: boolean][] {
  if (node.kind !== 'operator' || (node.operator !== '+' && node.operator !== '-')) return [[node, isNegative]]
  return [...termsOf(node.left, isNegative), ...termsOf(node.right, (node.operator === '-') !== isNegative)]
}

const joined = <Sql>(lists: readonly Parts<Sql>[]): Parts<Sql> =>
  lists.flatMap((parts, index): Parts<Sql> => (index === 0 ? parts : [', ', ...parts]))
