import { hiddenPaths, isUnder } from '#schemas/rules/conditions/form-conditions.ts'
import type { FormAnswer } from '#schemas/types/contract.d.ts'
import { schemaAt, type FieldSchema } from './json-schema.ts'
import { formatUiPath, parsePath } from '#renderer/form/data/path.ts'

/** Whether the form has a control for a path that can be brought into view: no condition hides it, nor its widget. */
export function isReachable({ schema, ui, layout }: Pick<FormAnswer, 'schema' | 'ui' | 'layout'>, data: unknown, path: string): boolean {
  const place = parsePath(path)
  if (schemaAt(schema as FieldSchema, place) === undefined || isUnder(path, hiddenPaths({ ui, layout }, data))) return false
  return place.every((_, at) => ui?.[formatUiPath(place.slice(0, at + 1))]?.widget !== 'hidden')
}
