import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { join } from 'node:path'
import type { GridRow } from '#schemas/types/contract.d.ts'
import { unfinishedFolder } from '#server/plugins/multipart-body.ts'
import type { Config } from '#server/config.ts'
import type { Sheet } from '#server/spreadsheet/cells.ts'
import { writeCsv } from '#server/spreadsheet/write-csv.ts'
import { writeXlsx } from '#server/spreadsheet/write-xlsx.ts'
import type { ExportColumn } from './export-columns.ts'

export type ExportFormat = 'csv' | 'xlsx'

export const exportTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

type Write = (bytes: Buffer) => Promise<void>

/** Writes a table in a format as its rows come. */
export async function writeTable(format: ExportFormat, sheet: Sheet, write: Write): Promise<void> {
  if (format === 'xlsx') return writeXlsx(sheet, write)
  for await (const text of gathered(writeCsv(sheet))) await write(Buffer.from(text))
}

const pieceLength = 64 * 1024

async function* gathered(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let held = ''
  for await (const text of texts) {
    held += text
    if (held.length < pieceLength) continue
    yield held
    held = ''
  }
  if (held !== '') yield held
}

/** Cells of the rows of pages; `onRows` is told how many have been written. */
export async function* cellsOf(pages: AsyncIterable<readonly GridRow[]>, columns: readonly ExportColumn[], onRows: (count: number) => Promise<void> | void = () => {}): AsyncGenerator<ReturnType<ExportColumn['read']>[]> {
  let count = 0
  for await (const rows of pages) {
    for (const row of rows) yield columns.map(({ read }) => read(row))
    await onRows(count += rows.length)
  }
}

/** A file that is written to disk and sent from there; `discard` removes it. */
export interface WrittenFile { path: string; discard: () => Promise<void> }

/** Writes a file in a folder of its own; of one that fails nothing is left. */
export async function writeFileFor({ filesDir }: Pick<Config, 'filesDir'>, fill: (write: Write) => Promise<void>): Promise<WrittenFile> {
  const folder = join(unfinishedFolder({ filesDir }), randomBytes(16).toString('hex'))
  const path = join(folder, 'written')
  const discard = () => rm(folder, { recursive: true, force: true })
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const stream = createWriteStream(path, { flags: 'wx', mode: 0o600 })
    const closed = finished(stream)
    closed.catch(() => {})
    await fill(async bytes => { if (!stream.write(bytes)) await Promise.race([once(stream, 'drain'), closed]) })
    stream.end()
    await closed
    return { path, discard }
  } catch (fault) {
    await discard()
    throw fault
  }
}
