import { request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createSchemaAjv } from '#schemas/check/schema/schema-ajv.ts'
import { endpointValidators } from '#server/plugins/validators.ts'
import type { ApiError } from '#server/errors.ts'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
let token: string
beforeAll(async () => {
  server = await startTestServer()
  token = await server.signIn('administrator')
  await server.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => server.close())

/** Announces a body of ten megabytes and sends nothing of it: only an answer that does not read it arrives. */
function announce(endpoint: string, headers: Record<string, string> = {}): Promise<number> {
  const { port } = server.app.server.address() as AddressInfo
  return new Promise((resolve, reject) => {
    const call = request(
      {
        port,
        host: '127.0.0.1',
        method: 'POST',
        path: `/api/v1/${endpoint}`,
        headers: { 'content-type': 'application/json', 'content-length': 10_000_000, ...headers },
      },
      (answer) => {
        resolve(answer.statusCode!)
        call.destroy()
      },
    )
    call.on('error', reject)
    call.flushHeaders()
  })
}

it('a visitor gets 401 without the body being read', async () => {
  expect(await announce('save')).toBe(401)
  expect(await announce('publish')).toBe(401)
  expect((await server.post('save', '{"broken')).status).toBe(401)
})

it('who may not make a call is told so without the body being read', async () => {
  expect(await announce('publish', { authorization: `Bearer ${await server.signIn('staff')}` })).toBe(403)
})

it('a body that says that it is too large is not read', async () => {
  expect(await announce('login')).toBe(413)
  expect(await announce('save', { authorization: `Bearer ${token}` })).toBe(413)
})

it('the limit of a body is that of its endpoint', async () => {
  const text = 'x'.repeat(300_000)
  expect(await server.post('login', { username: text.slice(0, 40_000), password: 'x' })).toMatchObject({
    status: 413,
    body: { metadata: { max_size: 32 * 1024 } },
  })
  expect(await server.put('user-preferences-save', { timezone: text }, { token })).toMatchObject({ status: 405 })
  expect(await server.post('bulk', { text }, { token })).toMatchObject({ status: 413, body: { metadata: { max_size: 256 * 1024 } } })
  expect((await server.post('save', { model: 'division', data: { title: text } }, { token })).status).toBe(422)
})

it('at most 20 faults of a body are told, and that there are more', async () => {
  const many = Object.fromEntries(Array.from({ length: 5000 }, (_, at) => [`${'k'.repeat(3)}${at}`, 1]))
  const { status, body } = await server.post('bulk', many, { token, headers: { 'x-locale': 'en' } })
  expect(status).toBe(422)
  expect(Object.keys(body.errors)).toHaveLength(20)
  expect(body).toMatchObject({
    userMessage: 'Please check the marked fields. There are more errors than the 20 shown.',
    metadata: { has_more_errors: true },
  })
})

it('errors with endless names and texts that nothing can store stay small', async () => {
  const unreadable = Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`${at}${'n'.repeat(500)}`, '\0']))
  for (const [endpoint, payload] of [
    ['login', { ['k'.repeat(30_000)]: 1 }],
    ['bulk', unreadable],
  ] as const) {
    const reply = await server.post(endpoint, payload, { token })
    expect(reply.status).toBe(422)
    expect(JSON.stringify(reply.body).length).toBeLessThan(20_000)
  }
})

it('a body of faults alone ends the search for them', () => {
  const rows = { type: 'array', items: { $ref: '#/definitions/row' } }
  const row = { type: 'object', required: ['a'], properties: { a: { anyOf: [{ type: 'string', minLength: 2 }, { type: 'integer' }] } } }
  const { payload } = endpointValidators({
    name: 'x',
    method: 'POST',
    payload: { definitions: { row }, type: 'object', properties: { rows }, additionalProperties: false },
  } as never)
  const refusal = (items: unknown[]): ApiError => {
    try {
      payload({ rows: items }, [])
    } catch (fault) {
      return fault as ApiError
    }
    throw new Error('nothing was refused')
  }
  const faults = refusal(Array.from({ length: 50_000 }, () => ({})))
  expect(faults.hasMore).toBe(true)
  expect(Object.keys(faults.errors!).length).toBeLessThanOrEqual(201)
  expect(refusal([{ a: true }])).toMatchObject({ hasMore: false, errors: { 'rows.0.a': expect.anything() } })
})

it('items are told apart in one pass, whatever they are', () => {
  const unique = createSchemaAjv().compile({ type: 'array', uniqueItems: true })
  const items = Array.from({ length: 50_000 }, (_, at) => ({ a: { b: [at, 'x'] } }))
  expect(unique(items)).toBe(true)
  expect(unique([...items, { a: { b: [0, 'x'] } }])).toBe(false)
  expect(unique([1, '1', true, null, [1], { a: 1 }])).toBe(true)
})

it('bytes that are no UTF-8 are refused with 400', async () => {
  const { port } = server.app.server.address() as AddressInfo
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: Buffer.concat([Buffer.from('{"username":"'), Buffer.from([0xff, 0xfe]), Buffer.from('","password":"x"}')]),
  })
  expect(answer.status).toBe(400)
})

it('refuses a generic save to who may not write the entity before its data is looked at', async () => {
  const customer = await server.signIn('customer')
  const sent = { model: 'role', version: 0, data: { unknown: 1 } }
  expect(await server.post('save', sent, { token: customer })).toMatchObject({ status: 403, body: { errorCode: 'permission-denied' } })
})
