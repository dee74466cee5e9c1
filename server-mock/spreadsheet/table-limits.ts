import { ApiError } from '#server/errors.ts'
import { maxCellLength } from './cells.ts'

export const tableTypes = ['csv', 'xlsx'] as const
export const maxTableRows = 100_000
export const maxTableColumns = 200
/** Of all that is unpacked, and of a text. */
export const maxTableBytes = 50 * 1024 * 1024

/** Cells that stand in a sheet, empty ones included. */
export const maxTableCells = 5_000_000
/** Formats of cells. @source Excel specifications and limits: 65,490 */
export const maxCellStyles = 65_490
/** Texts that cells share. */
export const maxSharedTexts = 1_000_000

type LimitKey = `errors.import_${'rows' | 'columns' | 'cells' | 'styles' | 'texts'}`

/** A column whose title is longer than the text of a cell may be. `column` is counted from 1. */
export const tooLongTitle = (column: number, actual: number) => {
  const message = { key: 'errors.import_title', values: { count: maxCellLength, column, found: actual } }
  return new ApiError('file-broken', { userMessage: message, errors: { file: [message] }, metadata: { max: maxCellLength, found: actual } })
}

/** A table that has more of something than is taken, told by the message of a key with `count` and how many were `found` until then. */
export const tooManyCells = (key: LimitKey, count: number, actual: number) =>
  new ApiError('file-broken', {
    userMessage: { key, values: { count, found: actual } },
    errors: { file: [{ key, values: { count, found: actual } }] },
    metadata: { max: count, found: actual },
  })
