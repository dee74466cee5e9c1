import { locales } from '#schemas/rules/locales.ts'
import { physicalName, type EntityColumn, type EntityShape } from './entity-shape.ts'

export interface UniqueIndex {
  name: string
  fields: string[]
  columns: EntityColumn[]
  locale?: string
}

/** The unique indexes of an entity; an index with a translated field is unique in each locale. */
export function uniqueIndexes(shape: EntityShape): UniqueIndex[] {
  const lists = [...(shape.document.storage?.unique ?? [])]
  if (shape.sisters) lists.push(['sister_group', 'locale'])
  return lists.flatMap((fields) => {
    const columns = fields.map((field) => shape.byName.get(field)).filter((column) => column !== undefined)
    const name = `${shape.entity}_${columns.map((column) => column.name).join('_')}`
    if (!columns.some((column) => column.translated)) return { name: physicalName(`${name}_unique`), fields, columns }
    return locales.map((locale) => ({ name: physicalName(`${name}_${locale}_unique`), fields, columns, locale }))
  })
}
