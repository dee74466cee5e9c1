import { isWhereGroup, parseWhere, printWhere, WhereError, type WhereNode } from '#schemas/rules/conditions/where.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import type { EntityDocument } from '#schemas/types/contract.d.ts'

/** Finds an entity by its name without the module. */
export type EntityLookup = (name: string) => EntityDocument | undefined
/** What fields are called by: the names of the entity, or those of `names`, which callers of declared calls know. */
export type Spelling = 'entity' | 'wire'

/** How the fields of an entity, of its rows and of what it refers to are called. */
export interface Naming {
  entity: EntityDocument
  lookup: EntityLookup
}

interface Property {
  references?: unknown
  rows?: unknown
}

/** The name of a field in the other spelling; others stay as they are. */
export function nameIn(spelling: Spelling, { names = {} }: EntityDocument, name: string): string {
  if (spelling === 'wire') return Object.hasOwn(names, name) ? names[name]! : name
  return Object.keys(names).find((own) => names[own] === name) ?? name
}

/** The entity of the records that stand under a field, by its name in the entity. */
function inside({ entity, lookup }: Naming, name: string): Naming | undefined {
  const properties = entity.schema.properties as Record<string, Property>
  const field = [name, `${name}_id`].find((one) => Object.hasOwn(properties, one))
  const target = field === undefined ? undefined : (properties[field]!.references ?? properties[field]!.rows)
  const next = typeof target === 'string' ? lookup(target.slice(target.indexOf('/') + 1)) : undefined
  return next && { entity: next, lookup }
}

/**
 * Records in another spelling, with their rows and what they refer to. `twice` is told of a field that is there in both spellings, by its
 * path; its last value stands.
 */
export function renameRecords(value: unknown, naming: Naming, to: Spelling, twice?: (path: string) => void, at = ''): unknown {
  if (Array.isArray(value)) return value.map((one, index) => renameRecords(one, naming, to, twice, `${at}${index}.`))
  if (!isRecord(value)) return value
  const { entity } = naming
  const renamed: Record<string, unknown> = {}
  for (const [key, part] of Object.entries(value)) {
    const name = nameIn(to, entity, key)
    if (Object.hasOwn(renamed, name)) twice?.(`${at}${nameIn('wire', entity, nameIn('entity', entity, key))}`)
    const next = inside(naming, to === 'entity' ? name : key)
    const isTexts = key === 'translations' && !Object.hasOwn(entity.schema.properties, key) && isRecord(part)
    renamed[name] = next
      ? renameRecords(part, next, to, twice, `${at}${key}.`)
      : isTexts
        ? Object.fromEntries(Object.entries(part).map(([field, texts]) => [nameIn(to, entity, field), texts]))
        : part
  }
  return renamed
}

/** A path of fields in another spelling: `lines.3.count`; steps that are numbers or no fields stay. */
export function renamePath(path: string, naming: Naming, to: Spelling): string {
  let here: Naming | undefined = naming
  return path
    .split('.')
    .map((step) => {
      if (!here || /^\d+$/.test(step)) return step
      const renamed: string = nameIn(to, here.entity, step)
      here = inside(here, to === 'entity' ? renamed : step)
      return renamed
    })
    .join('.')
}

/** What a list is asked with, in the entity's spelling: keys, and the fields that `sort`, `fields` and `where` name. */
export function renameQuery(query: Readonly<Record<string, unknown>>, naming: Naming, twice?: (path: string) => void) {
  const renamed: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(query)) {
    const name = renamePath(key, naming, 'entity')
    if (Object.hasOwn(renamed, name)) twice?.(renamePath(name, naming, 'wire'))
    renamed[name] = typeof value === 'string' && Object.hasOwn(naming.entity.schema.properties, name) ? value : named(key, value, naming)
  }
  return renamed
}

function named(key: string, value: unknown, naming: Naming): unknown {
  if (typeof value !== 'string') return value
  if (key === 'sort' || key === 'fields')
    return value
      .split(',')
      .map((part) => part.replace(/[^\s-].*$/, (path) => renamePath(path, naming, 'entity')))
      .join()
  if (key !== 'where') return value
  const inNode = (node: WhereNode): WhereNode =>
    isWhereGroup(node) ? { ...node, of: node.of.map(inNode) } : { ...node, key: renamePath(node.key, naming, 'entity') }
  try {
    const root = parseWhere(value)
    return printWhere({ ...root, of: root.of.map(inNode) })
  } catch (fault) {
    // What cannot be read is refused by the list itself.
    if (fault instanceof WhereError) return value
    throw fault
  }
}

/** A schema of what a declared call takes or answers, with the names that its callers know. */
export function renameSchema<S>(schema: S, naming: Naming): S {
  if (!isRecord(schema)) return schema
  const { properties, required, items } = schema as Record<string, unknown>
  return {
    ...schema,
    ...(isRecord(items) && { items: renameSchema(items, naming) }),
    ...(Array.isArray(required) && { required: required.map((name) => nameIn('wire', naming.entity, String(name))) }),
    ...(isRecord(properties) && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, part]) => {
          const next =
            inside(naming, name) ?? (name === 'data' && !Object.hasOwn(naming.entity.schema.properties, name) ? naming : undefined)
          return [nameIn('wire', naming.entity, name), next ? renameSchema(part, next) : part]
        }),
      ),
    }),
  } as S
}
