import { isRecord } from '#schemas/rules/is-record.ts'
/** Levels from the top down; each with the field under which the levels below name it. */
export const levels = ['continent', 'country', 'province', 'city', 'neighbourhood'] as const
export type Level = (typeof levels)[number]
const fields = ['continents_id', 'countries_id', 'provinces_id', 'cities_id'] as const

/** The division chosen on each level. */
export type DivisionPath = Partial<Record<Level, number>>

/** The value of an object field: the deepest division and its parents. */
export interface KeptDivision {
  id: number
  type: Level
  continents_id?: number
  countries_id?: number
  provinces_id?: number
  cities_id?: number
}

const isLevel = (value: unknown): value is Level => (levels as readonly unknown[]).includes(value)

/** The path to a division, from a stored value or a row of the server. Undefined for anything else, e.g. an id alone. */
export function pathOf(value: unknown): DivisionPath | undefined {
  if (!isRecord(value) || !isLevel(value.type) || typeof value.id !== 'number') return undefined
  const path: DivisionPath = {}
  for (const [at, field] of fields.entries()) if (typeof value[field] === 'number') path[levels[at]!] = value[field]
  path[value.type] = value.id
  return path
}

/** The path with another division on one level; deeper levels are removed. */
export function withLevel(path: DivisionPath, level: Level, id: number | undefined): DivisionPath {
  const depth = levels.indexOf(level)
  const above = Object.fromEntries(
    levels
      .slice(0, depth)
      .filter((each) => path[each] !== undefined)
      .map((each) => [each, path[each]]),
  ) as DivisionPath
  return id === undefined ? above : { ...above, [level]: id }
}

/** The deepest division of a path with those above it; undefined when nothing is chosen. */
export function storedOf(path: DivisionPath): KeptDivision | undefined {
  const type = levels.findLast((level) => path[level] !== undefined)
  if (type === undefined) return undefined
  const stored: KeptDivision = { id: path[type]!, type }
  for (const [at, field] of fields.entries()) {
    const id = path[levels[at]!]
    if (id !== undefined && levels[at] !== type) stored[field] = id
  }
  return stored
}

/** The levels to show: all that are filled in and the first empty one; without a path the first level. */
export function askedLevels(path: DivisionPath, wanted: readonly Level[]): Level[] {
  const open = wanted.findIndex((level) => path[level] === undefined)
  return open < 0 ? [...wanted] : wanted.slice(0, open + 1)
}

/** The nearest division above a level. */
export const parentOf = (path: DivisionPath, level: Level): number | undefined =>
  levels
    .slice(0, levels.indexOf(level))
    .map((each) => path[each])
    .findLast((id) => id !== undefined)

/**
 * The levels that are valid as a value; divisions of other levels are only steps on the way. They come from the document
 * (`accepts`), or from the schema of the field: the `where` of its reference, or the `type` of its object.
 */
export function acceptedLevels(accepts: unknown, schema: Record<string, unknown>): readonly Level[] {
  const { where, properties } = schema
  const typeSchema = isRecord(properties) ? properties.type : undefined
  const declared =
    accepts ?? (isRecord(where) ? where.type : undefined) ?? (isRecord(typeSchema) ? (typeSchema.enum ?? typeSchema.const) : undefined)
  const wanted: unknown[] = [declared].flat()
  const found = levels.filter((level) => wanted.includes(level))
  return found.length > 0 ? found : levels
}
