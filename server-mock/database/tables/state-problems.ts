import { sql } from 'kysely'
import { at } from '#schemas/check/source.ts'
import { lifecyclesOf, statesOf } from '#schemas/rules/lifecycle/lifecycle.ts'
import type { Trx } from '#server/database/database.ts'
import type { EntityShape } from '#server/database/entity-shape.ts'
import type { MigrationProblem } from './migration-problems.ts'
import { tableOf } from '#server/database/sql-names.ts'
import type { StoredTable } from './stored-tables.ts'

/** Records are counted up to this number. */
const most = 10_000

/** Records that are in a state which the lifecycle of their field does not have, by state: no transition would lead them out. */
export async function stateProblems(trx: Trx, shape: EntityShape, table: StoredTable | undefined): Promise<MigrationProblem[]> {
  const problems: MigrationProblem[] = []
  for (const [field, lifecycle] of lifecyclesOf(shape.document)) {
    if (!table?.columns.has(field)) continue
    const states = [...statesOf(lifecycle).filter((state) => state !== null), ...Object.keys(lifecycle.moved ?? {})].map(String)
    const column = sql.ref(field)
    const { rows } = await sql<{ state: string; count: number }>`select state, count(*)::int as count
      from (select ${column}::text as state from ${sql.raw(tableOf(shape.entity))}
        where ${column} is not null and ${column}::text <> all(${states}::text[]) limit ${most}) as stray
      group by state order by count desc, state limit 5`.execute(trx)
    if (rows.length === 0) continue
    const told = rows.map(({ state, count }) => `${count >= most ? `${most}+` : count} in "${state}"`).join(', ')
    problems.push({
      entity: shape.entity,
      field,
      pointer: at('/lifecycle', field),
      message: `records are in states that this lifecycle does not have (${told}): add the states, with transitions that lead on from them, or say in "moved" where they go`,
    })
  }
  return problems
}
