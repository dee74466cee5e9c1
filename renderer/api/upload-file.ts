import { sessionToken } from '#renderer/session/session.ts'
import { readAnswer } from './call.ts'
import { CallFailure, unreadableAnswer } from './call-failure.ts'
import { addressOf, callHeaders } from './request.ts'

/** A file that the server has; what records keep of it. */
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
  /** What the picture shows, for those who do not see it. */
  alt?: string
}

export interface UploadOptions {
  /** Is told how much has gone out, from 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
  /** Whatever else the server shall keep of the file. */
  payload?: Record<string, unknown>
  /** Sent again under the same key, a file that had arrived is not stored twice. */
  idempotencyKey?: string
}

/** @source specification, "Upload timeout 6,000,000 ms" */
export const uploadTimeoutMs = 6_000_000

const endpoint = 'upload'

/**
 * Sends a file and resolves with what the server made of it.
 * @throws CallFailure: `userMessage` says what the server refused; `cancelled` when the signal gave it up, `network` when
 * no answer came
 */
export function uploadFile(file: File, { onProgress, signal, payload, idempotencyKey = crypto.randomUUID() }: UploadOptions = {}): Promise<UploadedFile> {
  return new Promise((resolve, reject) => {
    const fail = (errorCode: 'cancelled' | 'network') => reject(new CallFailure(endpoint, 0, { errorCode }))
    if (signal?.aborted) {
      fail('cancelled')
      return
    }
    const token = sessionToken()
    const body = new FormData()
    if (payload) body.set('payload', JSON.stringify(payload))
    body.set('file', file, file.name)
    // fetch does not tell how much of a body has gone out.
    const request = new XMLHttpRequest()
    request.open('POST', addressOf(endpoint, 1))
    for (const [header, value] of Object.entries({ ...callHeaders(token), 'Idempotency-Key': idempotencyKey })) request.setRequestHeader(header, value)
    request.timeout = uploadTimeoutMs
    const abort = (): void => request.abort()
    signal?.addEventListener('abort', abort)
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => { if (lengthComputable && total > 0) onProgress?.(loaded / total) }
    request.onabort = () => fail('cancelled')
    request.onerror = () => fail('network')
    request.ontimeout = () => fail('network')
    request.onload = () => {
      try {
        resolve(fileOf(readAnswer(endpoint, request.status, request.responseText, token).metadata))
      } catch (failure) {
        reject(failure as CallFailure)
      }
    }
    request.onloadend = () => signal?.removeEventListener('abort', abort)
    request.send(body)
  })
}

function fileOf(metadata: Record<string, unknown>): UploadedFile {
  const { id, link, mime_type, versions, name, size, width, height } = metadata as Partial<UploadedFile>
  if (typeof link !== 'string' || typeof id !== 'number') throw unreadableAnswer(endpoint, '/metadata', 'object', metadata)
  return { id, link, mime_type: mime_type ?? '', versions: versions ?? {}, name, size, width, height }
}
