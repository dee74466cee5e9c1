import { isRecord } from '#schemas/rules/is-record.ts'
import { isValid } from '#schemas/rules/json-schema/json-schema.ts'
import { deref, type FieldSchema } from './json-schema.ts'

const deepest = 40
const mostBranches = 24
const combining = ['anyOf', 'oneOf'] as const

/**
 * The schema of one place for the current data: its reference resolved, `allOf` merged, the branch of its condition and
 * the dependencies that apply. Inner places are resolved only when they are drawn, so that a recursive schema costs no
 * more than its visible part. Only for drawing: conflicts are not reported.
 */
export function resolveSchema(schema: FieldSchema, root: FieldSchema, data: unknown, depth = 0): FieldSchema {
  const { allOf, if: condition, then, else: otherwise, dependencies, ...own } = deref(schema, root)
  if (depth > deepest) return own
  const parts: unknown[] = Array.isArray(allOf) ? [...allOf] : []
  if (isRecord(condition)) parts.push(isValid(condition, data ?? {}, { root }) ? then : otherwise)
  if (isRecord(dependencies) && isRecord(data))
    for (const [name, part] of Object.entries(dependencies))
      if (Object.hasOwn(data, name) && data[name] !== undefined) parts.push(chosenDependency(part, name, data[name], root))
  return parts.filter(isRecord).reduce<FieldSchema>((whole, part) => mergeSchemas(whole, resolveSchema(part, root, data, depth + 1)), own)
}

/** Of a dependency with branches the one that is meant for the value. */
function chosenDependency(part: unknown, name: string, value: unknown, root: FieldSchema): unknown {
  if (!isRecord(part) || !Array.isArray(part.oneOf)) return part
  const { oneOf, ...rest } = part as FieldSchema
  const chosen = oneOf?.find((branch) => isRecord(branch.properties?.[name]) && isValid(branch.properties[name], value, { root }))
  if (!chosen) return rest
  const { [name]: _, ...properties } = chosen.properties ?? {}
  return mergeSchemas(rest, { ...chosen, properties })
}

/** Merges two schemas; for keywords that cannot be merged the first one wins. */
export function mergeSchemas(one: FieldSchema, other: FieldSchema): FieldSchema {
  if (isBlank(other)) return { ...other, ...one }
  const merged: FieldSchema = isBlank(one) ? { ...one, ...other, ...pickTexts(one) } : { ...other, ...one }
  if (merged.properties) {
    delete merged.undrawn
    merged.type ??= 'object'
  }
  if (one.properties && other.properties)
    merged.properties = {
      ...one.properties,
      ...Object.fromEntries(
        Object.entries(other.properties).map(([name, part]) => [
          name,
          bothOf(Object.hasOwn(one.properties!, name) ? one.properties![name] : undefined, part),
        ]),
      ),
    }
  if (one.required && other.required) merged.required = [...new Set([...one.required, ...other.required])]
  if (isRecord(one.items) && isRecord(other.items)) merged.items = bothOf(one.items as FieldSchema, other.items as FieldSchema)
  if (Array.isArray(one.enum) && Array.isArray(other.enum)) merged.enum = one.enum.filter((value) => other.enum!.includes(value))
  for (const key of combining)
    if (one[key] && other[key] && one[key] !== other[key] && one[key].length * other[key].length <= mostBranches)
      merged[key] = one[key].flatMap((left) => other[key]!.map((right) => bothOf(left, right)))
  return merged
}

const bothOf = (one: FieldSchema | undefined, other: FieldSchema): FieldSchema =>
  one === undefined || one === other
    ? other
    : one.$ref === undefined && other.$ref === undefined && !one.allOf && !other.allOf && !one.if && !other.if
      ? mergeSchemas(one, other)
      : { allOf: [one, other] }

const pickTexts = ({ title, description }: FieldSchema): FieldSchema => ({
  ...(title !== undefined && { title }),
  ...(description !== undefined && { description }),
})

const shape = ['properties', 'items', 'anyOf', 'oneOf', 'enum', 'const', 'required', '$ref'] as const

/** A schema without any restriction on its value, as a schema without a type is normalised. */
const isBlank = (schema: FieldSchema): boolean =>
  (schema.type === undefined || schema.type === 'object') && shape.every((key) => schema[key] === undefined)

/**
 * The branch for which data was most likely written: one that it fits; of those the one that knows most of its
 * properties; in a tie the chosen one. 0 if there is nothing to decide by.
 */
export function closestBranch(branches: readonly FieldSchema[], data: unknown, root: FieldSchema, chosen = 0): number {
  if (data === undefined || branches.length < 2) return Math.min(Math.max(chosen, 0), Math.max(branches.length - 1, 0))
  const fitting = branches.map((branch, index) => (isValid(branch, data, { root }) ? index : -1)).filter((index) => index >= 0)
  const candidates = fitting.length > 0 ? fitting : branches.map((_, index) => index)
  const scores = new Map(candidates.map((index) => [index, likeness(resolveSchema(branches[index]!, root, data), data, root)]))
  const best = Math.max(...scores.values())
  return scores.get(chosen) === best ? chosen : (candidates.find((index) => scores.get(index) === best) ?? 0)
}

/** How much of the data a schema speaks of. */
function likeness(schema: FieldSchema, data: unknown, root: FieldSchema): number {
  const types = ([] as unknown[]).concat(schema.type ?? [])
  const kind = data === null ? 'null' : Array.isArray(data) ? 'array' : typeof data
  const ofKind = types.includes(kind) || (kind === 'number' && types.includes('integer')) ? 1 : 0
  if (!isRecord(data) || !schema.properties) return ofKind
  return Object.entries(data).reduce((sum, [name, value]) => {
    const part = Object.hasOwn(schema.properties!, name) ? schema.properties![name] : undefined
    return part === undefined ? sum : sum + 1 + (isValid(part, value, { root }) ? 1 : 0)
  }, ofKind)
}
