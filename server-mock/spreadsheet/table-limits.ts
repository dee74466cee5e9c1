import { ApiError } from '#server/errors.ts'
import { maxCellLength } from './cells.ts'

export const tableTypes = ['csv', 'xlsx'] as const
export const maxTableRows = 100_000
export const maxTableColumns = 200
/** Limit for all unpacked data, and for a text file. */
export const maxTableBytes = 50 * 1024 * 1024

/** Cells of a sheet, including empty ones. */
export const maxTableCells = 5_000_000
/**
 * Cell formats.
 * @source Excel specifications and limits: 65,490
 */
export const maxCellStyles = 65_490
/** Texts that cells share. */
export const maxSharedTexts = 1_000_000

type LimitKey = `errors.import_${'rows' | 'columns' | 'cells' | 'styles' | 'texts'}`

/** The error for a column title that is longer than a cell's text may be. `column` is counted from 1. */
export const tooLongTitle = (column: number, actual: number) => {
  const message = { key: 'errors.import_title', values: { count: maxCellLength, column, found: actual } }
  return new ApiError('file-broken', { userMessage: message, errors: { file: [message] }, metadata: { max: maxCellLength, found: actual } })
}

/** The error for a table that exceeds a limit: the message of a key, with the limit (`count`) and the number found so far. */
export const tooManyCells = (key: LimitKey, count: number, actual: number) =>
  new ApiError('file-broken', {
    userMessage: { key, values: { count, found: actual } },
    errors: { file: [{ key, values: { count, found: actual } }] },
    metadata: { max: count, found: actual },
  })
