import type { Reply, TestServer } from '#tests/helpers/server.ts'

export interface SentFile {
  name: string
  type: string
  content: Buffer | string
  field?: string
}

/** A multipart body of files and text fields. */
export function multipart(
  files: readonly SentFile[],
  fields: Record<string, string> = {},
): { payload: Buffer; headers: Record<string, string> } {
  const boundary = 'part-of-the-test'
  const chunks: Buffer[] = []
  for (const [name, value] of Object.entries(fields))
    chunks.push(Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`))
  for (const { name, type, content, field = 'file' } of files) {
    chunks.push(
      Buffer.from(`--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    )
  }
  chunks.push(Buffer.from(`--${boundary}--\r\n`))
  return { payload: Buffer.concat(chunks), headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } }
}

/** Sends a file as the panel does. */
export function sendFile(
  server: TestServer,
  token: string,
  file: SentFile,
  { headers, fields }: { headers?: Record<string, string>; fields?: Record<string, string> } = {},
): Promise<Reply> {
  const body = multipart([file], fields)
  return server.inject({
    method: 'POST',
    url: '/api/v1/upload',
    payload: body.payload,
    headers: { ...body.headers, authorization: `Bearer ${token}`, ...headers },
  })
}
