import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EndpointDocument } from '#schemas/types/contract.d.ts'
import type { ApiError } from '#server/errors.ts'
import { proxyHandler } from '#server/plugins/proxy.ts'

let upstream: Server
let origin: string
const seen: { method: string; url: string; body: string; authorization: string | undefined; headers: object }[] = []

async function answer(request: IncomingMessage, response: ServerResponse) {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  seen.push({ method: request.method!, url: request.url!, body, authorization: request.headers.authorization, headers: request.headers })
  if (request.url!.startsWith('/moved')) return response.writeHead(302, { location: 'http://169.254.169.254/' }).end()
  if (request.url!.startsWith('/broken')) return response.writeHead(500).end('{}')
  if (request.url!.startsWith('/signed-out'))
    return response.writeHead(401, { 'www-authenticate': 'Bearer token="s3cret"' }).end('{"token":"s3cret"}')
  if (request.url!.startsWith('/html')) return response.end('<html>')
  if (request.url!.startsWith('/large')) return response.end(JSON.stringify('x'.repeat(3_000_000)))
  if (request.url!.startsWith('/deep')) return response.end('['.repeat(100_000) + ']'.repeat(100_000))
  if (request.url!.startsWith('/session'))
    return response.end(
      JSON.stringify({
        results: 1,
        metadata: {
          access_token: 'x',
          publication: 9,
          redirect: { url: 'https://x.example' },
          password_force_change: false,
          pagination: { page: 1 },
        },
      }),
    )
  if (request.url!.startsWith('/envelope')) return response.end('{"results":[1],"metadata":{"a":1}}')
  return response.end('{"rate":5}')
}

beforeAll(async () => {
  upstream = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}`
})
afterAll(() => new Promise((resolve) => upstream.close(resolve)))

const call = (endpoint: Partial<EndpointDocument>, values: { params?: object; payload?: object } = {}, allowed = [origin]) =>
  proxyHandler({ name: 'rates', method: 'GET', operation: 'proxy', ...endpoint }).unmanaged({
    params: {},
    payload: {},
    ...values,
    config: { proxyOrigins: allowed },
    caller: { locale: 'en' },
  } as never)
const refused = (work: Promise<unknown>) =>
  work.then(
    () => 'answered',
    (fault: ApiError) => fault.code,
  )

it('passes parameters and bodies on, and the answer back', async () => {
  expect(await call({ url: `${origin}/rates/{params.id}` }, { params: { id: 'a/b', day: '2024' } })).toEqual({ results: { rate: 5 } })
  expect(seen.at(-1)).toMatchObject({ method: 'GET', url: '/rates/a%2Fb?day=2024', authorization: undefined })
  await call({ method: 'POST', url: `${origin}/rates` }, { payload: { rate: 6 } })
  expect(seen.at(-1)).toMatchObject({ method: 'POST', body: '{"rate":6}' })
  expect(await call({ url: `${origin}/envelope` })).toEqual({ results: [1], metadata: { a: 1 } })
})

it.each(['..', '.', 'a/../b', '..\\b', '%2e%2e', '%252e%252E', '%2e%2e%2fadmin', ' .. '])(
  'does not leave its folder by a step out of it: %j',
  async (id) => {
    const before = seen.length
    expect(await refused(call({ url: `${origin}/rates/{params.id}` }, { params: { id } }))).toBe('422')
    expect(await refused(call({ url: `${origin}/rates/{payload.id}`, method: 'POST' }, { payload: { id } }))).toBe('422')
    expect(seen).toHaveLength(before)
  },
)

it('passes on no header of the call and no cookie', async () => {
  await call({ url: `${origin}/rates` })
  expect(Object.keys(seen.at(-1)!.headers).filter((name) => /cookie|authori|token|ticket|forwarded|referer|origin/.test(name))).toEqual([])
})

it('lets the other system say nothing of sessions, publications and pages', async () => {
  const { metadata } = (await call({ url: `${origin}/session` })) as { metadata: object }
  expect(metadata).toEqual({ pagination: { page: 1 } })
})

it('calls no origin that is not on the list, whatever a value says', async () => {
  const before = seen.length
  expect(await refused(call({ url: `${origin}/rates` }, {}, []))).toBe('upstream-failed')
  expect(await refused(call({ url: 'http://{params.host}/rates' }, { params: { host: '127.0.0.1@evil.example' } }))).toBe('upstream-failed')
  expect(seen).toHaveLength(before)
})

it.each([
  ['signed-out', 'errors.upstream_status', 401],
  ['broken', 'errors.upstream_status', 500],
  ['moved', 'errors.upstream_status', 302],
  ['html', 'errors.upstream_unreadable', 200],
  ['large', 'errors.upstream_unreadable', 200],
])('tells what the other system answered, and nothing of the text of an error: %s', async (path, key, status) => {
  const fault = await call({ url: `${origin}/${path}` }).catch((refusal: ApiError) => refusal)
  expect(fault).toMatchObject({
    code: 'upstream-failed',
    userMessage: { key, values: { status: `${status}` } },
    metadata: { upstream_status: status },
  })
  expect(JSON.stringify(fault)).not.toContain('s3cret')
})

it('tells of no answer where there was none', async () => {
  const gone = createServer()
  await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(gone.address() as AddressInfo).port}`
  await new Promise((resolve) => gone.close(resolve))
  const fault = await call({ url: `${address}/rates` }, {}, [address]).catch((refusal: ApiError) => refusal)
  expect(fault).toMatchObject({ code: 'upstream-failed', userMessage: undefined, metadata: undefined })
})

it.each(['moved', 'broken', 'html', 'large', 'deep'])('answers upstream-failed for an answer that is %s', async (path) => {
  expect(await refused(call({ url: `${origin}/${path}` }))).toBe('upstream-failed')
})
