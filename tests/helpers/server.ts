import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { buildApp } from '#server/app.ts'
import { readConfig, type Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import type { Feature } from '#server/feature.ts'
import { features as allFeatures } from '#server/features/index.ts'
import { demoPassword } from '#server/features/persons/seed.ts'
import { prepareDatabase } from '#server/prepare.ts'
import { publishProductModules } from '#server/publishing/product-modules.ts'
import { filledDatabase, usualKind, type DatabaseKind, type Filling } from './database.ts'

// eslint-disable-next-line @typescript-eslint/no-explicit-any
type Json = any

export interface Reply {
  status: number
  body: Json
  headers: Record<string, string>
}
export interface CallOptions {
  token?: string
  headers?: Record<string, string>
  version?: number
}

export interface TestServer {
  app: FastifyInstance
  database: Database
  config: Config
  /** Token of the demo user of this name; every role has one. */
  signIn(username: string): Promise<string>
  get(endpoint: string, params?: Record<string, unknown>, options?: CallOptions): Promise<Reply>
  delete(endpoint: string, params?: Record<string, unknown>, options?: CallOptions): Promise<Reply>
  post(endpoint: string, payload?: unknown, options?: CallOptions): Promise<Reply>
  put(endpoint: string, payload?: unknown, options?: CallOptions): Promise<Reply>
  patch(endpoint: string, payload?: unknown, options?: CallOptions): Promise<Reply>
  inject(options: InjectOptions): Promise<Reply>
  /** Moves the server's clock; it does not run by itself in between. */
  setClock(now: Date | undefined): void
  close(): Promise<void>
}

export interface TestServerOptions {
  kind?: DatabaseKind
  /** Variables of the environment. */
  env?: Record<string, string>
  /** Modules whose demo data is made; users come always. */
  seed?: readonly string[]
  features?: readonly Feature[]
}

/** The whole server on a database of its own, with the demo's users, without listening. */
export async function startTestServer({
  kind = usualKind,
  env = {},
  seed = [],
  features = allFeatures,
}: TestServerOptions = {}): Promise<TestServer> {
  const filesDir = mkdtempSync(join(tmpdir(), 'pishkhan-files-'))
  const config = readConfig({
    FILES_DIR: filesDir,
    LOG_LEVEL: 'silent',
    SECRET: 'a secret that is only good for tests',
    DEMO: 'on',
    TEST_GATEWAY: 'on',
    OUTBOX: 'on',
    ...env,
  })
  const seeding = features.map((feature) => ({
    ...feature,
    seed: feature.module === 'persons' || seed.includes(feature.module) ? feature.seed : undefined,
  }))
  const prepare = (database: Database) => prepareDatabase(database, config, seeding)
  const rootName = basename(config.root)
  const published: Filling = { name: `published-${rootName}`, fill: (database) => publishProductModules(database, config, new Date()) }
  // Of the configuration, this alone is told by what is in a database.
  const name = ['with', config.demo ? 'demo' : 'plain', env.MODULES ?? 'all', rootName, ...seed].join('-')
  const isUsual = features === allFeatures
  const database = await filledDatabase(isUsual ? { name, fill: prepare, upon: published } : published, kind)
  if (!isUsual) await prepare(database)
  let clock: Date | undefined
  const app = await buildApp({ config, database, features, strictAnswers: true, now: () => clock ?? new Date() })
  const inject = async (options: InjectOptions): Promise<Reply> => {
    const response = await app.inject(options)
    return { status: response.statusCode, body: parse(response.body), headers: response.headers as Record<string, string> }
  }
  const call = (
    method: InjectOptions['method'],
    endpoint: string,
    { token, headers, version = 1 }: CallOptions,
    part: Pick<InjectOptions, 'query' | 'payload'>,
  ) =>
    inject({
      method,
      url: `${config.apiBase}/v${version}/${endpoint}`,
      headers: { ...(token && { authorization: `Bearer ${token}` }), ...headers },
      ...part,
    })
  const withQuery =
    (method: 'GET' | 'DELETE') =>
    (endpoint: string, params: Record<string, unknown> = {}, options: CallOptions = {}) =>
      call(method, endpoint, options, { query: Object.fromEntries(Object.entries(params).map(([name, value]) => [name, String(value)])) })
  const withBody =
    (method: 'POST' | 'PUT' | 'PATCH') =>
    (endpoint: string, payload: unknown = {}, options: CallOptions = {}) =>
      call(
        method,
        endpoint,
        { ...options, headers: { 'content-type': 'application/json', ...options.headers } },
        { payload: typeof payload === 'string' ? payload : JSON.stringify(payload) },
      )
  const post = withBody('POST')
  return {
    app,
    database,
    config,
    inject,
    get: withQuery('GET'),
    delete: withQuery('DELETE'),
    post,
    put: withBody('PUT'),
    patch: withBody('PATCH'),
    async signIn(username) {
      const { status, body } = await post('login', { username, password: demoPassword })
      if (status !== 200) throw new Error(`${username} cannot sign in: ${JSON.stringify(body)}`)
      return body.results.token
    },
    setClock: (now) => {
      clock = now
    },
    async close() {
      await app.close()
      await database.close()
      rmSync(filesDir, { recursive: true, force: true })
    },
  }
}

function parse(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
