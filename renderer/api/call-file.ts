import { sessionToken } from '#renderer/session/session.ts'
import { CallFailure, readAnswer, type Answer, type NamedCallOptions } from './call.ts'
import { buildRequest } from './request.ts'

/** A file in a response without an envelope. */
export interface AnsweredFile {
  blob: Blob
  name: string
}

/**
 * Makes a call that returns a file or an ordinary response. It continues when the route changes.
 * @throws CallFailure; its `errorCode` is `cancelled` if `signal` was aborted
 */
export async function callFile(
  name: string,
  { signal, ...options }: Pick<NamedCallOptions, 'params' | 'payload' | 'signal' | 'method' | 'version' | 'mock'>,
): Promise<{ file: AnsweredFile } | { answer: Answer }> {
  const { url, init } = buildRequest(name, {
    ...options,
    method: options.method ?? (options.payload === undefined ? 'GET' : 'POST'),
    version: options.version ?? 1,
  })
  const token = sessionToken()
  try {
    const response = await fetch(url, { ...init, signal })
    const disposition = response.headers.get('content-disposition')
    if (response.ok && disposition) return { file: { blob: await response.blob(), name: fileNameOf(disposition) ?? name } }
    return { answer: readAnswer(name, response.status, await response.text(), token) }
  } catch (fault) {
    throw fault instanceof CallFailure ? fault : new CallFailure(name, 0, { errorCode: signal?.aborted ? 'cancelled' : 'network' })
  }
}

/** The name that a header gives a file, in any letters. @source RFC 6266 */
export function fileNameOf(disposition: string): string | undefined {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(disposition)?.[1]
  try {
    if (encoded !== undefined) return decodeURIComponent(encoded)
  } catch {
    // The plain name is there for that.
  }
  return /filename="([^"]*)"/i.exec(disposition)?.[1]
}
