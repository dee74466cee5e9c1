import draft07 from 'ajv/dist/refs/json-schema-draft-07.json'
import { isRecord } from '#schemas/rules/is-record.ts'

export type SchemaNode = Record<string, unknown>
export type Schema = SchemaNode | boolean

export const isSchema = (value: unknown): value is Schema => typeof value === 'boolean' || isRecord(value)

/** Keywords that hold one schema, a list of schemas, or schemas by name. `isModern` says whether those of later drafts apply. */
export const schemaKeywords = {
  one: [
    'additionalItems',
    'additionalProperties',
    'contains',
    'else',
    'if',
    'not',
    'propertyNames',
    'then',
    'unevaluatedItems',
    'unevaluatedProperties',
    'contentSchema',
  ],
  list: ['allOf', 'anyOf', 'oneOf', 'prefixItems'],
  map: ['$defs', 'definitions', 'dependencies', 'dependentSchemas', 'patternProperties', 'properties'],
} as const

/** Each direct subschema of a node, with the path to it. `items` is one schema or a list. */
export function* schemasIn(node: SchemaNode): Generator<[steps: string[], schema: Schema]> {
  for (const key of schemaKeywords.one) if (isSchema(node[key])) yield [[key], node[key]]
  for (const key of [...schemaKeywords.list, 'items']) {
    const content = node[key]
    if (Array.isArray(content))
      for (const [at, schema] of content.entries()) {
        if (isSchema(schema)) yield [[key, String(at)], schema]
      }
    else if (key === 'items' && isSchema(content)) yield [[key], content]
  }
  for (const key of schemaKeywords.map) {
    const content = node[key]
    if (isRecord(content)) for (const [name, schema] of Object.entries(content)) if (isSchema(schema)) yield [[key, name], schema]
  }
}

/** A schema with the base of its references and its draft. */
export interface Placed {
  schema: Schema
  base: string
  isModern: boolean
}

/** Finds the schemas of a document, and of what it embeds, by name. */
export interface SchemaIndex {
  root: Placed
  /** The place of a part of the document. A schema that is not part of it gets the place of the root. */
  place(schema: Schema, within?: Placed): Placed
  /** The target of a reference; undefined if there is none. */
  resolve(reference: string, from: Placed): Placed | undefined
}

const nowhere = 'schema:'
const maxDepth = 500
const indexes = new WeakMap<object, SchemaIndex>()

/**
 * The index of a document, made once.
 * @throws RangeError if the document is nested too deeply
 */
export function indexSchema(document: SchemaNode): SchemaIndex {
  let index = indexes.get(document)
  if (!index) indexes.set(document, (index = createIndex(document)))
  return index
}

function createIndex(document: SchemaNode): SchemaIndex {
  const places = new Map<object, Placed>()
  const names = new Map<string, Placed>()
  const placedById = new Map<string, Placed | undefined>()

  function collect(schema: Schema, base: string, isModern: boolean, depth: number): void {
    if (typeof schema === 'boolean' || places.has(schema)) return
    if (depth > maxDepth) throw new RangeError('the schema is nested too deeply')
    const { $schema, $ref, $id, id, $anchor, $dynamicAnchor } = schema
    const modern = typeof $schema === 'string' ? isModernDraft($schema) : isModern
    // Draft 4 wrote `id`. Before 2019-09 a `$ref` replaced everything next to it, the identifier too.
    const own =
      typeof $ref === 'string' && !modern
        ? undefined
        : typeof $id === 'string'
          ? $id
          : typeof $schema === 'string' && /draft-0[34]/.test($schema) && typeof id === 'string'
            ? id
            : undefined
    const name = own === undefined ? base : absolute(own, base)
    const here: Placed = { schema, base: own === undefined || own.startsWith('#') ? base : withoutFragment(name), isModern: modern }
    places.set(schema, here)
    if (own !== undefined) remember(name.endsWith('#') ? name.slice(0, -1) : name, here)
    if (own?.includes('#') === true && !own.startsWith('#')) remember(withoutFragment(name), here)
    for (const anchor of [$anchor, $dynamicAnchor]) if (typeof anchor === 'string') remember(`${here.base}#${anchor}`, here)
    for (const [, inner] of schemasIn(schema)) collect(inner, here.base, modern, depth + 1)
  }
  const remember = (name: string, place: Placed): void => {
    if (!names.has(name)) names.set(name, place)
  }

  collect(document, nowhere, false, 0)
  const root = places.get(document)!
  remember(root.base, root)
  remember(nowhere, root)

  const place = (schema: Schema, within: Placed = root): Placed =>
    (typeof schema === 'boolean' ? undefined : places.get(schema)) ?? { schema, base: within.base, isModern: within.isModern }

  function lookUp(reference: string, base: string): Placed | undefined {
    const name = absolute(reference, base)
    const plain = name.endsWith('#') ? name.slice(0, -1) : name
    const known = names.get(plain)
    if (known) return known
    const document = names.get(withoutFragment(name))
    if (!document) return metaSchema(name)
    const fragment = name.slice(withoutFragment(name).length + 1)
    return fragment === '' || fragment.startsWith('/') ? follow(document, fragment) : undefined
  }

  function follow(from: Placed, pointer: string): Placed | undefined {
    let at: unknown = from.schema
    let within = from
    for (const step of pointer.split('/').slice(1).map(readStep)) {
      if (at === null || typeof at !== 'object' || !Object.hasOwn(at, step)) return undefined
      at = (at as Record<string, unknown>)[step]
      if (isRecord(at)) within = places.get(at) ?? within
    }
    if (!isSchema(at)) return undefined
    // A part that is not under a schema keyword may hold names of its own.
    if (isRecord(at) && !places.has(at)) collect(at, within.base, within.isModern, 0)
    return place(at, within)
  }

  return {
    root,
    place,
    resolve(reference, { base }) {
      const key = `${base} ${reference}`
      if (!placedById.has(key)) placedById.set(key, lookUp(reference, base))
      return placedById.get(key)
    },
  }
}

const isModernDraft = (uri: string): boolean => /draft\/20\d\d-\d\d\//.test(uri)
const withoutFragment = (uri: string): string => uri.split('#', 1)[0]!

function absolute(reference: string, base: string): string {
  if (reference.startsWith('#')) return base + reference
  try {
    return new URL(reference, base === nowhere ? 'schema:///' : base).href
  } catch {
    return reference
  }
}

const readStep = (step: string): string => {
  try {
    step = decodeURIComponent(step)
  } catch {
    /* as written */
  }
  return step.replaceAll('~1', '/').replaceAll('~0', '~')
}

/** The meta-schema of JSON Schema, which need not be part of the document. */
function metaSchema(name: string): Placed | undefined {
  if (!/^https?:\/\/json-schema\.org\/(?:draft-0[4-7]\/)?schema(?:#|$)/.test(name)) return undefined
  const index = indexSchema(draft07)
  return index.resolve(name.includes('#') ? name.slice(name.indexOf('#')) : '#', index.root)
}
