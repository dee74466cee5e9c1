import { evaluateFormula } from '#schemas/formula/evaluate-formula.ts'
import { FormulaOverflow, fieldsOfFormula, type FormulaNode } from '#schemas/formula/formula.ts'
import { parseFormula } from '#schemas/formula/parse-formula.ts'
import { isFormulaPart, type AnyValuePart, type FormulaPart } from '#schemas/rules/metrics/metric-parts.ts'
import { addDecimal, canonicalDecimal, roundDecimal, toDecimal } from '#schemas/rules/numbers/decimal.ts'

/** Values of one group by name. */
export type GroupValues = Record<string, string | number | null>

/** A formula of a metric whose values the caller may all see. */
interface SeenFormula extends FormulaPart {
  tree: FormulaNode
}

/** The formulas whose operands are known, each behind those that it is computed from. */
export function seenFormulas(parts: readonly AnyValuePart[], known: ReadonlySet<string>): SeenFormula[] {
  const open = parts.filter(isFormulaPart).map((part): SeenFormula => ({ ...part, tree: parseFormula(part.formula) }))
  const seen: SeenFormula[] = []
  const names = new Set(known)
  for (let next; (next = open.find(({ tree }) => fieldsOfFormula(tree).every((name) => names.has(name))));) {
    open.splice(open.indexOf(next), 1)
    seen.push(next)
    names.add(next.key)
  }
  return seen
}

/** The values of a group with those that follow from them; what has too many digits is empty. */
export function withFormulas(values: GroupValues, formulas: readonly SeenFormula[]): GroupValues {
  const all = { ...values }
  for (const { key, tree, scale } of formulas) {
    const value = valueOf(tree, all)
    all[key] = value === null || scale === undefined ? value : roundDecimal(value, scale)
  }
  return all
}

function valueOf(tree: FormulaNode, values: GroupValues): string | null {
  try {
    return evaluateFormula(tree, values)
  } catch (fault) {
    if (fault instanceof FormulaOverflow) return null
    throw fault
  }
}

/** Exact sums of values over all groups; null where none has a value. */
export function totalsOf(keys: readonly string[], rows: readonly GroupValues[]): GroupValues {
  return Object.fromEntries(
    keys.map((key) => {
      const values = rows.map((row) => toDecimal(row[key])).filter((value) => value !== undefined)
      return [key, values.length === 0 ? null : canonicalDecimal(values.reduce(addDecimal, '0'))]
    }),
  )
}
