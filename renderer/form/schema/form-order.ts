import { layoutFields } from '#schemas/rules/conditions/form-conditions.ts'
import type { FormAnswer } from '#schemas/types/contract.d.ts'
import { schemaAt, type FieldSchema } from './json-schema.ts'
import { parsePath } from '#renderer/form/data/path.ts'

/**
 * Paths in the order in which people meet them: that of the layout, then of the schema, rows by their number; also of what
 * is not drawn at present.
 */
export function inFormOrder(form: Pick<FormAnswer, 'schema' | 'layout'>, paths: readonly string[]): string[] {
  const root = form.schema as FieldSchema
  const placed = [...layoutFields(form.layout)].map(({ field }) => field)
  const placeOf = (path: string): number[] => {
    const steps = parsePath(path)
    const inLayout = placed.findIndex((field) => path === field || path.startsWith(`${field}.`))
    const inSchema = steps.map((step, at) =>
      typeof step === 'number' ? step : Object.keys(schemaAt(root, steps.slice(0, at))?.properties ?? {}).indexOf(step),
    )
    return [inLayout === -1 ? placed.length : inLayout, ...inSchema]
  }
  const places = new Map(paths.map((path) => [path, placeOf(path)]))
  return paths.toSorted((a, b) => compare(places.get(a)!, places.get(b)!))
}

function compare(a: readonly number[], b: readonly number[]): number {
  for (let at = 0; at < Math.min(a.length, b.length); at += 1) if (a[at] !== b[at]) return a[at]! - b[at]!
  return a.length - b.length
}
