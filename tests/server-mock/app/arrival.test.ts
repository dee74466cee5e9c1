import { connect, type AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildApp } from '#server/app.ts'
import { features } from '#server/features/index.ts'
import { usualArrival } from '#server/plugins/arrival.ts'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
let app: Awaited<ReturnType<typeof buildApp>>
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('administrator')
  const { config, database } = server
  app = await buildApp({ config, database, features, arrival: { silenceMs: 150, requestMs: 300, uploadMs: 60_000 } })
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  await server.close()
})

/** Sends parts one after the other and answers all that comes until the server ends the connection. */
function talk(...parts: string[]): Promise<string> {
  const { port } = app.server.address() as AddressInfo
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1')
    socket.on('data', (data) => {
      answer += String(data)
    })
    socket.on('error', () => {})
    socket.on('close', () => resolve(answer))
    for (const part of parts) socket.write(part)
  })
}
const head = (endpoint: string, ...headers: string[]) =>
  `${[`POST /api/v1/${endpoint} HTTP/1.1`, 'Host: x', ...headers].join('\r\n')}\r\n\r\n`

it('the limits of the product: ten seconds without a word, thirty for a request', () => {
  expect(usualArrival).toMatchObject({ silenceMs: 10_000, requestMs: 30_000 })
})

it('a connection that says nothing is ended', async () => {
  expect(await talk()).toMatch(/^(?:HTTP\/1\.1 408 |$)/)
})

it('a kept connection that says nothing after its first request is ended', async () => {
  expect(await talk('GET /health HTTP/1.1\r\nHost: x\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /)
})

it('a request whose headers do not arrive is ended with 408', async () => {
  expect(await talk('POST /api/v1/login HTTP/1.1\r\nHost: x\r\n')).toMatch(/^HTTP\/1\.1 408 [^]*request-timeout/)
})

it('a body that does not arrive is ended with 408', async () => {
  const answer = await talk(head('login', 'Content-Type: application/json', 'Content-Length: 200'), '{"username":')
  expect(answer).toMatch(/^HTTP\/1\.1 408 [^]*request-timeout/)
})

it('a body that nobody waits for does not hold its connection', async () => {
  const answer = await talk(head('save', 'Content-Type: application/json', 'Content-Length: 200'), '{"model":')
  expect(answer).toMatch(/^HTTP\/1\.1 401 /)
})

it('an upload has longer', async () => {
  const { port } = app.server.address() as AddressInfo
  const body = [
    '--b',
    'Content-Disposition: form-data; name="file"; filename="a.pdf"',
    'Content-Type: application/pdf',
    '',
    '%PDF-1.4',
    '--b--',
    '',
  ].join('\r\n')
  const socket = connect(port, '127.0.0.1')
  const answer = new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))))
  socket.write(
    head(
      'upload',
      `Authorization: Bearer ${token}`,
      'Content-Type: multipart/form-data; boundary=b',
      `Content-Length: ${body.length}`,
      'Connection: close',
    ),
  )
  socket.write(body.slice(0, 30))
  // Another request of the same age has been given up: this one goes on.
  await talk(head('login', 'Content-Type: application/json', 'Content-Length: 200'), '{')
  socket.write(body.slice(30))
  expect(await answer).toMatch(/^HTTP\/1\.1 200 /)
})
