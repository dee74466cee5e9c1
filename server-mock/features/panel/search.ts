import { foldText } from '#schemas/rules/numbers/digits.ts'
import type { Target } from '#schemas/types/contract.d.ts'
import { searchColumn } from '#server/database/entity-shape.ts'
import type { Trx } from '#server/database/database.ts'
import { sessionOf } from '#server/caller.ts'
import { findEntity, typeOf } from '#server/documents/entity-field.ts'
import { textOf, within, type Expansion } from '#server/documents/expansion.ts'
import { hasOwnPage, listOf, recordTarget, targetFields } from '#server/documents/record-target.ts'
import type { UnmanagedContext, UnmanagedHandler } from '#server/feature.ts'
import { lookUpEntity, mayCallGeneric, type ModelContext, type ModelEntity } from '#server/model/context.ts'
import { fillWhere } from '#server/model/list/document-where.ts'
import { withinTime } from '#server/model/list/within-time.ts'
import { listRecords } from '#server/model/model.ts'

/** Most records of one entity. */
const usualLimit = 4
/** One entity may not keep the others waiting, nor all of them the reader. */
const entityMs = 400
const allMs = 2500
const atOnce = 3

interface Group {
  entity: string
  title: string
  records: { id: number; title: string; to: Target }[]
  total: number
  total_is_exact: boolean
  to?: Target
}

/**
 * Entities whose records the caller may read, that are searched by an index, and whose records have a place in the panel: first those with
 * a page of their own, which people look for most.
 */
function searchedEntities(context: Pick<ModelContext, 'caller' | 'registry'>, expansion: Expansion): ModelEntity[] {
  const searched = [...context.registry.entities.keys()].flatMap((name) => {
    const entity = lookUpEntity(context.registry, name)!
    const isSearched = entity.text.some((column) => column.name === searchColumn) && mayCallGeneric(context, entity, 'read')
    return isSearched && listOf(within(expansion, entity.module), findEntity(context.registry, name)!) ? [entity] : []
  })
  const rank = (entity: ModelEntity) => (hasOwnPage(within(expansion, entity.module), findEntity(context.registry, entity.name)!) ? 0 : 1)
  return searched.toSorted((a, b) => rank(a) - rank(b))
}

async function findIn(
  context: ModelContext,
  expansion: Expansion,
  entity: ModelEntity,
  q: string,
  limit: number,
): Promise<Group | undefined> {
  const owned = findEntity(context.registry, entity.name)!
  const own = within(expansion, entity.module)
  const paths = [...new Set(['id', 'title', ...targetFields(own, owned)])]
  const fixed = fillWhere(entity.document.found, { session: sessionOf(context.caller) })
  const { results, metadata } = await listRecords(context, entity.name, { q, page_size: limit }, { paths, fixed })
  const records = results.flatMap((record) => {
    const to = recordTarget(own, owned, record)
    return to === undefined ? [] : [{ id: Number(record.id), title: String(record.title), to }]
  })
  if (records.length === 0) return undefined
  const list = listOf(own, owned)
  const { total, total_is_exact } = metadata.pagination
  return {
    entity: entity.name,
    title: list?.title === undefined ? typeOf(own, owned) : textOf(within(expansion, list.module), list.title),
    records,
    total,
    total_is_exact,
    ...(list?.search !== undefined && total > records.length && { to: list.search(q) }),
  }
}

/** Groups in which a title begins with what is looked for come first. */
function inOrder(groups: readonly Group[], q: string): Group[] {
  const term = foldText(q)
  const rank = ({ records }: Group) => (records.some(({ title }) => foldText(title).startsWith(term)) ? 0 : 1)
  return groups.toSorted((a, b) => rank(a) - rank(b))
}

/**
 * Records of all entities that the caller may read, by the search of their lists. Each entity is read in a transaction of its own, so
 * that one that is too slow is left out and the others answer; `metadata.incomplete` tells it.
 */
async function searchAll(context: UnmanagedContext, q: string, limit: number) {
  const { database, registry, caller, config } = context
  const expansion: Expansion = { registry, reader: { ...caller, locales: config.locales }, module: 'panel' }
  const waiting = searchedEntities(context, expansion)
  const found = new Map<string, Group>()
  const until = Date.now() + allMs
  const names = waiting.map(({ name }) => name)
  let incomplete = false
  const work = async () => {
    for (let entity = waiting.shift(); entity; entity = waiting.shift()) {
      if (Date.now() > until) {
        incomplete = true
        return
      }
      const searched = entity
      const read = (trx: Trx) => withinTime(trx, entityMs, () => findIn({ ...context, trx }, expansion, searched, q, limit))
      try {
        const group = await database.read(read)
        if (group) found.set(searched.name, group)
      } catch (error) {
        if ((error as { code?: unknown }).code !== 'not-ready') throw error
        incomplete = true
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  const groups = names.flatMap((name) => found.get(name) ?? [])
  return { results: inOrder(groups, q), metadata: { incomplete } }
}

const search: UnmanagedHandler<'panel-search'> = {
  unmanaged: (context) => {
    const { q, limit = usualLimit } = context.params
    return searchAll(context, q.trim(), limit)
  },
}

/** Finds records of the whole panel by their words. */
export const searchCalls = { 'panel-search': search }
