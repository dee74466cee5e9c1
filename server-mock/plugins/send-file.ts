import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import type { FastifyReply } from 'fastify'

/** A file that a call answers in place of the envelope. */
export interface SentFile {
  path: string
  name: string
  mediaType: string
  /** Called once it has gone out, or the connection has ended. */
  discard?: () => Promise<void>
}

/** `Content-Disposition` of a download with a file name in any script. @source RFC 6266, RFC 8187 */
export function contentDisposition(name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`)
  return `attachment; filename="${plain}"; filename*=UTF-8''${encoded}`
}

/** Sends a file as a download that no cache may keep. */
export async function sendFile(reply: FastifyReply, { path, name, mediaType, discard }: SentFile): Promise<FastifyReply> {
  const { size } = await stat(path)
  const stream = createReadStream(path)
  if (discard)
    stream.once('close', () => {
      discard().catch((fault) => reply.log.error({ err: fault }, 'a sent file was not removed'))
    })
  return reply
    .header('content-type', mediaType)
    .header('content-length', size)
    .header('content-disposition', contentDisposition(name))
    .header('cache-control', 'private, no-store')
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .send(stream)
}
