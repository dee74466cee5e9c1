import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'
import { quote, quoteText, tableOf } from '#server/database/sql-names.ts'
import type { StoredTable } from './stored-tables.ts'

/** What a column's comment says of its past, so that the way back is known whatever documents are published. */
export interface ColumnMark {
  /** Names that the column had, the last first. */
  was?: string[]
  /** Type that its values were converted from. */
  from?: string
}

export function markOf(table: StoredTable, column: string): ColumnMark {
  const comment = table.columns.get(column)?.comment
  if (!comment?.startsWith('{')) return {}
  try {
    return JSON.parse(comment) as ColumnMark
  } catch {
    return {}
  }
}

export const markColumn = (trx: Trx, entity: string, column: string, mark: ColumnMark) =>
  sql.raw(`comment on column ${tableOf(entity)}.${quote(column)} is ${quoteText(JSON.stringify(mark))}`).execute(trx)
