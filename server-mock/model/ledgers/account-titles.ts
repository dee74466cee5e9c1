import { lookUpEntity, trusted, type ModelContext } from '#server/model/context.ts'
import { selectAnyRows } from '#server/model/read.ts'
import { titlesOf } from '#server/model/titles.ts'

/** What records are called, by id. */
export async function titlesById(context: ModelContext, name: string, ids: readonly number[]): Promise<Map<number, string>> {
  const entity = lookUpEntity(context.registry, name)
  if (!entity || ids.length === 0) return new Map()
  const rows = await selectAnyRows(context, entity, ids)
  const titles = await titlesOf(context, entity, rows, trusted)
  return new Map(rows.map(({ id }, at) => [id, titles[at]!]))
}
