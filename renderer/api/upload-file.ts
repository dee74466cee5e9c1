import { unreadableAnswer } from './call-failure.ts'
import { sendFile, type SendFileOptions } from './send-file.ts'

/** A file on the server, as records store it. */
export interface UploadedFile {
  id: number
  /** Address of the file as it was sent. */
  link: string
  mime_type: string
  /** Addresses of its versions; a picture has `panel_thumb` (a small square) and `thumbnail` (768 wide at most). */
  versions: Record<string, string>
  name?: string
  /** Bytes. */
  size?: number
  width?: number
  height?: number
  /** Description of the picture for people who cannot see it. */
  alt?: string
}

export type UploadOptions = SendFileOptions

const endpoint = 'upload'

/**
 * Uploads a file and resolves with the server's description of it.
 * @throws CallFailure, as `sendFile`
 */
export const uploadFile = async (file: File, options?: UploadOptions): Promise<UploadedFile> =>
  fileOf((await sendFile(endpoint, file, options)).metadata)

function fileOf(metadata: Record<string, unknown>): UploadedFile {
  const { id, link, mime_type, versions, name, size, width, height } = metadata as Partial<UploadedFile>
  if (typeof link !== 'string' || typeof id !== 'number') throw unreadableAnswer(endpoint, '/metadata', 'object', metadata)
  return { id, link, mime_type: mime_type ?? '', versions: versions ?? {}, name, size, width, height }
}
