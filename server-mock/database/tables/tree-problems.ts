import { sql, type RawBuilder } from 'kysely'
import { at } from '#schemas/check/source.ts'
import { usualLevels } from '#schemas/rules/entities/tree.ts'
import type { Trx } from '#server/database/database.ts'
import type { EntityShape } from '#server/database/entity-shape.ts'
import { tableOf } from '#server/database/sql-names.ts'
import type { MigrationProblem } from './migration-problems.ts'
import type { StoredTable } from './stored-tables.ts'

/** Records are counted up to this number. */
const most = 10_000

/** Records that cannot stand beneath each other as the `tree` of their entity says, counted by what is wrong. */
export async function treeProblems(trx: Trx, shape: EntityShape, table: StoredTable | undefined): Promise<MigrationProblem[]> {
  const { tree } = shape.document
  const parent = tree && shape.byName.get(tree.parent)
  if (!tree || !parent || !table?.columns.has(parent.name)) return []
  const rows = sql.raw(tableOf(shape.entity))
  const above = sql.ref(parent.name)
  const levels = tree.levels ?? usualLevels
  const problems: MigrationProblem[] = []
  const report = async (field: string, pointer: string, query: RawBuilder<unknown>, message: (count: string) => string): Promise<void> => {
    const { rows: found } = await sql<{ count: number }>`select count(*)::int as count from (${query} limit ${most}) as broken`.execute(trx)
    const { count } = found[0]!
    if (count > 0) problems.push({ entity: shape.entity, field, pointer, message: message(count >= most ? `${most}+` : String(count)) })
  }
  await report(
    parent.field,
    '/tree/parent',
    sql`select from ${rows} t where t.deleted_at is null and t.${above} is not null
      and not exists (select from ${rows} a where a.id = t.${above} and a.deleted_at is null)`,
    (count) => `records stand beneath one that is in the trash or not there (${count}): move them, or restore what they stand beneath`,
  )
  // What no walk from the top reaches stands in a circle, or beneath what is reported above.
  const reached = sql`with recursive line(id, level) as (
      select id, 1 from ${rows} t where t.deleted_at is null
        and not exists (select from ${rows} a where a.id = t.${above} and a.deleted_at is null)
      union all select t.id, line.level + 1 from ${rows} t join line on t.${above} = line.id where t.deleted_at is null)`
  await report(
    parent.field,
    '/tree/parent',
    sql`${reached} select from ${rows} t where t.deleted_at is null and t.id not in (select id from line)`,
    (count) => `records stand beneath themselves (${count}): take the parent of one of each circle away`,
  )
  await report(
    parent.field,
    tree.levels === undefined ? '/tree' : '/tree/levels',
    sql`${reached} select from line where level > ${levels}`,
    (count) => `records stand deeper than ${levels} levels (${count}): move them up, or allow more levels`,
  )
  // What the publication gives them is no problem.
  for (const [place, name] of tree.backfill ? [] : (tree.inherits ?? []).entries()) {
    const column = shape.byName.get(name)
    if (!column || !table.columns.has(column.name)) continue
    await report(
      name,
      at('/tree/inherits', place),
      sql`select from ${rows} t join ${rows} a on a.id = t.${above} where t.deleted_at is null and a.deleted_at is null
        and t.${sql.ref(column.name)} is distinct from a.${sql.ref(column.name)}`,
      (count) => `records have another "${name}" than the one above them (${count}): give them the same before they inherit it`,
    )
  }
  return problems
}
