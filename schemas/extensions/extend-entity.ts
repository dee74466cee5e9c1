import type { ModuleDocuments } from '#schemas/check/module-documents.ts'
import { at } from '#schemas/check/source.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import type { EntityDocument, ExtensionDocument, Option } from '#schemas/types/contract.d.ts'
import type { Extending } from './extending.ts'
import { qualify, qualifyText } from './qualify.ts'

const addedKey = Symbol('added fields')

/** Fields that other modules add to an entity: the code of its own module knows nothing of them. */
export const addedFields = (entity: EntityDocument): ReadonlySet<string> =>
  (entity as { [addedKey]?: ReadonlySet<string> })[addedKey] ?? noFields
const noFields: ReadonlySet<string> = new Set()

/** An entity with the properties that extensions give it, under their permissions. */
export function extendEntity(entity: EntityDocument, { each, add, fault }: Extending): EntityDocument {
  const extended = {
    ...entity,
    schema: { ...entity.schema, properties: { ...entity.schema.properties } },
    labels: { ...entity.labels },
    options: { ...entity.options },
    renamed: { ...entity.renamed },
    converted: [...(entity.converted ?? [])],
  }
  const access = { ...entity.access, fields: { ...entity.access?.fields }, writes: { ...entity.access?.writes } }
  const added = new Set<string>()
  for (const { owner, extension, name } of each) {
    const note = (from: string, to = from) => add(name, owner, from, to)
    // Rows may be read by whoever may read their parent, which an access of their own would end.
    if (entity.parent !== undefined) {
      fault(
        name,
        owner,
        '/extends',
        `the records of "${entity.name}" are rows of "${entity.parent}": extend the record that they belong to`,
      )
      continue
    }
    for (const [field, property] of Object.entries(extension.properties ?? {})) {
      const from = at('/properties', field)
      if (Object.hasOwn(extended.schema.properties, field)) {
        fault(name, owner, from, `the entity "${entity.name}" has a field "${field}" already`)
        continue
      }
      added.add(field)
      extended.schema.properties[field] = property
      note(from, at('/schema/properties', field))
      if (extension.access) {
        access.fields[field] = extension.access.read
        note('/access/read', at('/access/fields', field))
        if (extension.access.write !== undefined) {
          access.writes[field] = extension.access.write
          note('/access/write', at('/access/writes', field))
        }
      }
      for (const [path, label] of labelsOf(entity, extension, owner, field, property)) extended.labels[path] = label
      for (const path of Object.keys(extension.labels ?? {}).filter((one) => isUnder(one, field))) note(at('/labels', path))
      const options = optionsOf(entity, extension, owner, field, property)
      if (options) extended.options[field] = options
      if (extension.options?.[field]) note(at('/options', field))
    }
    for (const [former, field] of Object.entries(extension.renamed ?? {})) {
      extended.renamed[former] = field
      note(at('/renamed', former))
    }
    for (const [index, field] of (extension.converted ?? []).entries()) {
      note(at('/converted', index), at('/converted', extended.converted.length))
      extended.converted.push(field)
    }
  }
  return added.size > 0 ? Object.assign(extended, { access, [addedKey]: added }) : entity
}

const isUnder = (path: string, field: string): boolean => path === field || path.startsWith(`${field}.`)

/** The label of a property and those inside of it: texts of the module that adds it, since it is the one that has them. */
function labelsOf(
  entity: EntityDocument,
  { labels }: ExtensionDocument,
  owner: ModuleDocuments,
  path: string,
  schema: unknown,
): [string, string][] {
  if (!isRecord(schema)) return []
  const own = labels && Object.hasOwn(labels, path) ? labels[path] : undefined
  const inside = (part: unknown): [string, string][] =>
    Object.entries(isRecord(part) ? part : {}).flatMap(([name, inner]) =>
      labelsOf(entity, { extends: '', labels }, owner, `${path}.${name}`, inner),
    )
  const label = own ?? `$entities.${entity.name}.${path}`
  return [
    ...(own === undefined && typeof schema.title === 'string' ? [] : [[path, qualifyText(label, owner)] as [string, string]]),
    ...inside(schema.properties),
    ...(isRecord(schema.items) ? inside(schema.items.properties) : []),
  ]
}

/** The values of a property with their titles: those of the extension, else the messages that its module has for them. */
function optionsOf(
  entity: EntityDocument,
  { options }: ExtensionDocument,
  owner: ModuleDocuments,
  field: string,
  schema: unknown,
): Option[] | undefined {
  const titleOf = (value: unknown): string | undefined => {
    const key = [`entities.${entity.name}.${field}.${String(value)}`, `values.${String(value)}`].find((one) =>
      Object.values(owner.locales).some((texts) => Object.hasOwn(texts, one)),
    )
    return key === undefined ? undefined : `$${owner.module.name}/${key}`
  }
  const items: unknown = isRecord(schema) && isRecord(schema.items) ? schema.items.enum : undefined
  const values: unknown[] | undefined =
    isRecord(schema) && Array.isArray(schema.enum) ? schema.enum : Array.isArray(items) ? items : undefined
  const listed: Option[] | undefined =
    options && Object.hasOwn(options, field)
      ? qualify(options[field]!, owner)
      : values
          ?.filter((value) => ['string', 'number', 'boolean'].includes(typeof value))
          .map((value) => ({ value: value as Option['value'] }))
  return listed?.map((option) => {
    const title = option.title ?? titleOf(option.value)
    return { ...option, ...(title !== undefined && { title }) }
  })
}
