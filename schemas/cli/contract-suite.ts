import { randomUUID } from 'node:crypto'
import Ajv, { type ValidateFunction } from 'ajv'
import { readContractSchemas } from './contract-bundle.ts'
import { Broken, Untried } from './contract-broken.ts'
import { gridsOf, modelsOf } from './contract-models.ts'
import { tryWriting } from './contract-writes.ts'

export interface ContractResult {
  rule: string
  /** What failed; undefined if the expectation was met. */
  problem?: string
  /** Not tested, for the reason in `problem`. */
  skipped?: boolean
}

export interface ContractOptions {
  token?: string
  account?: { username: string; password: string }
  /** Entity of which one record is created, changed, trashed and destroyed; `all` for each that the panel's lists can write. */
  write?: string
  /** Its field values; required ones are guessed when left out. */
  data?: Record<string, unknown>
}

export interface Reply {
  status: number
  headers: Headers
  body: unknown
  text: string
}
type Node = Record<string, unknown>
const isNode = (value: unknown): value is Node => value !== null && typeof value === 'object'

/**
 * Tests a server, this one or another, against docs/wire.md. It only reads, signs in, and sends requests that must be
 * refused; with `write` it also creates one record of that entity and destroys it.
 */
export async function runContract(
  server: string,
  { token: initialToken, account, write, data }: ContractOptions = {},
): Promise<ContractResult[]> {
  const results: ContractResult[] = []
  const validators = answerValidators()
  let token = initialToken

  const send = async (
    method: string,
    path: string,
    { body, headers = {}, as = token }: { body?: unknown; headers?: Record<string, string>; as?: string | null | undefined } = {},
  ): Promise<Reply> => {
    const raw = typeof body === 'string'
    const response = await fetch(`${server}/api/v1/${path}`, {
      method,
      headers: {
        accept: 'application/json',
        'x-locale': 'en',
        'x-timezone': 'UTC',
        ...(as ? { authorization: `Bearer ${as}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json', 'idempotency-key': randomUUID() }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: raw ? body : JSON.stringify(body) }),
      redirect: 'manual',
      signal: AbortSignal.timeout(30_000),
    })
    const text = await response.text()
    let parsed: unknown
    try {
      parsed = JSON.parse(text)
    } catch {
      parsed = undefined
    }
    return { status: response.status, headers: response.headers, body: parsed, text }
  }
  const rule = async (sentence: string, attempt: () => Promise<void>): Promise<void> => {
    try {
      await attempt()
      results.push({ rule: sentence })
    } catch (fault) {
      if (fault instanceof Untried) {
        results.push({ rule: sentence, skipped: true, problem: fault.message })
        return
      }
      const { cause } = fault as Error & { cause?: { code?: string } }
      results.push({
        rule: sentence,
        problem: fault instanceof Broken ? fault.message : `${(fault as Error).message}${cause?.code ? ` (${cause.code})` : ''}`,
      })
    }
  }
  const success = (reply: Reply, schema?: keyof typeof validators): Node => {
    if (reply.status !== 200) throw new Broken(`answers ${reply.status} instead of 200: ${reply.text.slice(0, 200)}`)
    conforms(validators.envelope, reply.body, 'the envelope')
    if (schema) conforms(validators[schema], (reply.body as Node).results, 'results')
    return reply.body as Node
  }
  const failure = (reply: Reply, status: number | number[], code: string | number | (string | number)[]): Node => {
    const statuses = ([] as number[]).concat(status)
    if (!statuses.includes(reply.status))
      throw new Broken(`answers ${reply.status} instead of ${statuses.join(' or ')}: ${reply.text.slice(0, 200)}`)
    conforms(validators.error, reply.body, 'the failure')
    const codes = ([] as (string | number)[]).concat(code)
    if (!codes.includes((reply.body as { errorCode: string | number }).errorCode))
      throw new Broken(
        `errorCode is ${JSON.stringify((reply.body as Node).errorCode)} instead of ${codes.map((item) => JSON.stringify(item)).join(' or ')}`,
      )
    return reply.body as Node
  }

  await rule('GET routes answers the envelope with every route', async () => {
    success(await send('GET', 'routes', { as: null }), 'routes')
  })
  await rule('every success carries metadata.publication', async () => {
    const { metadata } = success(await send('GET', 'routes', { as: null })) as { metadata: Node }
    if (!Number.isInteger(metadata.publication)) throw new Broken('metadata.publication is missing')
  })
  await rule('GET publication answers the counter alone', async () => {
    const { results: counter } = success(await send('GET', 'publication', { as: null })) as { results: Node }
    if (!Number.isInteger(counter?.publication)) throw new Broken('results.publication is missing')
  })
  await rule('GET site-settings answers before signing in', async () => {
    success(await send('GET', 'site-settings', { as: null }))
  })
  await rule('answers are JSON that nothing stores or sniffs', async () => {
    const { headers } = await send('GET', 'routes', { as: null })
    if (!/^application\/json\b/.test(headers.get('content-type') ?? '')) throw new Broken(`content-type is ${headers.get('content-type')}`)
    if (headers.get('x-content-type-options') !== 'nosniff') throw new Broken('x-content-type-options: nosniff is missing')
  })
  await rule('the page forbids eval and inline scripts', async () => {
    const response = await fetch(`${server}/`, { headers: { accept: 'text/html' }, signal: AbortSignal.timeout(30_000) })
    const policy = response.headers.get('content-security-policy') ?? ''
    const scripts = /script-src([^;]*)/.exec(policy)?.[1] ?? /default-src([^;]*)/.exec(policy)?.[1]
    if (scripts === undefined) throw new Broken('the page has no content-security-policy for scripts')
    if (/unsafe-eval|unsafe-inline/.test(scripts)) throw new Broken(`script-src is${scripts}`)
  })
  await rule('an unknown call answers 404 endpoint-404', async () => {
    failure(await send('GET', 'no-such-endpoint'), 404, 'endpoint-404')
  })
  await rule('a wrong method answers 405 method-not-allowed', async () => {
    failure(await send('DELETE', 'routes'), 405, 'method-not-allowed')
  })
  await rule('a call that needs a user answers 401 endpoint-401 without a token', async () => {
    failure(await send('GET', 'layout', { as: null }), 401, 'endpoint-401')
  })
  await rule('a token that is none answers 401 endpoint-401', async () => {
    failure(await send('GET', 'layout', { as: 'not.a.token' }), 401, 'endpoint-401')
  })
  await rule('a body that is no JSON answers 400 bad-request', async () => {
    failure(await send('POST', 'login', { body: '{"username":', as: null }), 400, 'bad-request')
  })
  await rule('a body that is not sent as JSON answers 415', async () => {
    failure(
      await send('POST', 'login', { body: 'username=a', headers: { 'content-type': 'text/plain' }, as: null }),
      415,
      'unsupported-media-type',
    )
  })
  await rule('wrong types answer 422 with the field in errors', async () => {
    const { errors } = failure(await send('POST', 'login', { body: { username: { a: 1 }, password: 7 }, as: null }), 422, 422) as {
      errors?: Node
    }
    if (!isNode(errors) || !('username' in errors)) throw new Broken('errors does not name "username"')
  })
  await rule('a wrong password answers login-failed', async () => {
    failure(
      await send('POST', 'login', { body: { username: `nobody-${randomUUID().slice(0, 8)}`, password: 'wrong-password' }, as: null }),
      [403, 429],
      ['login-failed', 'too-many-requests'],
    )
  })
  if (account) {
    await rule('POST login answers a token, the user and the preferences', async () => {
      const { results: session } = success(await send('POST', 'login', { body: account, as: null })) as { results: Node }
      for (const key of ['token', 'user', 'preferences'])
        if (!isNode(session) || !(key in session)) throw new Broken(`results.${key} is missing`)
      token = String(session.token)
    })
  }
  if (!token) {
    results.push({ rule: 'what a signed-in user is answered', skipped: true, problem: 'name a user (--user NAME) or a token (--token T)' })
    return results
  }

  let layout: Node = {}
  await rule('GET layout answers the frame of the panel', async () => {
    layout = success(await send('GET', 'layout'), 'layout').results as Node
  })
  const grids = gridsOf(layout)
  const [grid] = grids
  if (!grid) results.push({ rule: 'grids', skipped: true, problem: 'the sidebar leads to no grid' })
  else {
    const query = `grid?module=${grid[0]}&class=${grid[1]}&part=${grid[2]}`
    let columns: { key: string; sortable?: boolean }[] = []
    await rule(`GET ${query} answers columns, rows and pages`, async () => {
      const answer = success(await send('GET', query)) as { results: Node[]; metadata: Node }
      conforms(validators.grid, answer.metadata, 'metadata')
      if (!Array.isArray(answer.results)) throw new Broken('results is no list of rows')
      columns = ((answer.metadata.grid as Node | undefined)?.columns as typeof columns | undefined) ?? []
      for (const row of answer.results)
        for (const key of ['id', 'version']) if (!isNode(row) || !(key in row)) throw new Broken(`a row has no "${key}"`)
    })
    await rule('page_size limits the rows', async () => {
      const { results: rows } = success(await send('GET', `${query}&page_size=1`)) as { results: unknown[] }
      if (rows.length > 1) throw new Broken(`page_size=1 answers ${rows.length} rows`)
    })
    await rule('parts=results leaves the metadata of the grid out', async () => {
      const { metadata } = success(await send('GET', `${query}&parts=results`)) as { metadata: Node }
      if ('grid' in metadata || !('pagination' in metadata)) throw new Broken('metadata should have pagination and no grid')
    })
    const sortable = columns.find((column) => column.sortable)
    if (sortable)
      await rule('a sortable column sorts both ways', async () => {
        for (const order of ['asc', 'desc'])
          success(await send('GET', `${query}&sort=${encodeURIComponent(sortable.key)}&order=${order}&page_size=5`))
      })
    for (const [bad, key] of [
      ['page=-1', 'page'],
      ['page=x', 'page'],
      ['page_size=100000', 'page_size'],
      ['sort=no_such_field', 'sort'],
      ['no_such_filter=1', 'no_such_filter'],
    ] as const) {
      await rule(`a bad query value (${bad}) answers 422 with its key`, async () => {
        const { errors } = failure(await send('GET', `${query}&${bad}`), 422, 422) as { errors?: Node }
        if (!isNode(errors) || !(key in errors)) throw new Broken(`errors does not name "${key}"`)
      })
    }
    await rule('an unknown grid answers 400 unknown-grid', async () => {
      failure(await send('GET', 'grid?module=no&class=such&part=grid'), 400, 'unknown-grid')
    })
  }
  let screens: { name: string; path: string }[] = []
  await rule('GET routes answers the screens of somebody signed in', async () => {
    screens = (success(await send('GET', 'routes'), 'routes').results as typeof screens).filter((route) => !route.path.includes(':'))
  })
  const shown: string[][] = []
  for (const { name } of screens.slice(0, 30)) {
    await rule(`GET screen?name=${name} answers a screen, or says that it is not allowed`, async () => {
      const reply = await send('GET', `screen?name=${encodeURIComponent(name)}`)
      if (reply.status === 403) failure(reply, 403, 'permission-denied')
      else shown.push(...gridsOf(success(reply, 'screen').results))
    })
  }
  const tools = { rule, send, success, failure }
  if (write === 'all') {
    const models = await modelsOf([...grids, ...shown], send)
    if (models.length === 0) results.push({ rule: 'writing records', skipped: true, problem: 'no list of the panel names a model' })
    for (const model of models) await tryWriting(model, undefined, { ...tools, guess: true })
  } else if (write !== undefined) await tryWriting(write, data, tools)
  await rule('an unknown screen answers 404 not-found', async () => {
    failure(await send('GET', 'screen?name=no-such-screen'), 404, 'not-found')
  })
  return results
}

function answerValidators() {
  const ajv = new Ajv({ strict: false, allErrors: true, allowUnionTypes: true, validateFormats: false })
  for (const schema of readContractSchemas().values()) ajv.addSchema(schema)
  const validator = (name: string) => ajv.getSchema(`/schemas/responses/${name}.json`)!
  return {
    envelope: validator('envelope'),
    error: validator('error'),
    routes: validator('routes'),
    layout: validator('layout'),
    grid: validator('grid'),
    screen: validator('screen'),
  }
}

function conforms(validate: ValidateFunction, value: unknown, what: string): void {
  if (validate(value)) return
  const lines = (validate.errors ?? [])
    .slice(0, 5)
    .map((error) => `${what}${error.instancePath.replaceAll('/', '.')} ${error.message ?? 'is wrong'}`)
  throw new Broken([...new Set(lines)].join('\n'))
}
