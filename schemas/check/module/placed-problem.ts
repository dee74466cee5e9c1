import type { FormulaProblem } from '#schemas/formula/formula.ts'

/** A problem of a formula with its place: `there is no field "shiping" (at character 1: shiping)`. */
export function placed({ message, from, to }: FormulaProblem, formula: string): string {
  const part = formula.slice(from, to)
  return `${message} (at character ${from + 1}${part === '' ? '' : `: ${part.length > 40 ? `${part.slice(0, 39)}…` : part}`})`
}
