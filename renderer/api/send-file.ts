import { sessionToken } from '#renderer/session/session.ts'
import { readAnswer, type Answer } from './call.ts'
import { CallFailure } from './call-failure.ts'
import { addressOf, callHeaders } from './request.ts'

export interface SendFileOptions {
  /** Called with the share that has been sent, from 0 to 1. */
  onProgress?: (share: number) => void
  signal?: AbortSignal
  /** Payload of the call in addition to the file. */
  payload?: Record<string, unknown>
  /** Sent again under the same key, a file that had arrived is not taken twice. */
  idempotencyKey?: string
}

/** @source specification, "Upload timeout 6,000,000 ms" */
export const uploadTimeoutMs = 6_000_000

/**
 * Sends a file and resolves with the response.
 * @throws CallFailure: `userMessage` is the server's reason; `cancelled` if the signal was aborted, `network` if no
 * response came
 */
export function sendFile(
  endpoint: string,
  file: File,
  { onProgress, signal, payload, idempotencyKey = crypto.randomUUID() }: SendFileOptions = {},
): Promise<Answer> {
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
    // fetch does not report upload progress.
    const request = new XMLHttpRequest()
    request.open('POST', addressOf(endpoint, 1))
    for (const [header, value] of Object.entries({ ...callHeaders(token), 'Idempotency-Key': idempotencyKey }))
      request.setRequestHeader(header, value)
    request.timeout = uploadTimeoutMs
    const abort = (): void => request.abort()
    signal?.addEventListener('abort', abort)
    request.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress?.(loaded / total)
    }
    request.onabort = () => fail('cancelled')
    request.onerror = () => fail('network')
    request.ontimeout = () => fail('network')
    request.onload = () => {
      try {
        resolve(readAnswer(endpoint, request.status, request.responseText, token))
      } catch (failure) {
        reject(failure as CallFailure)
      }
    }
    request.onloadend = () => signal?.removeEventListener('abort', abort)
    request.send(body)
  })
}
