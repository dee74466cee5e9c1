import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'

let behindProxy: TestServer
let alone: TestServer
beforeAll(async () => {
  behindProxy = await startTestServer({ env: { TRUST_PROXY: 'on' } })
  alone = await startTestServer()
})
afterAll(async () => {
  await behindProxy.close()
  await alone.close()
})

const header = async (server: TestServer, headers: Record<string, string>) =>
  (await server.inject({ method: 'GET', url: '/api/v1/login-configs', headers })).headers['strict-transport-security']

it('is asked for behind TLS, and not otherwise', async () => {
  expect(await header(behindProxy, { 'x-forwarded-proto': 'https' })).toMatch(/^max-age=\d{8}/)
  expect(await header(behindProxy, { 'x-forwarded-proto': 'http' })).toBeUndefined()
  expect(await header(behindProxy, {})).toBeUndefined()
  expect(await header(alone, { 'x-forwarded-proto': 'https' })).toBeUndefined()
})
