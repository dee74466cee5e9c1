import { isRecord } from '#schemas/rules/is-record.ts'
import { isValid } from '#schemas/rules/json-schema/json-schema.ts'
import { deref, typeOf, type FieldSchema } from '#renderer/form/schema/json-schema.ts'
import { getAt, isEmpty } from './path.ts'
import { closestBranch, mergeSchemas, resolveSchema } from '#renderer/form/schema/resolve-schema.ts'

const deepest = 12
/** A schema that multiplies its own places is filled in so far. */
const mostPlaces = 20_000
/** Defaults of a part that may be left out; one that unfolds into more, as one does that leads back to itself by many ways, opens empty. */
const mostInPart = 300

/**
 * Data with the schema's defaults and constants for missing values; existing values stay, also null. A list gets its
 * minimum of rows. An optional object is left out if its defaults alone are not valid: nobody has to fill in a group
 * only because one of its fields has a default.
 */
export const fillDefaults = (schema: FieldSchema, data: unknown, root: FieldSchema): unknown =>
  fill(schema, data, { root, blank: new Map(), left: mostPlaces, taken: new Map(), sizes: new WeakMap() }, 0)

interface Filling {
  root: FieldSchema
  /** What places without data get, by their reference or schema; one that is inside itself gets nothing there. */
  blank: Map<unknown, unknown>
  left: number
  /** Whether the value that a place gets without data is valid. */
  taken: Map<unknown, boolean>
  /** Number of values in filled-in data; one object may be used in many places. */
  sizes: WeakMap<object, number>
}

function sizeOf(value: unknown, sizes: WeakMap<object, number>): number {
  if (typeof value !== 'object' || value === null) return 1
  const known = sizes.get(value) ?? Object.values(value).reduce<number>((sum, part) => sum + sizeOf(part, sizes), 1)
  sizes.set(value, known)
  return known
}

function fill(given: FieldSchema, data: unknown, filling: Filling, depth: number): unknown {
  if (data !== undefined) return fillPlace(given, data, filling, depth)
  const key = keyOf(given)
  if (!filling.blank.has(key)) {
    filling.blank.set(key, undefined)
    filling.blank.set(key, fillPlace(given, undefined, filling, depth))
  }
  return filling.blank.get(key)
}

const keyOf = (given: FieldSchema): unknown => (typeof given.$ref === 'string' && Object.keys(given).length === 1 ? given.$ref : given)

/** Whether the defaults of an optional place are valid by themselves; cached, since they are the same each time. */
function isTaken(part: FieldSchema, value: unknown, { root, taken }: Filling): boolean {
  const key = keyOf(part)
  if (!taken.has(key)) taken.set(key, isValid(part, value, { root }))
  return taken.get(key)!
}

function fillPlace(given: FieldSchema, data: unknown, filling: Filling, depth: number): unknown {
  if (data === null || depth > deepest || --filling.left < 0) return data
  const { root } = filling
  const resolved = resolveSchema(given, root, data)
  const start = data === undefined ? structuredClone(resolved.default ?? resolved.const) : data
  const branches = resolved.oneOf ?? resolved.anyOf
  const schema = branches ? withBranch(resolved, branches, start, root) : resolved
  const type = typeOf(schema)
  if (type === 'array') return fillList(schema, start, filling, depth)
  if (type === 'object' || schema.properties)
    return start === undefined || isRecord(start) ? fillGroup(schema, start, filling, depth, deref(given, root).dependencies) : start
  return start ?? structuredClone(schema.default ?? schema.const)
}

function withBranch(
  { oneOf: _one, anyOf: _any, ...schema }: FieldSchema,
  branches: FieldSchema[],
  data: unknown,
  root: FieldSchema,
): FieldSchema {
  const branch = branches[closestBranch(branches, data, root)]
  return branch ? mergeSchemas(schema, resolveSchema(branch, root, data)) : schema
}

function fillGroup(
  schema: FieldSchema,
  start: Record<string, unknown> | undefined,
  filling: Filling,
  depth: number,
  dependencies?: unknown,
): unknown {
  const entries = new Map(Object.entries(start ?? {}))
  for (const [name, part] of Object.entries(schema.properties ?? {})) {
    const before = getAt(start, [name])
    const value = fill(part, before, filling, depth + 1)
    if (value === undefined) continue
    const isSpare = before === undefined && !schema.required?.includes(name)
    if (before === undefined && isBlank(value)) continue
    if (isSpare && (sizeOf(value, filling.sizes) > mostInPart || (!Array.isArray(value) && !isTaken(part, value, filling)))) continue
    entries.set(name, value)
  }
  // A default that requires further values is left to the user.
  for (const [name, needs] of Object.entries(isRecord(dependencies) ? dependencies : {})) {
    if (
      getAt(start, [name]) === undefined &&
      isRecord(needs) &&
      Array.isArray(needs.required) &&
      needs.required.some((other) => !entries.has(String(other)))
    )
      entries.delete(name)
  }
  const filled = Object.fromEntries(entries)
  return start === undefined && entries.size === 0 ? undefined : filled
}

const isBlank = (value: unknown): boolean => isRecord(value) && isEmpty(value)

function fillList(schema: FieldSchema, start: unknown, filling: Filling, depth: number): unknown {
  const items = schema.items
  if ((start !== undefined && !Array.isArray(start)) || !isRecord(items)) return start
  const rows = (start ?? []).map((item) => (isRecord(item) ? fill(items as FieldSchema, item, filling, depth + 1) : (item as unknown)))
  for (const least = Math.min(schema.minItems ?? 0, 100); rows.length < least;) {
    const row =
      fill(items as FieldSchema, undefined, filling, depth + 1) ??
      (typeOf(resolveSchema(items as FieldSchema, filling.root, undefined)) === 'object' ? {} : undefined)
    if (row === undefined) break
    rows.push(row)
  }
  return rows.length > 0 || start !== undefined ? rows : undefined
}
