import { ApiError } from '#server/errors.ts'

export const tableTypes = ['csv', 'xlsx'] as const
export const maxTableRows = 100_000
export const maxTableColumns = 200
/** Of all that is unpacked, and of a text. */
export const maxTableBytes = 50 * 1024 * 1024

/** A table that has more rows or columns than are taken, told by the message of a key with `count`. */
export const tooManyCells = (key: 'errors.import_rows' | 'errors.import_columns', count: number) =>
  new ApiError('file-broken', {
    userMessage: { key, values: { count } },
    errors: { file: [{ key, values: { count } }] },
    metadata: { max: count },
  })
