import { sql } from 'kysely'
import { lifecyclesOf, type State } from '#schemas/rules/lifecycle/lifecycle.ts'
import type { Trx } from '#server/database/database.ts'
import type { EntityShape } from '#server/database/entity-shape.ts'
import { tableOf } from '#server/database/sql-names.ts'
import type { StoredTable } from './stored-tables.ts'

/** Moves records out of states that are no longer there, as `moved` of the lifecycle says; the history of each tells it. */
export async function moveStates(trx: Trx, shape: EntityShape, table: StoredTable | undefined): Promise<void> {
  for (const [field, { moved }] of lifecyclesOf(shape.document)) {
    const column = shape.byName.get(field)
    if (!column || !table?.columns.has(column.name)) continue
    for (const [former, state] of Object.entries((moved ?? {}) as Record<string, State>)) {
      const name = sql.ref(column.name)
      await sql`with moved as (
          update ${sql.raw(tableOf(shape.entity))} as t set ${name} = v.state
          from (select ${state === null ? null : String(state)}::text::${sql.raw(table.columns.get(column.name)!.type)} as state) as v
          where t.${name}::text = ${former} returning t.id, t.version, v.state)
        insert into pishkhan.audit (request_id, entity, record_id, action, version, before, after, details)
        select 'publication', ${shape.entity}, id, 'update', version,
          jsonb_build_object(${column.name}::text, ${typed(former, column.kind)}::text::jsonb),
          jsonb_build_object(${column.name}::text, to_jsonb(state)),
          jsonb_build_object('field', ${field}::text, 'from', ${typed(former, column.kind)}::text::jsonb, 'to', to_jsonb(state)) from moved`.execute(
        trx,
      )
    }
  }
}

/** A state that stands as a key, as the JSON that records have it in. */
const typed = (state: string, kind: string): string => (kind === 'text' || kind === 'json' ? JSON.stringify(state) : state)
