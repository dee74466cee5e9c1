import { isRecord } from '#schemas/rules/is-record.ts'
import { resolveRef } from '#schemas/rules/json-schema.ts'

type Schema = Record<string, unknown>

/** Name under which the narrowed schema has a property; undefined for one that it does not have. */
export type Naming = (name: string) => string | undefined

const combining = ['$ref', 'allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependencies'] as const
/** What says something of a value's properties. */
const telling = [...combining, 'properties', 'required'] as const
/** What speaks of an object as a whole and cannot be judged by some of its properties. */
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
 * What a schema says by combinations, conditions and dependencies, as far as it is about properties that are there. The
 * narrowed parts refuse nothing that the whole takes, and name no other property.
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

/** A schema without some of its properties, and without what it says of those. */
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

function narrow(given: unknown, naming: Naming, root: Schema, depth: number): Schema | boolean {
  if (!isRecord(given)) return given !== false
  if (depth > deepest) return true
  const each = (part: unknown) => narrow(part, naming, root, depth + 1)
  if (typeof given.$ref === 'string') return each(targetOf(root, given.$ref))
  const result: Schema = {}
  for (const keyword of ['type', 'title', 'description'] as const) if (given[keyword] !== undefined) result[keyword] = given[keyword]
  const properties = renamed(given.properties, naming)
  if (Object.keys(properties).length > 0) result.properties = properties
  const required = namesOf(given.required, naming)
  if (required.length > 0) result.required = required
  const all = listOf(given.allOf).map(each)
  if (Array.isArray(given.anyOf)) Object.assign(result, alternatives(given.anyOf.map(each)))
  if (Array.isArray(given.oneOf)) {
    // Of alternatives that are told apart by what is not there, more than one may hold.
    const isTold = given.oneOf.every((part) => isAbout(part, naming, root, 0))
    if (isTold) result.oneOf = given.oneOf.map(each)
    else all.push(alternatives(given.oneOf.map(each)))
  }
  if (given.not !== undefined && isAbout(given.not, naming, root, 0)) result.not = each(given.not)
  if (given.if !== undefined && isAbout(given.if, naming, root, 0)) {
    const [then, otherwise] = [each(given.then ?? true), each(given.else ?? true)]
    if (!saysNothing(then) || !saysNothing(otherwise))
      Object.assign(result, { if: each(given.if) }, saysNothing(then) ? {} : { then }, saysNothing(otherwise) ? {} : { else: otherwise })
  }
  const dependencies = entriesOf(given.dependencies).flatMap(([name, part]): [string, unknown][] => {
    const own = naming(name)
    const kept = Array.isArray(part) ? namesOf(part, naming) : each(part)
    return own === undefined || (Array.isArray(kept) ? kept.length === 0 : saysNothing(kept)) ? [] : [[own, kept]]
  })
  if (dependencies.length > 0) result.dependencies = Object.fromEntries(dependencies)
  const kept = all.filter((part) => !saysNothing(part))
  if (kept.length > 0) result.allOf = kept
  return result
}

const alternatives = (parts: (Schema | boolean)[]): Schema => (parts.some(saysNothing) ? {} : { anyOf: parts })

/** Whether a part speaks of nothing but properties that are there, so that it holds for them alone as for the whole. */
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
  const found: Record<'definitions' | '$defs', Schema> = { definitions: {}, $defs: {} }
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) {
      node.forEach(visit)
      return
    }
    if (!isRecord(node)) return
    const [, home, name] = typeof node.$ref === 'string' ? (/^#\/(definitions|\$defs)\/([^/]+)/.exec(node.$ref) ?? []) : []
    if (home === 'definitions' || home === '$defs') {
      const held = root[home]
      if (name !== undefined && isRecord(held) && Object.hasOwn(held, name) && !Object.hasOwn(found[home], name)) {
        found[home][name] = held[name]
        visit(held[name])
      }
    }
    Object.values(node).forEach(visit)
  }
  visit(parts)
  return Object.fromEntries(Object.entries(found).filter(([, held]) => Object.keys(held).length > 0))
}
