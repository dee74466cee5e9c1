import { sql } from 'kysely'
import { usualLevels } from '#schemas/rules/entities/tree.ts'
import type { Trx } from '#server/database/database.ts'
import type { EntityColumn } from '#server/database/entity-shape.ts'
import { lockName } from '#server/database/lock-name.ts'
import { tableOf } from '#server/database/sql-names.ts'
import type { ModelContext, ModelEntity } from '#server/model/context.ts'

/** How the records of an entity stand beneath each other. */
export interface Tree {
  /** Reference to the record above. */
  parent: EntityColumn
  levels: number
  /** Fields that a record has from the one above it. */
  inherits: readonly EntityColumn[]
  /** Number that siblings are in order of. */
  order?: EntityColumn
}

const trees = new WeakMap<ModelEntity, Tree | undefined>()

/** The tree of an entity whose document has the word; undefined for others. */
export function treeOf(entity: ModelEntity): Tree | undefined {
  if (!trees.has(entity)) trees.set(entity, readTree(entity))
  return trees.get(entity)
}

function readTree({ document: { tree }, shape: { byName } }: ModelEntity): Tree | undefined {
  const parent = tree && byName.get(tree.parent)
  if (!parent) return undefined
  const inherits = (tree.inherits ?? []).flatMap((name) => byName.get(name) ?? [])
  return { parent, levels: tree.levels ?? usualLevels, inherits, order: byName.get(tree.order ?? '') }
}

/**
 * Where a record stands depends on others, so writes that move records, pass values down, trash or restore come one after the other.
 * Call it before any record is held: whoever holds a record and waits here could be waited for.
 */
export const lockTree = ({ trx }: Pick<ModelContext, 'trx'>, entity: ModelEntity): Promise<void> =>
  lockName(trx, `pishkhan.tree.${entity.name}`)

/** Whether a write may move the record or change what those beneath it have from it. */
export function movesInTree(entity: ModelEntity, data: unknown): boolean {
  const tree = treeOf(entity)
  if (!tree || data === null || typeof data !== 'object') return false
  const names = [tree.parent, ...tree.inherits].flatMap(({ field, name, expanded }) => [field, name, expanded])
  return names.some((name) => name !== undefined && Object.hasOwn(data, name))
}

/** No walk goes further, whatever is stored. */
const furthest = 1000

/** Ids of a record and of all above it, from the record up. */
export async function lineOf(trx: Trx, entity: ModelEntity, { parent }: Tree, id: number): Promise<number[]> {
  const table = sql.raw(tableOf(entity.name))
  const { rows } = await sql<{ id: number }>`with recursive line(id, above, step) as (
      select id, ${sql.ref(parent.name)}, 1 from ${table} where id = ${id}
      union all select t.id, t.${sql.ref(parent.name)}, line.step + 1 from ${table} t join line on t.id = line.above where line.step < ${furthest})
    select id from line order by step`.execute(trx)
  return rows.map((row) => Number(row.id))
}

/** Records beneath one that are not in the trash, each with the levels that it is below that one. */
export async function beneath(trx: Trx, entity: ModelEntity, { parent }: Tree, id: number): Promise<{ id: number; depth: number }[]> {
  const table = sql.raw(tableOf(entity.name))
  const { rows } = await sql<{ id: number; depth: number }>`with recursive branch(id, depth) as (
      select id, 1 from ${table} where ${sql.ref(parent.name)} = ${id} and deleted_at is null
      union all select t.id, branch.depth + 1 from ${table} t join branch on t.${sql.ref(parent.name)} = branch.id
        where t.deleted_at is null and branch.depth < ${furthest})
    select id, depth from branch`.execute(trx)
  return rows.map((row) => ({ id: Number(row.id), depth: Number(row.depth) }))
}
