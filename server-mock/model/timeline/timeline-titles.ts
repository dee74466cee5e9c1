import { lookUpEntity, mayFindNames, type ModelContext, type ModelEntity } from '#server/model/context.ts'
import { selectAnyRows, type StoredRow } from '#server/model/read.ts'
import { seenAmong } from '#server/model/row-limit.ts'
import { hiddenTitle, titlesOf } from '#server/model/titles.ts'

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
    const rows = await selectAnyRows(context, entity, [...ids])
    const named = await titlesOf(context, entity, rows, {})
    rows.forEach(({ id }, at) => titles.set(`${name} ${id}`, isNamed(id) ? named[at]! : hiddenTitle))
  }
  return { titleOf: (entity, id) => titles.get(`${entity} ${id}`) ?? `#${id}` }
}

/** What destroyed records were called, by id. */
export async function formerTitles(
  context: ModelContext,
  entity: ModelEntity,
  destroyed: readonly { record_id: number; before: Record<string, unknown> | null }[],
): Promise<ReadonlyMap<number, string>> {
  const rows = destroyed.map(({ record_id: id, before }) => ({ ...before, id, version: 0 }) as StoredRow)
  const titles = await titlesOf(context, entity, rows, {})
  return new Map(rows.map(({ id }, at) => [id, titles[at]!]))
}
