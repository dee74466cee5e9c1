import { sql } from 'kysely'
import { tableOf } from '#server/database/sql-names.ts'
import type { ModelContext } from '#server/model/context.ts'
import { refusalFor } from '#server/model/database-errors.ts'
import type { StoredRow } from '#server/model/read.ts'
import { definitions, recordset, typedColumns } from '#server/model/write/recordset.ts'
import { noteDerived } from './noted-changes.ts'
import type { TreeRecord } from './record-tree.ts'

/** Rows of one statement. */
const rowsAtOnce = 1000

/**
 * Writes computed values of records that nobody has written. They follow from what was written: their versions stay, and its audit entry
 * stands for them.
 */
export async function writeDerived(context: ModelContext, records: readonly TreeRecord[]): Promise<void> {
  for (const entity of new Set(records.map((record) => record.entity))) {
    const own = records.filter((record) => record.entity === entity)
    const written = new Set([...own.flatMap(({ values }) => Object.keys(values)), ...entity.text.map(({ name }) => name)])
    const columns = typedColumns(entity).filter(({ name }) => written.has(name))
    const set = columns.map(({ name }) => sql`${sql.ref(name)} = ${sql.ref(`v.${name}`)}`)
    for (let from = 0; from < own.length; from += rowsAtOnce) {
      const part = own.slice(from, from + rowsAtOnce)
      const values = part.map(({ before, row }) => ({ ...pick(recordset(entity, row), written), id: before!.id }))
      try {
        await sql`update ${sql.raw(tableOf(entity.name))} as t set ${sql.join(set)}
          from jsonb_to_recordset(${JSON.stringify(values)}::text::jsonb) as v(id bigint, ${definitions(columns)}) where t.id = v.id`.execute(
          context.trx,
        )
      } catch (error) {
        throw refusalFor(error, entity, 'write')
      }
      for (const { before, row } of part) noteDerived(context, entity, before!, { ...(row as StoredRow), id: before!.id })
    }
  }
}

const pick = (row: Record<string, unknown>, names: ReadonlySet<string>): Record<string, unknown> =>
  Object.fromEntries([...names].map((name) => [name, row[name]]))
