import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { StartError, startServer } from '#server/server.ts'

const folder = mkdtempSync(join(tmpdir(), 'pishkhan-server-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const env = { PORT: '0', DATA_DIR: join(folder, 'one'), DEMO: 'off', LOG_LEVEL: 'silent' }

it('listens, finishes the calls that run, and gives its folder back', async () => {
  const server = await startServer(env)
  expect((await fetch(`${server.url}/ready`)).status).toBe(200)
  expect(server.demo).toBeUndefined()
  const spare = connect(Number(new URL(server.url).port), '127.0.0.1')
  await new Promise(resolve => spare.once('connect', resolve))
  let arrived = 0
  const allArrived = new Promise<void>(resolve => server.app.server.on('request', () => { if ((arrived += 1) === 6) resolve() }))
  const calls = Array.from({ length: 6 }, () => fetch(`${server.url}/api/v1/login`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"username":"nobody","password":"nothing"}' }))
  const settled = Promise.allSettled(calls)
  await allArrived
  await server.stop()
  const answers = await settled
  expect(answers.map(answer => answer.status === 'fulfilled' && answer.value.status)).toEqual(Array(6).fill(403))
  await expect(fetch(`${server.url}/health`)).rejects.toThrow()

  const again = await startServer(env)
  await expect(startServer(env)).rejects.toThrow(/^DATA_DIR: .* in use by process/)
  await again.stop()
})

it('says in one line why it cannot start', async () => {
  const taken = createServer()
  await new Promise<void>(resolve => taken.listen(0, '127.0.0.1', resolve))
  const { port } = taken.address() as AddressInfo
  const fault = await startServer({ ...env, DATA_DIR: join(folder, 'two'), PORT: String(port) }).catch((error: unknown) => error as Error)
  expect(fault).toBeInstanceOf(StartError)
  expect((fault as Error).message).toBe(`PORT: ${port} is in use on 127.0.0.1; choose another port or stop what listens there`)
  taken.close()
  await expect(startServer({ ...env, PORT: 'x' })).rejects.toThrow(/^PORT: /)
  await expect(startServer({ ...env, SECRET: 'x'.repeat(32), DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none' })).rejects.toThrow(/^DATABASE_URL: /)
})
