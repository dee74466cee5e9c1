import fc from 'fast-check'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { completeEndpoint } from '#schemas/rules/endpoints/complete-endpoint.ts'
import { productModules } from '#tests/helpers/product-modules.ts'
import { startTestServer, type Reply, type TestServer } from '#tests/helpers/server.ts'
import { brokenBodies, hostileCall, type Sent } from './hostile-values.ts'

const modules = productModules()
const entities = new Map(modules.flatMap((documents) => Object.entries(documents.entities)))
const endpoints = modules.flatMap(({ module, endpoints, forms }) =>
  endpoints.map((endpoint) => ({
    module: module.name,
    ...completeEndpoint(endpoint, { entity: (name) => entities.get(name), formEntity: (form) => forms[form]?.entity }),
  })),
)
/**
 * One implementation serves all calls of an operation, so that a few values are enough for each of them. A handler has its own
 * code, and gets many.
 */
const runsOf = ({ operation }: { operation?: string }): number => (operation === undefined || operation === 'proxy' ? 25 : 4)
/** A session's end is what this call is for; it is tried by hostile visitors only. */
const endsSession = new Set(['persons-logout', 'change-password'])

let server: TestServer
let administrator: string
let customer: string
/** Rows of each table of the database, but for those that count what somebody tried. */
let rowCounts: RawBuilder<unknown>
const countingTries = ['pishkhan.rate_limits', 'data.login_entry', 'pishkhan.jobs']

beforeAll(async () => {
  server = await startTestServer()
  administrator = await server.signIn('administrator')
  customer = await server.signIn('customer')
  const { rows } = await server.database.read((trx) =>
    sql<{ name: string }>`select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_schema in ('data', 'ledger', 'pishkhan') and table_type = 'BASE TABLE' order by 1`.execute(trx),
  )
  const tables = rows.map(({ name }) => name).filter((name) => !countingTries.includes(name))
  rowCounts = sql.raw(tables.map((name) => `(select count(*) from ${name})`).join())
})
afterAll(() => server?.close())

function send(endpoint: (typeof endpoints)[number], { params, payload }: Sent, token?: string, raw?: string): Promise<Reply> {
  const query = Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, typeof value === 'string' ? value : (JSON.stringify(value) ?? '')]),
  )
  const body = raw ?? (payload === undefined ? undefined : JSON.stringify(payload))
  return server.inject({
    method: endpoint.method as 'GET',
    url: `/api/v${endpoint.version ?? 1}/${endpoint.name}`,
    query,
    headers: { ...(token && { authorization: `Bearer ${token}` }), ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { payload: body }),
  })
}

/** Writes so far; what changes a row without adding one adds one to the audit. */
async function writes(): Promise<string> {
  // A list, since PostgreSQL calls no function with more than a hundred arguments.
  const { rows } = await server.database.read((trx) =>
    sql<{ writes: string }>`select array_to_string(array[${rowCounts}], '/') as writes`.execute(trx),
  )
  return rows[0]!.writes
}

function expectEnvelope({ status, body }: Reply, what: string) {
  expect(status, what).toBeLessThan(500)
  if (status < 400) expect(body, what).toMatchObject({ metadata: { publication: expect.any(Number) } })
  else
    expect(body, what).toMatchObject({ errorCode: expect.anything(), userMessage: expect.stringMatching(/\S/), errors: expect.any(Object) })
}

describe.each(endpoints.map((endpoint) => [endpoint.name, endpoint] as const))('%s', (name, endpoint) => {
  it('answers hostile values with 4xx and changes nothing', async () => {
    // Rows are counted once for all calls in a row that were refused: counting costs more than calling.
    let before = await writes()
    let refused: unknown[] = []
    const expectUnchanged = async () => {
      expect(await writes(), `one of ${JSON.stringify(refused).slice(0, 4000)}`).toBe(before)
      refused = []
    }
    await fc.assert(
      fc.asyncProperty(hostileCall(endpoint), async (sent) => {
        const reply = await send(endpoint, sent, endsSession.has(name) ? undefined : administrator)
        expectEnvelope(reply, JSON.stringify({ sent, reply: reply.body }).slice(0, 2000))
        if (reply.status >= 400) refused.push(sent)
        else if (endpoint.method !== 'GET') {
          // The rows of this call cannot be told from those of the calls that were refused before it.
          refused = []
          before = await writes()
        }
      }),
      { numRuns: runsOf(endpoint), seed: 20240320 },
    )
    await expectUnchanged()
  })

  it('refuses a visitor and a broken token unless it is public', async () => {
    for (const token of [undefined, 'nonsense', `${administrator.slice(0, -3)}abc`]) {
      const reply = await send(
        endpoint,
        { params: {}, payload: endpoint.method === 'GET' || endpoint.method === 'DELETE' ? undefined : {} },
        token,
      )
      expectEnvelope(reply, name)
      if (endpoint.access !== 'guest') expect(reply, name).toMatchObject({ status: 401, body: { errorCode: 'endpoint-401' } })
    }
  })

  it('refuses somebody without its permission and keeps his session', async () => {
    const needs = endpoint.access ?? 'user'
    const reply = await send(
      endpoint,
      { params: {}, payload: endpoint.method === 'GET' || endpoint.method === 'DELETE' ? undefined : {} },
      endsSession.has(name) ? undefined : customer,
    )
    expectEnvelope(reply, name)
    if (needs !== 'guest' && needs !== 'user' && !endsSession.has(name)) expect(reply.body.errorCode).toBe('permission-denied')
    expect((await server.get('check-token', {}, { token: customer })).status).toBe(200)
  })

  it('answers another method with 405', async () => {
    const method = endpoint.method === 'PATCH' ? 'PUT' : 'PATCH'
    const reply = await server.inject({
      method,
      url: `/api/v${endpoint.version ?? 1}/${name}`,
      headers: { authorization: `Bearer ${administrator}` },
    })
    expect(reply).toMatchObject({ status: 405, body: { errorCode: 'method-not-allowed' } })
  })
})

describe('a body that is broken', () => {
  it.each(
    endpoints.filter(({ method }) => ['POST', 'PUT', 'PATCH'].includes(method)).map((endpoint) => [endpoint.name, endpoint] as const),
  )('is refused by %s', async (name, endpoint) => {
    const before = await writes()
    for (const [what, body] of brokenBodies) {
      const reply = await send(endpoint, { params: {}, payload: undefined }, endsSession.has(name) ? undefined : administrator, body)
      expect(reply.status, `${what}: ${JSON.stringify(reply.body).slice(0, 300)}`).toBeGreaterThanOrEqual(400)
      expectEnvelope(reply, `${name}: ${what}`)
    }
    expect(await writes()).toBe(before)
  })
})
