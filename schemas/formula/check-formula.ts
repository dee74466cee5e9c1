import { nearest } from '#schemas/check/problem.ts'
import { FormulaError, divisionScale, fieldsOfFormula, isAggregate, roundingOf, type FormulaNode, type FormulaProblem } from './formula.ts'
import { parseFormula } from './parse-formula.ts'

/** A code, or the paths of the fields that hold one: these are compared when a record is computed. */
export type FormulaCurrency = string | readonly string[]

/** What a path of a formula leads to. */
export interface FormulaField {
  /** `integer`, `decimal` and `number` are counted with; any other word says what it is instead, e.g. `a text`. */
  kind: string
  /** Decimals of its values, if they are limited. */
  scale?: number
  currency?: FormulaCurrency
  /** List of rows in which it lies; with `kind: 'rows'` the list itself. */
  rows?: string
}

/** Answers what is at a path, or which step of it is missing among which names. */
export type FindField = (path: readonly string[]) => FormulaField | { missing: string; allowed: string[] }

/** Type of a formula's value. */
export interface FormulaType {
  /** Decimals that a value has at most; undefined where nothing limits them. */
  scale?: number
  currency?: FormulaCurrency
  /** Set inside of an aggregate only. */
  rows?: string
}

export interface CheckedFormula {
  problems: FormulaProblem[]
  /** Of a formula without problems. */
  tree?: FormulaNode
  type?: FormulaType
  /** Fields that it is computed from. */
  fields: string[]
}

/** Checks a formula against the fields that there are. All problems are told, each with its place. */
export function checkFormula(text: string, find: FindField): CheckedFormula {
  let tree: FormulaNode
  try {
    tree = parseFormula(text)
  } catch (fault) {
    if (!(fault instanceof FormulaError)) throw fault
    const { problem } = fault
    return { problems: [withNearest(problem, text.slice(problem.from, problem.to))], fields: [] }
  }
  const problems: FormulaProblem[] = []
  const type = new TypeCheck(find, problems).typeOf(tree)
  if (type?.rows !== undefined) problems.push(manyRows(tree, type.rows))
  const fields = fieldsOfFormula(tree)
  return problems.length > 0 || !type ? { problems, fields } : { problems, tree, type, fields }
}

const withNearest = (problem: FormulaProblem, name: string): FormulaProblem => {
  const suggestion = problem.allowed && nearest(name, problem.allowed)
  return suggestion === undefined ? problem : { ...problem, message: `${problem.message}; did you mean "${suggestion}"?`, suggestion }
}

const manyRows = ({ from, to }: FormulaNode, rows: string): FormulaProblem => ({
  message: `"${rows}" are many rows, so this needs sum, count, avg, min or max around it`,
  from,
  to,
})

class TypeCheck {
  readonly #find: FindField
  readonly #problems: FormulaProblem[]

  constructor(find: FindField, problems: FormulaProblem[]) {
    this.#find = find
    this.#problems = problems
  }

  /** Undefined where there is a problem. */
  typeOf(node: FormulaNode): FormulaType | undefined {
    switch (node.kind) {
      case 'number':
        return { scale: node.value.split('.')[1]?.length ?? 0 }
      case 'path':
        return this.#path(node, node.path)
      case 'negate':
        return this.typeOf(node.of)
      case 'operator': {
        const [left, right] = [this.typeOf(node.left), this.typeOf(node.right)]
        return left && right && this.#operator(node, left, right)
      }
      case 'call':
        return isAggregate(node) ? this.#aggregate(node) : this.#call(node)
    }
  }

  #fail({ from, to }: FormulaNode, message: string): undefined {
    this.#problems.push({ message, from, to })
  }

  #path(node: FormulaNode, path: readonly string[], isCounted = false): FormulaType | undefined {
    const found = this.#find(path)
    if ('missing' in found) {
      const { missing, allowed } = found
      const problem = { message: `there is no field "${missing}"`, from: node.from, to: node.to, allowed }
      return void this.#problems.push(withNearest(problem, missing))
    }
    const { kind, scale, currency, rows } = found
    const type = { ...(currency !== undefined && { currency }), ...(rows !== undefined && { rows }) }
    if (isCounted) return type
    if (kind === 'rows')
      return this.#fail(node, `"${path.join('.')}" are rows: write sum(${path.join('.')}.…) of one of their fields, or count`)
    if (kind === 'integer') return { ...type, scale: 0 }
    if (kind === 'decimal' || kind === 'number') return { ...type, ...(scale !== undefined && { scale }) }
    return this.#fail(node, `"${path.join('.')}" is ${kind} and no number, so nothing can be computed with it`)
  }

  #operator(node: FormulaNode & { kind: 'operator' }, left: FormulaType, right: FormulaType): FormulaType | undefined {
    const rows = this.#rows(node, [left, right])
    if (rows === false) return undefined
    const scales = [left.scale, right.scale]
    switch (node.operator) {
      case '*':
        return typed(sumOf(scales), left.currency ?? right.currency, rows)
      case '/':
        return typed(divisionScale, right.currency === undefined ? left.currency : undefined, rows)
      default: {
        const currency = this.#sameCurrency(node, [left, right])
        return currency === false ? undefined : typed(mostOf(scales), currency, rows)
      }
    }
  }

  #aggregate(node: FormulaNode & { kind: 'call' }): FormulaType | undefined {
    const [arg] = node.args as [FormulaNode]
    const type = node.name === 'count' && arg.kind === 'path' ? this.#path(arg, arg.path, true) : this.typeOf(arg)
    if (!type) return undefined
    if (type.rows === undefined)
      return this.#fail(
        node,
        ['min', 'max'].includes(node.name)
          ? `${node.name} takes one field of rows, or several values`
          : `${node.name} takes a field of rows, e.g. ${node.name}(lines.amount), and this is a single value`,
      )
    if (node.name === 'count') return { scale: 0 }
    return typed(node.name === 'avg' ? divisionScale : type.scale, type.currency)
  }

  #call(node: FormulaNode & { kind: 'call' }): FormulaType | undefined {
    const types = node.args.map((arg) => this.typeOf(arg))
    const all = types.filter((type) => type !== undefined)
    if (all.length < types.length) return undefined
    const rows = this.#rows(node, all)
    if (rows === false) return undefined
    const [first, second] = all as [FormulaType, FormulaType]
    switch (node.name) {
      case 'round':
        return typed(roundingOf(node), first.currency, rows)
      case 'div':
        return typed(roundingOf(node), second.currency === undefined ? first.currency : undefined, rows)
      case 'abs':
        return first
      default: {
        const currency = this.#sameCurrency(node, all)
        return currency === false ? undefined : typed(mostOf(all.map(({ scale }) => scale)), currency, rows)
      }
    }
  }

  /** The list in which all values lie that lie in one; false where there are two. */
  #rows(node: FormulaNode, types: readonly FormulaType[]): string | undefined | false {
    const [rows, other] = new Set(types.flatMap(({ rows }) => rows ?? []))
    if (other === undefined) return rows
    this.#fail(node, `"${rows!}" and "${other}" are different rows, which cannot be computed with each other`)
    return false
  }

  /** The currency of values that are added or compared; false where they have several for certain. */
  #sameCurrency(node: FormulaNode, types: readonly FormulaType[]): FormulaCurrency | undefined | false {
    const all = types.flatMap(({ currency }) => (currency === undefined ? [] : [currency]))
    const [code, other] = new Set(all.filter((currency) => typeof currency === 'string'))
    const paths = [...new Set(all.filter((currency) => typeof currency !== 'string').flat())]
    if (other === undefined && (code === undefined || paths.length === 0)) return code ?? (paths.length > 0 ? paths : undefined)
    this.#fail(node, `amounts in ${code!} and in ${other ?? inWords(paths)} are neither added nor compared`)
    return false
  }
}

/** A currency in words: `IRR`, `the currency of "order.currency"`. */
export const inWords = (currency: FormulaCurrency): string =>
  typeof currency === 'string' ? currency : `the currency of ${currency.map((path) => `"${path}"`).join(' and ')}`

const typed = (scale: number | undefined, currency: FormulaCurrency | undefined, rows?: string): FormulaType => ({
  ...(scale !== undefined && { scale }),
  ...(currency !== undefined && { currency }),
  ...(rows !== undefined && { rows }),
})

const mostOf = (scales: readonly (number | undefined)[]): number | undefined =>
  scales.reduce((most, scale) => (most === undefined || scale === undefined ? undefined : Math.max(most, scale)))
const sumOf = (scales: readonly (number | undefined)[]): number | undefined =>
  scales.reduce((sum, scale) => (sum === undefined || scale === undefined ? undefined : sum + scale))
