import { ApiError, type FieldMessage } from '#server/errors.ts'

const refusal = (
  code: 'file-too-large' | 'file-empty' | 'file-type' | 'file-broken' | 'too-many-files' | 'quota-exceeded' | 'storage-full',
  userMessage: FieldMessage,
  metadata?: Record<string, unknown>,
) => new ApiError(code, { userMessage, errors: { file: [userMessage] }, metadata })

/** Both sizes are in bytes, and told so in the metadata; the sentence has them in the units of its reader. */
export const fileTooLarge = (size: number, maxSize: number) =>
  refusal(
    'file-too-large',
    { key: 'errors.file_too_large', values: { size: { bytes: size, atLeast: maxSize }, max: { bytes: maxSize } } },
    { size, max_size: maxSize },
  )

export const wrongFileType = (types: readonly string[]) =>
  refusal('file-type', { key: 'errors.file_type', values: { types: types.join(', ') } }, { types })

/** The name and the content do not agree. */
export const falseName = (extension: string, types: readonly string[]) =>
  refusal('file-type', { key: 'errors.file_content', values: { type: extension } }, { types })

export const emptyFile = () => refusal('file-empty', { key: 'errors.file_empty' })

export const brokenFile = () => refusal('file-broken', { key: 'errors.file_broken' })

/** What would take too long or too much memory to be read. */
export const tooComplexFile = () => refusal('file-broken', { key: 'errors.file_complex' })

/** No room for a file: what is used, its own size, and the most there may be, in bytes. */
export function quotaExceeded(code: 'quota-exceeded' | 'storage-full', used: number, size: number, max: number): ApiError {
  const values = { used: { bytes: used }, size: { bytes: size }, max: { bytes: max } }
  return refusal(code, code === 'storage-full' ? { key: 'errors.storage_full' } : { key: 'errors.quota_exceeded', values }, {
    size,
    ...(code === 'quota-exceeded' && { used, max_size: max }),
  })
}

/** A quote that is never closed. */
export const openQuote = (line: number) => refusal('file-broken', { key: 'errors.file_quote', values: { line } }, { line })

/** A byte that no text has. */
export const emptySign = (line: number) => refusal('file-broken', { key: 'errors.file_nul', values: { line } }, { line })

export const tooManyFiles = (max: number) =>
  refusal('too-many-files', { key: 'errors.too_many_files', values: { max } }, { max_files: max })

export const pictureTooLarge = (width: number, height: number, maxPixels: number) =>
  refusal(
    'file-too-large',
    { key: 'errors.picture_too_large', values: { width, height, max: Math.floor(maxPixels / 1_000_000) } },
    { width, height, max_pixels: maxPixels },
  )
