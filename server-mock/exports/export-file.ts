import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { unfinishedFolder } from '#server/plugins/multipart-body.ts'
import type { Config } from '#server/config.ts'
import type { SentFile } from '#server/plugins/send-file.ts'
import type { Sheet } from '#server/spreadsheet/cells.ts'
import { writeCsv } from '#server/spreadsheet/write-csv.ts'
import { writeXlsx } from '#server/spreadsheet/write-xlsx.ts'
import { cellText } from '#server/spreadsheet/read-table.ts'
import type { ExportColumn } from './export-columns.ts'
import type { RowsPage } from './read-rows.ts'

export type ExportFormat = 'csv' | 'xlsx'

export const exportTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

/** A table in a format, piece by piece as its rows come. */
export async function* tablePieces(format: ExportFormat, sheet: Sheet): AsyncGenerator<Buffer> {
  if (format === 'xlsx') yield* writeXlsx(sheet)
  else for await (const text of gathered(writeCsv(sheet))) yield Buffer.from(text)
}

const pieceLength = 64 * 1024

async function* gathered(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let buffered = ''
  for await (const text of texts) {
    buffered += text
    if (buffered.length < pieceLength) continue
    yield buffered
    buffered = ''
  }
  if (buffered !== '') yield buffered
}

type Cells = ReturnType<ExportColumn['read']>[]

/** Lines of a file beside its rows. */
export interface FileLines {
  /** Column by whose values rows stand together, as the file reads it: a line above each group names it. */
  group?: ExportColumn
  /** Lines below the last row. */
  last?: Cells[]
}

/** Cells of the rows of pages; `onRows` is told how many have been written. */
export async function* cellsOf(
  pages: AsyncIterable<RowsPage>,
  columns: readonly ExportColumn[],
  { group, last = [] }: FileLines = {},
  onRows: (count: number) => Promise<void> | void = () => {},
): AsyncGenerator<Cells> {
  let count = 0
  let open: string | undefined
  for await (const { rows, groups = [] } of pages) {
    const names = group && rows.map((row) => cellText(group.read(row)))
    for (const [at, row] of rows.entries()) {
      if (names && names[at] !== open) {
        open = names[at]!
        const end = names.findIndex((name, place) => place > at && name !== open)
        const inGroup = rows.slice(at, end < 0 ? undefined : end)
        const beyond = groups.find(({ id }) => inGroup.some((each) => each.id === id))
        yield [
          `${group!.title}: ${open} (${beyond?.count ?? inGroup.length}${beyond?.count_is_exact === false ? '+' : ''})`,
          ...columns.slice(1).map(() => null),
        ]
      }
      yield columns.map(({ read }) => read(row))
    }
    await onRows((count += rows.length))
  }
  yield* last
}

/** Writes a file in a folder of its own, which `discard` removes; of one that fails nothing is left. */
export async function writeFileFor(
  { filesDir }: Pick<Config, 'filesDir'>,
  pieces: AsyncIterable<Buffer>,
): Promise<Pick<SentFile, 'path' | 'discard'>> {
  const folder = join(unfinishedFolder({ filesDir }), randomBytes(16).toString('hex'))
  const path = join(folder, 'written')
  const discard = () => rm(folder, { recursive: true, force: true })
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await pipeline(pieces, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    return { path, discard }
  } catch (fault) {
    await discard()
    throw fault
  }
}
