import { isRecord } from '#schemas/rules/is-record.ts'
import { resolveRef } from '#schemas/rules/json-schema/json-schema.ts'

type Schema = Record<string, unknown>

/** New name of a property in the narrowed schema; undefined for one that is left out. */
export type Naming = (name: string) => string | undefined

const combining = ['$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependencies'] as const
/** Keywords about properties of an object. */
const telling = [...combining, 'properties', 'required'] as const
/** Keywords about an object as a whole, which some of its properties cannot decide. */
const wholeKeywords = [
  'const',
  'enum',
  'minProperties',
  'maxProperties',
  'additionalProperties',
  'patternProperties',
  'propertyNames',
] as const
const deepest = 30

const entriesOf = (value: unknown): [string, unknown][] => (isRecord(value) ? Object.entries(value) : [])
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])
const saysNothing = (part: unknown): boolean => part === true || (isRecord(part) && telling.every((keyword) => part[keyword] === undefined))

/**
 * Combinations, conditions and dependencies of a schema, reduced to the properties that remain. The result accepts everything that
 * the whole schema accepts, and names no other property.
 */
export function narrowCombinations(schema: Schema, naming: Naming, root: Schema = schema): Schema {
  const {
    properties: _,
    required: __,
    ...parts
  } = narrow(
    Object.fromEntries(combining.filter((keyword) => keyword !== '$ref' && keyword in schema).map((keyword) => [keyword, schema[keyword]])),
    naming,
    root,
    0,
  ) as Schema
  return parts
}

/** A schema without some of its properties, and without the keywords about them. */
export function narrowSchema(schema: Schema, naming: Naming, root: Schema): Schema {
  const rest = Object.fromEntries(
    Object.entries(schema).filter(([keyword]) => keyword === '$ref' || !(combining as readonly string[]).includes(keyword)),
  )
  return {
    ...rest,
    properties: renamed(schema.properties, naming),
    ...(schema.required !== undefined && { required: namesOf(schema.required, naming) }),
    ...narrowCombinations(schema, naming, root),
  }
}

const renamed = (properties: unknown, naming: Naming): Schema =>
  Object.fromEntries(
    entriesOf(properties).flatMap(([name, part]) => {
      const own = naming(name)
      return own === undefined ? [] : [[own, part]]
    }),
  )
const namesOf = (names: unknown, naming: Naming): string[] =>
  listOf(names)
    .map((name) => naming(String(name)))
    .filter((name) => name !== undefined)

function narrow(source: unknown, naming: Naming, root: Schema, depth: number): Schema | boolean {
  if (!isRecord(source)) return source !== false
  if (depth > deepest) return true
  const each = (part: unknown) => narrow(part, naming, root, depth + 1)
  if (typeof source.$ref === 'string') return each(targetOf(root, source.$ref))
  const result: Schema = {}
  for (const keyword of ['type', 'title', 'description'] as const) if (source[keyword] !== undefined) result[keyword] = source[keyword]
  const properties = renamed(source.properties, naming)
  if (Object.keys(properties).length > 0) result.properties = properties
  const required = namesOf(source.required, naming)
  if (required.length > 0) result.required = required
  const all = listOf(source.allOf).map(each)
  if (Array.isArray(source.anyOf)) Object.assign(result, alternatives(source.anyOf.map(each)))
  if (Array.isArray(source.oneOf)) {
    // Alternatives that differ only in properties left out may hold together: then it is an anyOf.
    const isExclusive = source.oneOf.every((part) => isAbout(part, naming, root, 0))
    if (isExclusive) result.oneOf = source.oneOf.map(each)
    else all.push(alternatives(source.oneOf.map(each)))
  }
  if (source.not !== undefined && isAbout(source.not, naming, root, 0)) result.not = each(source.not)
  if (source.if !== undefined && isAbout(source.if, naming, root, 0)) {
    const [then, otherwise] = [each(source.then ?? true), each(source.else ?? true)]
    if (!saysNothing(then) || !saysNothing(otherwise))
      Object.assign(result, { if: each(source.if) }, saysNothing(then) ? {} : { then }, saysNothing(otherwise) ? {} : { else: otherwise })
  }
  const dependencies = entriesOf(source.dependencies).flatMap(([name, part]): [string, unknown][] => {
    const own = naming(name)
    const needed = Array.isArray(part) ? namesOf(part, naming) : each(part)
    return own === undefined || (Array.isArray(needed) ? needed.length === 0 : saysNothing(needed)) ? [] : [[own, needed]]
  })
  if (dependencies.length > 0) result.dependencies = Object.fromEntries(dependencies)
  const remaining = all.filter((part) => !saysNothing(part))
  if (remaining.length > 0) result.allOf = remaining
  return result
}

const alternatives = (parts: (Schema | boolean)[]): Schema => (parts.some(saysNothing) ? {} : { anyOf: parts })

/** Whether a part is about remaining properties only, so that it means the same for them as for the whole. */
function isAbout(part: unknown, naming: Naming, root: Schema, depth: number): boolean {
  if (!isRecord(part)) return true
  if (depth > deepest) return false
  const each = (inner: unknown) => isAbout(inner, naming, root, depth + 1)
  if (typeof part.$ref === 'string') return each(targetOf(root, part.$ref))
  const names = [
    ...entriesOf(part.properties).map(([name]) => name),
    ...listOf(part.required).map(String),
    ...entriesOf(part.dependencies).flatMap(([name, needs]) => [name, ...listOf(needs).map(String)]),
  ]
  return (
    !wholeKeywords.some((keyword) => keyword in part) &&
    names.every((name) => naming(name) !== undefined) &&
    [
      ...listOf(part.allOf),
      ...listOf(part.anyOf),
      ...listOf(part.oneOf),
      part.not,
      part.if,
      part.then,
      part.else,
      ...entriesOf(part.dependencies).map(([, needs]) => needs),
    ].every(each)
  )
}

const targetOf = (root: Schema, reference: string): unknown => {
  try {
    return resolveRef(root, reference) ?? true
  } catch {
    return true
  }
}

/** Definitions that a schema's parts refer to, directly or through each other. */
export function definitionsFor(parts: unknown, root: Schema): Schema {
  const usedDefinitions: Record<'definitions' | '$defs', Schema> = { definitions: {}, $defs: {} }
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) {
      node.forEach(visit)
      return
    }
    if (!isRecord(node)) return
    const [, home, name] = typeof node.$ref === 'string' ? (/^#\/(definitions|\$defs)\/([^/]+)/.exec(node.$ref) ?? []) : []
    if (home === 'definitions' || home === '$defs') {
      const pool = root[home]
      if (name !== undefined && isRecord(pool) && Object.hasOwn(pool, name) && !Object.hasOwn(usedDefinitions[home], name)) {
        usedDefinitions[home][name] = pool[name]
        visit(pool[name])
      }
    }
    Object.values(node).forEach(visit)
  }
  visit(parts)
  return Object.fromEntries(Object.entries(usedDefinitions).filter(([, schemasOfHome]) => Object.keys(schemasOfHome).length > 0))
}
