import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it, vi } from 'vitest'
import { StartError, startServer } from '#server/server.ts'

// A database is made from nothing several times.
vi.setConfig({ testTimeout: 90_000 })
const folder = mkdtempSync(join(tmpdir(), 'pishkhan-server-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const env = { PORT: '0', DATA_DIR: join(folder, 'one'), DEMO: 'off', LOG_LEVEL: 'silent' }

it('listens, finishes the calls that run, and gives its folder back', async () => {
  const server = await startServer(env)
  expect((await fetch(`${server.url}/ready`)).status).toBe(200)
  expect(server.demo).toBeUndefined()
  const spare = connect(Number(new URL(server.url).port), '127.0.0.1')
  await new Promise((resolve) => spare.once('connect', resolve))
  let arrived = 0
  const allArrived = new Promise<void>((resolve) =>
    server.app.server.on('request', () => {
      if ((arrived += 1) === 6) resolve()
    }),
  )
  const calls = Array.from({ length: 6 }, (_, at) =>
    fetch(`${server.url}/api/v1/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: `nobody${at}`, password: 'nothing' }),
    }),
  )
  const settled = Promise.allSettled(calls)
  await allArrived
  await server.stop()
  const answers = await settled
  expect(answers.map((answer) => answer.status === 'fulfilled' && answer.value.status)).toEqual(Array(6).fill(403))
  await expect(fetch(`${server.url}/health`)).rejects.toThrow()

  const again = await startServer(env)
  await expect(startServer(env)).rejects.toThrow(/^DATA_DIR: .* in use by process/)
  await again.stop()
})

it('says in one line why it cannot start', async () => {
  const taken = createServer()
  await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve))
  const { port } = taken.address() as AddressInfo
  const fault = await startServer({ ...env, DATA_DIR: join(folder, 'two'), PORT: String(port) }).catch((error: unknown) => error as Error)
  expect(fault).toBeInstanceOf(StartError)
  expect((fault as Error).message).toBe(`PORT: ${port} is in use on 127.0.0.1; choose another port or stop what listens there`)
  taken.close()
  await expect(startServer({ ...env, PORT: 'x' })).rejects.toThrow(/^PORT: /)
  await expect(startServer({ ...env, SECRET: 'x'.repeat(32), DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })).rejects.toThrow(
    /^DATABASE_URL: /,
  )
})

it('answers in the envelope what never becomes a call', async () => {
  const server = await startServer({ ...env, DATA_DIR: join(folder, 'three'), LOCALES: 'en,de' })
  const port = Number(new URL(server.url).port)
  const send = (line: string, header = '') =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(port, '127.0.0.1')
      let answer = ''
      socket.on('data', (part) => {
        answer += String(part)
      })
      socket.on('end', () => resolve(answer))
      socket.on('error', reject)
      socket.write(`${line} HTTP/1.1\r\nHost: panel\r\nConnection: close\r\n${header}\r\n`)
    })
  const bodyOf = (answer: string) => JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')).trim()) as unknown
  expect(bodyOf(await send('PROPFIND /api/v1/login'))).toMatchObject({ errorCode: 'endpoint-404', userMessage: 'There is no such call.' })
  const long = await send(`GET /api/v1/routes?q=${'x'.repeat(17_000)}`)
  expect(long).toMatch(/^HTTP\/1[.]1 431 /)
  expect(bodyOf(long)).toMatchObject({
    errorCode: 'request-too-large',
    userMessage: 'The address or the headers of the request are too long.',
  })
  const german = await send('GET /api/v1/routes', `X-Locale: de\r\nX: ${'x'.repeat(17_000)}\r\n`)
  expect(bodyOf(german)).toMatchObject({ userMessage: expect.stringContaining('Anfrage') as string })
  expect(bodyOf(await send('NONSENSE /'))).toMatchObject({ errorCode: 'bad-request', userMessage: 'The request is not valid.' })
  expect(bodyOf(await send('GET /api/v1/%ff'))).toMatchObject({ errorCode: 'bad-request', userMessage: 'The request is not valid.' })
  await server.stop()
})
