import { sequenceFields } from '#schemas/rules/entities/sequence.ts'
import { isSameList, slugFields, uniqueLists } from '#schemas/rules/entities/slug-field.ts'
import { locales } from '#schemas/rules/locales.ts'
import { physicalName, type EntityColumn, type EntityShape } from '#server/database/entity-shape.ts'

export interface UniqueIndex {
  name: string
  fields: string[]
  columns: EntityColumn[]
  locale?: string
  /** The slug that it is about, of the fields before it an empty value is like any other. */
  slug?: EntityColumn
}

/**
 * The unique indexes of an entity, also of what the server numbers and of its slugs; an index with a translated field is unique in each
 * locale.
 */
export function uniqueIndexes(shape: EntityShape): UniqueIndex[] {
  const lists = uniqueLists(shape.document)
  const single = shape.document.storage?.single
  if (Array.isArray(single) && !lists.some((fields) => fields.join() === single.join())) lists.push(single)
  for (const field of sequenceFields(shape.document)) if (!lists.some((list) => list.length === 1 && list[0] === field)) lists.push([field])
  if (shape.sisters) lists.push(['sister_group', 'locale'])
  const slugs = slugFields(shape.document)
  return lists.flatMap((fields): UniqueIndex | UniqueIndex[] => {
    const columns = fields.map((field) => shape.byName.get(field)).filter((column) => column !== undefined)
    const name = `${shape.entity}_${columns.map((column) => column.name).join('_')}`
    const [field = ''] = fields.slice(-1)
    const slug = isSameList(fields, [...(slugs.get(field)?.within ?? []), field]) && slugs.has(field) ? columns.at(-1) : undefined
    if (slug) return { name: physicalName(`${name}_${mayBeEmpty(columns) ? 'slug' : 'unique'}`), fields, columns, slug }
    if (!columns.some((column) => column.translated)) return { name: physicalName(`${name}_unique`), fields, columns }
    return locales.map((locale) => ({ name: physicalName(`${name}_${locale}_unique`), fields, columns, locale }))
  })
}

/** Whether one of the columns before the last may have no value. A record always has a locale where it has translations by records. */
export const mayBeEmpty = (columns: readonly EntityColumn[]): boolean =>
  columns.slice(0, -1).some(({ name, required }) => !required && name !== 'locale')
