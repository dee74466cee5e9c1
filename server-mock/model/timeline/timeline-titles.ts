import { lookUpEntity, mayFindNames, type ModelContext, type ModelEntity } from '#server/model/context.ts'
import { hiddenTitle, selectAnyRows, titleOf, type StoredRow } from '#server/model/read.ts'
import { seenAmong } from '#server/model/row-limit.ts'

/** What records are called that a page of a timeline names; `#7` where there is no such record any more. */
export interface TimelineTitles {
  titleOf(entity: string, id: number): string
}

/** Reads the titles of all records at once, by entity. */
export async function readTitles(context: ModelContext, named: ReadonlyMap<string, ReadonlySet<number>>): Promise<TimelineTitles> {
  const titles = new Map<string, string>()
  for (const [name, ids] of named) {
    const entity = lookUpEntity(context.registry, name)
    if (!entity) continue
    const seen = await seenAmong(context, entity, [...ids], {})
    const isNamed = (id: number) => seen === undefined || seen.has(id) || mayFindNames(context, entity)
    for (const row of await selectAnyRows(context, entity, [...ids]))
      titles.set(`${name} ${row.id}`, isNamed(row.id) ? titleOf(context, entity, row, {}) : hiddenTitle)
  }
  return { titleOf: (entity, id) => titles.get(`${entity} ${id}`) ?? `#${id}` }
}

/** What a destroyed record was called. */
export const formerTitle = (context: ModelContext, entity: ModelEntity, id: number, before: Record<string, unknown> | null): string =>
  titleOf(context, entity, { ...before, id, version: 0 } as StoredRow, {})
