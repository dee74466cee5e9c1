import { readContractSchemas, type JsonSchema } from '#schemas/cli/contract-bundle.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { nearest } from '#schemas/check/problem.ts'
import { at, type Source } from '#schemas/check/source.ts'

/**
 * Called with a value in a document and the part of the contract that describes it: `('text', '/columns/0/title',
 * '$title')`, `('grid/column', …)`, `('action', …)`. Parts of `common.json` have no prefix.
 */
export type Visit = (definition: string, pointer: string, value: unknown) => void

const schemas = readContractSchemas()

/** The document schema under a name such as `grid`. */
export const documentSchema = (kind: string): JsonSchema => schemas.get(`/schemas/${kind}.json`)!

/**
 * Checks a document against the contract. If the contract allows several shapes, the shape that was meant is chosen by
 * its distinguishing feature (text or object, the key that names a block), so that only errors of that shape are
 * reported.
 */
export function checkContract(source: Source, kind: string, visit: Visit, value: unknown = source.value, pointer = ''): void {
  walk(documentSchema(kind), value, pointer, { source, visit, file: `/schemas/${kind}.json` })
}

interface Walk {
  source: Source
  visit: Visit
  file: string
}

/** A short example of an object or a list: what belongs into it is not clear from its type. */
function exampleOf({ type, examples }: JsonSchema): string {
  const text = type === 'object' || type === 'array' ? JSON.stringify((examples as unknown[] | undefined)?.[0]) : undefined
  return text === undefined || text.length > 80 ? '' : `, such as ${text}`
}

function walk(schema: JsonSchema | boolean, value: unknown, pointer: string, context: Walk): void {
  if (typeof schema === 'boolean') return
  if (typeof schema.$ref === 'string') {
    const { target, file, name } = resolve(schema.$ref, context.file)
    context.visit(name, pointer, value)
    walk(target, value, pointer, { ...context, file })
    return
  }
  const { source } = context
  const error = (message: string, extra?: { allowed?: string[]; suggestion?: string }) => source.report('error', pointer, message, extra)
  if (Array.isArray(schema.anyOf)) {
    const branch = pick(schema.anyOf as JsonSchema[], value, context)
    if ('message' in branch) {
      const { message, allowed, suggestion } = branch
      return error(message, allowed && { ...oneOf(allowed, value), ...(suggestion !== undefined && { suggestion }) })
    }
    walk(branch.schema, value, pointer, context)
  }
  if (schema.type !== undefined && !([] as unknown[]).concat(schema.type).some((type) => isType(type as string, value)))
    return error(`must be ${describeTypes(schema.type)}, is ${describe(value)}${exampleOf(schema)}`)
  if (schema.const !== undefined && value !== schema.const) return error(`must be ${JSON.stringify(schema.const)}`)
  if (Array.isArray(schema.enum) && !schema.enum.includes(value)) {
    const allowed = schema.enum.map(String)
    return error(`${JSON.stringify(value)} is not one of ${allowed.join(', ')}`, oneOf(allowed, value))
  }
  if (typeof value === 'string') checkText(schema, value, error)
  if (typeof value === 'number') {
    if (typeof schema.minimum === 'number' && value < schema.minimum) error(`must be at least ${schema.minimum}`)
    if (typeof schema.maximum === 'number' && value > schema.maximum) error(`must be at most ${schema.maximum}`)
  }
  if (Array.isArray(value)) {
    if (typeof schema.minItems === 'number' && value.length < schema.minItems) error(`must have at least ${schema.minItems} entries`)
    if (typeof schema.maxItems === 'number' && value.length > schema.maxItems)
      error(`may have at most ${schema.maxItems} entries, has ${value.length}`)
    if (isRecord(schema.items)) value.forEach((item, index) => walk(schema.items as JsonSchema, item, at(pointer, index), context))
  }
  if (isRecord(value)) checkObject(schema, value, pointer, context)
}

function checkText(schema: JsonSchema, value: string, error: (message: string) => void): void {
  if (typeof schema.minLength === 'number' && value.length < schema.minLength) error(`must have at least ${schema.minLength} characters`)
  if (typeof schema.maxLength === 'number' && value.length > schema.maxLength)
    error(`may have at most ${schema.maxLength} characters, has ${value.length}`)
  if (typeof schema.pattern === 'string' && !new RegExp(schema.pattern, 'u').test(value)) {
    const example = Array.isArray(schema.examples) && typeof schema.examples[0] === 'string' ? `, e.g. "${schema.examples[0]}"` : ''
    error(
      `"${value.slice(0, 80)}" is not a valid ${typeof schema.title === 'string' ? schema.title.toLowerCase() : 'value'}${example} (${schema.pattern})`,
    )
  }
}

function checkObject(schema: JsonSchema, value: Record<string, unknown>, pointer: string, context: Walk): void {
  const { source } = context
  const properties = (isRecord(schema.properties) ? schema.properties : {}) as Record<string, JsonSchema>
  const patterns = Object.entries((isRecord(schema.patternProperties) ? schema.patternProperties : {}) as Record<string, JsonSchema>)
  for (const name of (schema.required as string[] | undefined) ?? []) {
    if (!Object.hasOwn(value, name)) source.report('error', pointer, `the property "${name}" is missing`)
  }
  if (typeof schema.minProperties === 'number' && Object.keys(value).length < schema.minProperties)
    source.report('error', pointer, 'must not be empty')
  const names =
    isRecord(schema.propertyNames) && typeof schema.propertyNames.pattern === 'string'
      ? new RegExp(schema.propertyNames.pattern, 'u')
      : undefined
  for (const [name, item] of Object.entries(value)) {
    const inside = at(pointer, name)
    const pattern = patterns.find(([expression]) => new RegExp(expression, 'u').test(name))
    if (names && !names.test(name)) source.report('error', inside, `"${name}" is not a valid name here (${names.source})`, { atKey: true })
    if (Object.hasOwn(properties, name)) walk(properties[name]!, item, inside, context)
    else if (pattern) walk(pattern[1], item, inside, context)
    else if (schema.additionalProperties === false) {
      const allowed = Object.keys(properties).filter((key) => key !== '$schema')
      source.report('error', inside, allowed.length > 0 ? `"${name}" is not a property here` : `"${name}" is not a valid name here`, {
        ...oneOf(allowed, name),
        atKey: true,
      })
    } else if (isRecord(schema.additionalProperties)) walk(schema.additionalProperties, item, inside, context)
  }
}

type Pick = { schema: JsonSchema } | { message: string; allowed?: string[]; suggestion?: string }

/** Chooses the branch that was meant. */
function pick(branches: JsonSchema[], value: unknown, context: Walk): Pick {
  const open = branches.map((branch) => ({ branch, shape: deref(branch, context.file) }))
  const typed = open.filter(({ shape }) => fitsType(shape, value))
  if (typed.length === 0)
    return {
      message: `must be ${[...new Set(open.map(({ shape, branch }) => nameOf(shape, branch)))].join(' or ')}, is ${describe(value)}`,
    }
  if (typed.length === 1) return { schema: typed[0]!.branch }
  if (!isRecord(value)) {
    const fitting = typed.find(({ branch }) => isClean(branch, value, context))
    if (fitting) return { schema: fitting.branch }
    const allowed = typed.flatMap(({ shape }) =>
      Array.isArray(shape.enum) ? shape.enum.map(String) : shape.const !== undefined ? [String(shape.const)] : [],
    )
    return {
      message: `${describe(value)} is neither ${typed.map(({ shape, branch }) => nameOf(shape, branch)).join(' nor ')}`,
      ...(allowed.length > 0 ? { allowed } : {}),
    }
  }
  const named = typed.filter(
    ({ shape }) => Array.isArray(shape.required) && (shape.required as string[]).some((key) => Object.hasOwn(value, key)),
  )
  const most = (list: typeof typed) => [...list].sort((a, b) => known(b.shape, value) - known(a.shape, value))[0]!
  if (named.length > 0) return { schema: most(named).branch }
  const best = most(typed.filter(({ shape }) => !Array.isArray(shape.required)))
  if (best && known(best.shape, value) > 0) return { schema: best.branch }
  const keys = [
    ...new Set(
      typed.flatMap(({ shape }) =>
        Array.isArray(shape.required) ? (shape.required as string[]) : Object.keys((shape.properties as object | undefined) ?? {}),
      ),
    ),
  ]
  const suggestion = Object.keys(value)
    .map((key) => nearest(key, keys))
    .find((key) => key !== undefined)
  return { message: `must have one of the properties ${keys.join(', ')}`, allowed: keys, ...(suggestion !== undefined && { suggestion }) }
}

const known = (shape: JsonSchema, value: Record<string, unknown>): number =>
  Object.keys(value).filter((key) => isRecord(shape.properties) && Object.hasOwn(shape.properties, key)).length

function isClean(schema: JsonSchema, value: unknown, context: Walk): boolean {
  let clean = true
  walk(schema, value, '', {
    ...context,
    visit: () => undefined,
    source: {
      ...context.source,
      report: () => {
        clean = false
      },
    },
  })
  return clean
}

function deref(schema: JsonSchema, file: string): JsonSchema {
  return typeof schema.$ref === 'string' ? resolve(schema.$ref, file).target : schema
}

/** Whether a reference such as `/schemas/responses/grid.json#/definitions/row` exists in the contract. */
export function isInContract(reference: string): boolean {
  const [path = '', pointer] = reference.split('#')
  const name = pointer?.replace('/definitions/', '')
  const schema = schemas.get(path)
  return schema !== undefined && (!name || Object.hasOwn(schema.definitions ?? {}, name))
}

function resolve(reference: string, file: string): { target: JsonSchema; file: string; name: string } {
  const [path, pointer] = reference.split('#')
  const owner = path || file
  const schema = schemas.get(owner)!
  const name = pointer?.replace('/definitions/', '')
  const kind = owner.replace(/^\/schemas\/|[.]json$/g, '')
  return {
    target: name ? (schema.definitions as Record<string, JsonSchema>)[name]! : schema,
    file: owner,
    name: name === undefined ? kind : kind === 'common' ? name : `${kind}/${name}`,
  }
}

function fitsType(shape: JsonSchema, value: unknown): boolean {
  if (Array.isArray(shape.enum)) return shape.enum.some((item) => typeof item === typeof value)
  if (shape.const !== undefined) return typeof shape.const === typeof value
  if (Array.isArray(shape.anyOf)) return true
  return shape.type === undefined || ([] as unknown[]).concat(shape.type).some((type) => isType(type as string, value))
}

function isType(type: string, value: unknown): boolean {
  switch (type) {
    case 'object':
      return isRecord(value)
    case 'array':
      return Array.isArray(value)
    case 'integer':
      return Number.isInteger(value)
    case 'null':
      return value === null
    default:
      return typeof value === type
  }
}

const words: Record<string, string> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  null: 'null',
}
const describeTypes = (type: unknown): string =>
  ([] as unknown[])
    .concat(type)
    .map((name) => words[String(name)] ?? String(name))
    .join(' or ')
const describe = (value: unknown): string =>
  typeof value === 'string'
    ? `"${value.slice(0, 60)}"`
    : value === null
      ? 'null'
      : Array.isArray(value)
        ? 'a list'
        : typeof value === 'object'
          ? 'an object'
          : String(value)

function nameOf(shape: JsonSchema, branch: JsonSchema): string {
  if (Array.isArray(shape.enum)) return `one of ${shape.enum.join(', ')}`
  if (shape.const !== undefined) return JSON.stringify(shape.const)
  if (typeof branch.$ref === 'string' && typeof shape.title === 'string')
    return `${/^[aeiou]/i.test(shape.title) ? 'an' : 'a'} ${shape.title.toLowerCase()}`
  return shape.type === 'string' && typeof shape.pattern === 'string'
    ? `text such as ${shape.pattern.includes('[{]') ? '{value}' : shape.pattern}`
    : describeTypes(shape.type)
}

function oneOf(allowed: string[], value: unknown): { allowed: string[]; suggestion?: string } {
  const suggestion = typeof value === 'string' ? nearest(value, allowed) : undefined
  return suggestion === undefined ? { allowed } : { allowed, suggestion }
}
