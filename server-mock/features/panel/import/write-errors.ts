import { writeFile, rename } from 'node:fs/promises'
import { extensionOf } from '#schemas/rules/values/file-types.ts'
import { isRtl } from '#schemas/rules/locales.ts'
import type { Config } from '#server/config.ts'
import { tablePieces, type ExportFormat } from '#server/exports/export-file.ts'
import type { ReadTable } from '#server/spreadsheet/read-table.ts'
import type { Cell } from '#server/spreadsheet/cells.ts'
import { errorsPath, type StoredImport } from './import-files.ts'
import type { ImportReport } from './import-rows.ts'

export const errorsFormat = ({ name }: StoredImport) => extensionOf(name) as ExportFormat

/** The file that was sent once more, with what is wrong with each row in a further column. */
export async function writeErrors(
  config: Pick<Config, 'filesDir'>,
  stored: StoredImport,
  table: ReadTable,
  { errors }: ImportReport,
  { locale, title }: { locale: string; title: string },
  titleOf: (field: string) => string,
): Promise<void> {
  const byLine = new Map(
    errors.map(({ line, errors: messages }) => [
      line,
      Object.entries(messages)
        .flatMap(([field, sentences]) =>
          sentences.map((sentence) => (field === '' || sentence.includes(titleOf(field)) ? sentence : `${titleOf(field)}: ${sentence}`)),
        )
        .join(' — '),
    ]),
  )
  async function* rows(): AsyncGenerator<Cell[]> {
    for (const { line, cells } of table.rows) yield [...table.titles.map((_, at) => cells[at] ?? null), byLine.get(line) ?? null]
  }
  const columns = [...table.titles.map((text) => ({ title: text, width: 20 })), { title, width: 60 }]
  // Whole or not at all: it may be fetched while it is written anew.
  const path = errorsPath(config, stored.key)
  await writeFile(`${path}.new`, tablePieces(errorsFormat(stored), { name: title, rightToLeft: isRtl(locale), columns, rows: rows() }), {
    mode: 0o600,
  })
  await rename(`${path}.new`, path)
}
