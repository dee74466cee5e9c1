/** A function of the language. */
export type FunctionName = 'sum' | 'count' | 'avg' | 'min' | 'max' | 'round' | 'abs' | 'div'

/** A part of a formula, with its place in the text. */
export type FormulaNode = { from: number; to: number } & (
  | { kind: 'number'; value: string }
  | { kind: 'path'; path: readonly string[] }
  | { kind: 'negate'; of: FormulaNode }
  | { kind: 'operator'; operator: '+' | '-' | '*' | '/'; left: FormulaNode; right: FormulaNode }
  | { kind: 'call'; name: FunctionName; args: readonly FormulaNode[] }
)

/** What is wrong at a place of a formula. */
export interface FormulaProblem {
  message: string
  /** First character, counted from 0. */
  from: number
  /** Behind the last character. */
  to: number
  allowed?: string[]
  suggestion?: string
}

/** A text that is no formula. */
export class FormulaError extends Error {
  readonly problem: FormulaProblem
  constructor(problem: FormulaProblem) {
    super(problem.message)
    this.problem = problem
  }
}

/** A result that has more digits than are stored. */
export class FormulaOverflow extends RangeError {}

/** Characters of a formula. */
export const maxCharacters = 1000
/** Numbers, fields, signs and functions of a formula. */
export const maxParts = 200
/** Brackets and signs in front of a number inside of each other. */
export const maxDepth = 32
/** Digits of a written number, and of a result before its decimals. */
export const maxDigits = 40
/** Decimals to which `/` and `avg` round, halves away from zero. */
export const divisionScale = 20

/** How many values each function takes; `aggregates` take the values of all rows. */
export const functions: Readonly<Record<FunctionName, { least: number; most: number; aggregates?: true }>> = {
  sum: { least: 1, most: 1, aggregates: true },
  count: { least: 1, most: 1, aggregates: true },
  avg: { least: 1, most: 1, aggregates: true },
  min: { least: 1, most: 20, aggregates: true },
  max: { least: 1, most: 20, aggregates: true },
  round: { least: 2, most: 2 },
  abs: { least: 1, most: 1 },
  div: { least: 3, most: 3 },
}

export const isAggregate = (node: FormulaNode): node is FormulaNode & { kind: 'call' } =>
  node.kind === 'call' && functions[node.name].aggregates === true && node.args.length === 1

/** Decimals to which `round` and `div` round: a number that the formula writes out. */
export const roundingOf = ({ args }: FormulaNode & { kind: 'call' }): number => {
  const last = args.at(-1)
  return last?.kind === 'number' ? Number(last.value) : 0
}

export function childrenOf(node: FormulaNode): readonly FormulaNode[] {
  switch (node.kind) {
    case 'negate':
      return [node.of]
    case 'operator':
      return [node.left, node.right]
    case 'call':
      return node.args
    default:
      return []
  }
}

/** The fields that a formula names, each once: `['lines.amount', 'shipping']`. */
export function fieldsOfFormula(tree: FormulaNode): string[] {
  const fields = new Set<string>()
  const visit = (node: FormulaNode): void => {
    if (node.kind === 'path') fields.add(node.path.join('.'))
    childrenOf(node).forEach(visit)
  }
  visit(tree)
  return [...fields]
}

/** The first steps of the paths inside an aggregate that are not inside another one: the rows are among them. */
export function headsIn(node: FormulaNode): string[] {
  if (node.kind === 'path') return [node.path[0]!]
  return childrenOf(node).flatMap((child) => (isAggregate(child) ? [] : headsIn(child)))
}
