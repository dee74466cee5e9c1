import { sql } from 'kysely'
import { tableOf } from '#server/database/sql-names.ts'
import type { ModelEntity } from '#server/model/context.ts'
import { root, type FieldInSql } from '#server/model/list/field-in-sql.ts'
import { treeOf } from './tree.ts'

/** Word for the order of a tree: each record before those beneath it, siblings by their number. */
export const treeOrderWord = 'tree'

/** No walk goes further, whatever is stored. */
const furthest = 60

/** What records of a tree are sorted by so that each stands before those beneath it; undefined for others. */
export function treeOrder(entity: ModelEntity): FieldInSql | undefined {
  const tree = treeOf(entity)
  if (!tree?.order) return undefined
  const { parent, order } = tree
  const table = sql.raw(tableOf(entity.name))
  const step = sql`lpad(coalesce(t.${sql.ref(order.name)}, 0)::text, 12, '0') || lpad(t.id::text, 19, '0')`
  const place = sql`(with recursive line(above, step, place) as (
      select t.${sql.ref(parent.name)}, 1, ${step} from ${table} t where t.id = ${sql.ref(`${root}.id`)}
      union all select t.${sql.ref(parent.name)}, line.step + 1, ${step} || '/' || line.place
        from ${table} t join line on t.id = line.above where line.step < ${furthest})
    select place from line order by step desc limit 1) collate "C"`
  const column = { ...order, kind: 'text' as const, values: undefined, translated: false }
  return { column, entity, alias: root, value: place, folded: () => place, order: place, nullable: false }
}
