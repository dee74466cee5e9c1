import type { EntityDocument, Option } from '#schemas/types/contract.d.ts'
import { nounInSentence } from '#schemas/rules/text/nouns.ts'
import { humanise, localised, may, messageOf, textOf, within, type Expansion } from './expansion.ts'
import type { DocumentRegistry, Owned } from './registry.ts'

export type FieldSchema = Record<string, unknown> & {
  type?: unknown
  format?: unknown
  enum?: unknown[]
  references?: string
  rows?: string
  properties?: Record<string, FieldSchema>
  items?: FieldSchema
}

/** A field that a path leads to: where it is defined, and what it is. */
export interface EntityField {
  /** Entity that defines it; another than the one asked where the path leads through a reference. */
  owner: Owned<EntityDocument>
  /** Path inside `owner`. */
  path: string
  schema: FieldSchema
  /** Entity that it refers to. */
  reference?: Owned<EntityDocument>
  translated: boolean
}

const systemFields: Record<string, FieldSchema> = {
  id: { type: 'integer' },
  version: { type: 'integer' },
  created_at: { type: 'string', format: 'date-time' },
  updated_at: { type: 'string', format: 'date-time' },
  deleted_at: { type: 'string', format: 'date-time' },
  created_by: { type: 'integer', references: 'user' },
  updated_by: { type: 'integer', references: 'user' },
}
const sisterFields: Record<string, FieldSchema> = { locale: { type: 'string' }, sister_group: { type: 'integer' } }

/** The entity of a name, which may also be written `module/name`. */
export function findEntity(registry: DocumentRegistry, name: string | undefined): Owned<EntityDocument> | undefined {
  return name === undefined ? undefined : registry.entities.get(name.slice(name.indexOf('/') + 1))
}

/** What a record of the entity is called inside a sentence. */
export function typeOf(expansion: Expansion, entity: Owned<EntityDocument>): string {
  return nounInSentence(textOf(within(expansion, entity.module), entity.document.title), expansion.reader.locale)
}

/** Permission that a generic call on the entity needs; what is left out falls back to `write`, and `write` to `read`. */
export function entityAccess(entity: EntityDocument, kind: 'read' | 'write' | 'trash' | 'destroy'): string | undefined {
  const access = entity.access ?? {}
  const write = access.write ?? access.read
  return kind === 'read' ? access.read : kind === 'write' ? write : (access[kind] ?? write)
}

/** Name of the field that `name` means: itself, or `author` for `author_id`. */
export function fieldName(entity: EntityDocument, name: string): string {
  if (Object.hasOwn(entity.schema.properties, name) || !name.endsWith('_id')) return name
  const plain = name.slice(0, -3)
  const schema = propertyOf(entity, plain)
  return schema?.references ? plain : name
}

/**
 * Follows a dotted path through references, nested objects and the rows of lists, which may be an entity of their own; undefined
 * where it leads nowhere.
 */
export function findField(registry: DocumentRegistry, entity: Owned<EntityDocument>, path: string): EntityField | undefined {
  let owner = entity
  let inside: string[] = []
  let schema: FieldSchema | undefined
  let reference: Owned<EntityDocument> | undefined
  for (const segment of path.split('.')) {
    const next = reference ?? findEntity(registry, schema?.rows)
    if (next) {
      owner = next
      inside = []
      schema = undefined
      reference = undefined
    }
    const name = inside.length ? segment : fieldName(owner.document, segment)
    const found: FieldSchema | undefined = inside.length ? ownProperty(partsOf(schema), name) : propertyOf(owner.document, name)
    if (!found) return undefined
    schema = found
    inside = [...inside, name]
    reference = findEntity(registry, schema.references)
  }
  return (
    schema && {
      owner,
      path: inside.join('.'),
      schema,
      reference,
      translated: inside.length === 1 && (owner.document.storage?.translate ?? []).includes(inside[0]!),
    }
  )
}

/** Whether the reader has the permission of every field of the path. True for a path that does not exist. */
export function mayReadField(expansion: Expansion, entity: Owned<EntityDocument>, path: string): boolean {
  const segments = path.split('.')
  return segments.every((_, at) => {
    const field = findField(expansion.registry, entity, segments.slice(0, at + 1).join('.'))
    const permissions = field?.owner.document.access?.fields
    const name = field?.path.split('.')[0]
    return !permissions || name === undefined || !Object.hasOwn(permissions, name) || may(expansion, permissions[name])
  })
}

/**
 * Title of a field: the entity's label, the message `entities.<name>.<field>` (of a nested one by its path,
 * `entities.job.parts.name`), the panel's `fields.<field>`, or its name.
 */
export function fieldLabel(expansion: Expansion, entity: Owned<EntityDocument>, path: string): string {
  const names = path.split('.')
  const rows = names.length > 1 ? findEntity(expansion.registry, propertyOf(entity.document, names[0]!)?.rows) : undefined
  // `lines.count` has the title of `count` in the entity of the rows.
  if (rows) return fieldLabel(expansion, rows, names.slice(1).join('.'))
  const field = findField(expansion.registry, entity, path)
  // `author.name_full` has the title of `author`: "Author", not "Full name".
  const label = field && field.owner === entity ? field.path : fieldName(entity.document, names[0]!)
  const home = within(expansion, entity.module)
  const own = entity.document.labels && Object.hasOwn(entity.document.labels, label) ? entity.document.labels[label] : undefined
  if (own !== undefined) return textOf(home, own)
  return (
    messageOf(home, `entities.${entity.document.name}.${label}`) ?? messageOf(home, `fields.${label}`) ?? humanise(label.split('.').at(-1)!)
  )
}

/**
 * Choices of a field with their titles and colours; undefined where its values are not a closed list. `stored`: without
 * those that the server computes, for whoever chooses what is stored.
 */
export function fieldOptions(expansion: Expansion, field: EntityField, { stored = false } = {}): Option[] | undefined {
  const { document, module } = field.owner
  const home = within(expansion, module)
  const written = document.options && Object.hasOwn(document.options, field.path) ? document.options[field.path] : undefined
  const values = field.schema.enum ?? field.schema.items?.enum
  const options: Option[] | undefined =
    written ??
    values?.filter((value) => ['string', 'number', 'boolean'].includes(typeof value)).map((value) => ({ value: value as Option['value'] }))
  const offered = stored ? options?.filter((option) => option.computed !== true) : options
  const titled = offered?.map(({ computed: _, ...option }) => ({
    ...localised(home, option),
    title: option.title !== undefined ? textOf(home, option.title) : valueTitle(home, document.name, field.path, option.value),
  }))
  return field.schema.items?.format === 'role' ? [...(titled ?? []), ...declaredRoles(expansion, titled)] : titled
}

/** A value of a field with choices as the title of the choice, for texts that name a record. */
export function inWords(expansion: Expansion, entity: Owned<EntityDocument>, path: string, value: unknown): unknown {
  if (value === null || value === undefined) return value
  const field = findField(expansion.registry, entity, path)
  const options = field && fieldOptions(expansion, field)
  const titleIn = (each: unknown) => options?.find((option) => option.value === each)?.title ?? each
  return options === undefined ? value : Array.isArray(value) ? value.map(titleIn) : titleIn(value)
}

/** Roles that modules declare, beside those that are there already. */
function declaredRoles(expansion: Expansion, known: readonly Option[] = []): Option[] {
  const slugs = new Set(known.map(({ value }) => value))
  return [...expansion.registry.modules.values()].flatMap(({ module }) =>
    Object.entries(module.roles ?? {})
      .filter(([slug]) => !slugs.has(slug))
      .map(([slug, title]) => ({ value: slug, title: textOf(within(expansion, module.name), title) })),
  )
}

/** What a value without a title of its own is called: a message of its name, else the name made readable. */
export function valueTitle(home: Expansion, entity: string, path: string, value: Option['value']): string {
  const name = String(value)
  return messageOf(home, `entities.${entity}.${path}.${name}`) ?? messageOf(home, `values.${name}`) ?? humanise(name)
}

function propertyOf(entity: EntityDocument, name: string): FieldSchema | undefined {
  return (
    ownProperty(entity.schema.properties as Record<string, FieldSchema>, name) ??
    ownProperty(systemFields, name) ??
    (entity.storage?.sisters ? ownProperty(sisterFields, name) : undefined)
  )
}

const combining = ['allOf', 'anyOf', 'oneOf'] as const
const conditional = ['then', 'else'] as const

/**
 * Fields inside a value: its properties, else those of its rows, including combinations and conditions. A field with a constant in
 * each of several variants has these as its choices.
 */
export function partsOf(schema: FieldSchema | undefined, depth = 0): Record<string, FieldSchema> {
  if (!schema || typeof schema !== 'object' || depth > 8) return {}
  const parts = [
    ...combining.flatMap((key) => (Array.isArray(schema[key]) ? (schema[key] as FieldSchema[]) : [])),
    ...conditional.map((key) => schema[key] as FieldSchema | undefined),
    ...Object.values((schema.dependencies ?? {}) as Record<string, FieldSchema>).filter((part) => !Array.isArray(part)),
  ]
  const allFields: Record<string, FieldSchema> = { ...schema.properties }
  for (const part of parts) {
    for (const [name, property] of Object.entries(partsOf(part, depth + 1)))
      allFields[name] = Object.hasOwn(allFields, name) ? bothOf(allFields[name]!, property) : property
  }
  return Object.keys(allFields).length > 0 ? allFields : schema.items ? partsOf(schema.items, depth + 1) : allFields
}

function bothOf(one: FieldSchema, other: FieldSchema): FieldSchema {
  const [first, second] = [one, other].map((part) => ('const' in part ? [part.const] : part.enum))
  if (!first || !second) return { ...other, ...one }
  const { const: _, ...rest } = { ...other, ...one }
  return { ...rest, enum: [...new Set([...first, ...second])] }
}

function ownProperty(properties: Record<string, FieldSchema> | undefined, name: string): FieldSchema | undefined {
  return properties && Object.hasOwn(properties, name) ? properties[name] : undefined
}
