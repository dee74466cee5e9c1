import { sequenceFields } from '#schemas/rules/entities/sequence.ts'
import { locales } from '#schemas/rules/locales.ts'
import { physicalName, type EntityColumn, type EntityShape } from '#server/database/entity-shape.ts'

export interface UniqueIndex {
  name: string
  fields: string[]
  columns: EntityColumn[]
  locale?: string
}

/** The unique indexes of an entity, also of what the server numbers; an index with a translated field is unique in each locale. */
export function uniqueIndexes(shape: EntityShape): UniqueIndex[] {
  const lists = [...(shape.document.storage?.unique ?? [])]
  const single = shape.document.storage?.single
  if (Array.isArray(single) && !lists.some((fields) => fields.join() === single.join())) lists.push(single)
  for (const field of sequenceFields(shape.document)) if (!lists.some((list) => list.length === 1 && list[0] === field)) lists.push([field])
  if (shape.sisters) lists.push(['sister_group', 'locale'])
  return lists.flatMap((fields) => {
    const columns = fields.map((field) => shape.byName.get(field)).filter((column) => column !== undefined)
    const name = `${shape.entity}_${columns.map((column) => column.name).join('_')}`
    if (!columns.some((column) => column.translated)) return { name: physicalName(`${name}_unique`), fields, columns }
    return locales.map((locale) => ({ name: physicalName(`${name}_${locale}_unique`), fields, columns, locale }))
  })
}
