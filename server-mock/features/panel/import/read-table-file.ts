import { tooComplexFile } from '#server/plugins/file-refusals.ts'
import type { ReadTable } from '#server/spreadsheet/read-table.ts'
import { createThread, TooComplex } from '#server/workers/thread.ts'

const thread = createThread({ maxHeapMb: 768, limitMs: 20_000 })

/** Reads a CSV or XLSX file in a thread of its own. @throws ApiError as `readTable`, and `file-broken` for one that takes too long */
export async function readTableFile(bytes: Buffer, name: string, locale: string): Promise<ReadTable> {
  const rows: ReadTable['rows'] = []
  try {
    const table = await thread.run<Omit<ReadTable, 'rows'>>({ kind: 'table', bytes, name, locale }, (part) => {
      for (const row of part as ReadTable['rows']) rows.push(row)
    })
    return { ...table, rows }
  } catch (fault) {
    throw fault instanceof TooComplex ? tooComplexFile() : fault
  }
}
