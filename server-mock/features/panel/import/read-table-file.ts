import { tooComplexFile } from '#server/plugins/file-refusals.ts'
import type { Caller } from '#server/caller.ts'
import type { ReadTable } from '#server/spreadsheet/read-table.ts'
import { createThreadPool } from '#server/workers/thread-pool.ts'
import { TooComplex } from '#server/workers/thread.ts'

const pool = createThreadPool({ threads: 2, maxHeapMb: 768, limitMs: 20_000 })

/**
 * Reads a CSV or XLSX file in a thread, so that a slow one holds up neither the server nor the files of other users.
 * @throws ApiError as `readTable`, and `file-broken` for one that takes too long
 */
export async function readTableFile({ user, locale }: Pick<Caller, 'user' | 'locale'>, bytes: Buffer, name: string): Promise<ReadTable> {
  const rows: ReadTable['rows'] = []
  try {
    const table = await pool.run<Omit<ReadTable, 'rows'>>(user?.id ?? '', { kind: 'table', bytes, name, locale }, (part) => {
      for (const row of part as ReadTable['rows']) rows.push(row)
    })
    return { ...table, rows }
  } catch (fault) {
    throw fault instanceof TooComplex ? tooComplexFile() : fault
  }
}
