import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isAllowed, type Caller } from '#server/caller.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import type { DocumentRegistry, Owned } from '#server/documents/registry.ts'
import { Refusal } from '#server/errors.ts'
import type { Answer, CallContext, Feature, FreeHandler, Handler } from '#server/features/feature.ts'
import type { Registries } from '#server/publishing/registries.ts'
import type { EndpointDocument } from '#schemas/types/contract.d.ts'
import { createCaller, identify, type Identity } from './authentication.ts'
import { claim, hashRequest, keepAnswer, readIdempotencyKey, release, type Attempt } from './idempotency.ts'
import { refuseUnsafeValues } from './json-body.ts'
import { receiveMultipart, type ReceivedFile } from './multipart-body.ts'
import { operationHandler } from './operations.ts'
import { answeringCall } from './answering-call.ts'
import { readRequestLocale } from './request-locale.ts'
import { bearerToken, readToken, renewBelowSeconds, signToken } from './tokens.ts'
import { sampleAnswer } from './sample-answer.ts'
import { endpointValidators } from './validators.ts'

export interface CallsOptions {
  config: Config
  database: Database
  registries: Registries
  features: readonly Feature[]
  /** Answers that break the catalogue's promise throw; otherwise they are logged. */
  strictAnswers: boolean
  now: () => Date
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set while a call is served, for the log and the error handler. */
    call?: { module: string; endpoint: string; entity?: string; userId?: number }
  }
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
/** What a call of a method is also asked by: HEAD is a GET without the body, OPTIONS asks for the list. */
const allowedMethods = (method: string) => (method === 'GET' ? 'GET, HEAD, OPTIONS' : `${method}, OPTIONS`)
const publishBodyLimit = 8 * 1024 * 1024

/**
 * Serves the endpoint catalogue: one route looks every call up in the registry of the moment, so that a publication
 * changes what is served without a restart.
 */
export function serveCalls(app: FastifyInstance, options: CallsOptions) {
  const handlers = collectHandlers(options.features)
  const handler = (request: FastifyRequest, reply: FastifyReply) => serveCall(request, reply, options, handlers)
  const base = `${options.config.apiBase}/v:version`
  app.route({ method: [...methods], url: `${base}/:endpoint`, exposeHeadRoute: false, handler })
  // A module's documents are larger than what any other call may send.
  app.route({ method: 'POST', url: `${base}/publish`, bodyLimit: publishBodyLimit, handler })
}

type Handlers = ReadonlyMap<string, Handler | FreeHandler>

function collectHandlers(features: readonly Feature[]): Handlers {
  const found = new Map<string, Handler | FreeHandler>()
  for (const { module, handlers } of features) {
    for (const [name, handler] of Object.entries(handlers)) {
      const key = `${module}/${name}`
      if (found.has(key)) throw new Error(`two handlers for ${key}`)
      found.set(key, handler)
    }
  }
  return found
}

async function serveCall(request: FastifyRequest, reply: FastifyReply, options: CallsOptions, handlers: Handlers) {
  const { config } = options
  const now = options.now()
  const { registry, identity, expires } = await openCall(request, options, now)
  if (request.method === 'OPTIONS') return reply.code(204).header('allow', allowedMethods(endpointOf(request, registry).document.method)).send()
  const owned = findEndpoint(request, reply, registry)
  const endpoint = owned.document
  const caller = createCaller(identity, registry, readRequestLocale(request, config), request.id)
  request.call = { module: owned.module, endpoint: endpoint.name, ...(caller.user && { userId: caller.user.id }) }

  if (!isAllowed(caller, endpoint.access)) throw new Refusal(caller.user ? 'permission-denied' : 'endpoint-401')
  const answer = await answerCall(request, reply, options, handlers, owned, { caller, registry, now })

  const renewed = identity && expires && expires.getTime() - now.getTime() < renewBelowSeconds * 1000
    ? await signToken({ sub: identity.user.id, sid: identity.sessionId, roles: caller.roles, is_admin: caller.isAdmin, is_developer: caller.isDeveloper }, config.secret, now, identity.sessionEnds)
    : undefined
  return reply.header('cache-control', 'no-store').send({
    results: answer.results ?? null,
    metadata: { publication: registry.publication, ...answer.metadata, ...(identity?.mustChangePassword && { password_force_change: true }), ...(renewed && { access_token: renewed }) },
  })
}

/** What the database knows at the start of a call: the publication and the session, read together. */
async function openCall(request: FastifyRequest, { config, database, registries }: CallsOptions, now: Date): Promise<{ registry: DocumentRegistry; identity?: Identity; expires?: Date }> {
  const text = bearerToken(request.headers.authorization)
  const token = text === undefined ? undefined : await readToken(text, config.secret, now)
  return database.read(async trx => {
    const registry = await registries.current(trx)
    const identity = token && registry.entities.has('user') ? await identify(trx, token, now) : undefined
    return { registry, identity, expires: token?.expires }
  })
}

function endpointOf(request: FastifyRequest, registry: DocumentRegistry): Owned<EndpointDocument> {
  const { version, endpoint: name = 'publish' } = request.params as { version: string; endpoint?: string }
  const owned = /^[1-9][0-9]?$/.test(version) ? registry.endpoints.get(`${version}/${name}`) : undefined
  if (!owned) throw new Refusal('endpoint-404')
  return owned
}

function findEndpoint(request: FastifyRequest, reply: FastifyReply, registry: DocumentRegistry): Owned<EndpointDocument> {
  const owned = endpointOf(request, registry)
  const method = request.method === 'HEAD' ? 'GET' : request.method
  if (owned.document.method !== method) {
    reply.header('allow', allowedMethods(owned.document.method))
    throw new Refusal('method-not-allowed')
  }
  return owned
}

interface Opened { caller: Caller; registry: DocumentRegistry; now: Date }

async function answerCall(request: FastifyRequest, reply: FastifyReply, options: CallsOptions, handlers: Handlers, asked: Owned<EndpointDocument>, opened: Opened): Promise<Answer> {
  const { mock, ...given } = { ...(request.query as Record<string, unknown>) }
  if (isMock(mock)) return sampleAnswer(asked.document)
  const { owned: { module, document: endpoint }, query, payload } = answeringCall(opened.registry, { owned: asked, query: given, payload: (request.body ?? {}) as Record<string, unknown> })
  if (!isAllowed(opened.caller, endpoint.access)) throw new Refusal('permission-denied')
  if (endpoint.method === 'DELETE' && Object.keys(payload).length > 0) throw new Refusal('bad-request', { userMessage: { key: 'errors.query_only' } })
  if (endpoint.method === 'GET' && !takesFields(endpoint)) delete query.fields
  refuseUnsafeValues(query)
  const body = await readBody(request, reply, options.config, endpoint, payload)
  try {
    return await runCall(request, options, handlers, { module, endpoint, query, body }, opened)
  } finally {
    await body.discard?.()
  }
}

/** Selects name the fields that they show; a call whose parameters are closed and do not know `fields` answers all that it has. */
const takesFields = ({ params }: EndpointDocument) =>
  Object.hasOwn((params as { properties?: object } | undefined)?.properties ?? {}, 'fields') || (params as { additionalProperties?: unknown } | undefined)?.additionalProperties !== false

interface Body { payload: Record<string, unknown>; file?: ReceivedFile; discard?: () => Promise<void> }

/** The body in the form that its endpoint consumes; a file is told to the payload's schema by what is known of it. */
async function readBody(request: FastifyRequest, reply: FastifyReply, config: Config, endpoint: EndpointDocument, payload: Record<string, unknown>): Promise<Body> {
  if (endpoint.consumes !== 'multipart/form-data') {
    if (request.isMultipart()) throw new Refusal('unsupported-media-type')
    return { payload }
  }
  const { fields, file, discard } = await receiveMultipart(request, reply, config)
  return { payload: { ...fields, ...(file && { file: { name: file.name, mime_type: file.declaredType, size: file.size, sha256: file.sha256 } }) }, file, discard }
}

interface Asked { module: string; endpoint: EndpointDocument; query: Record<string, unknown>; body: Body }

async function runCall(request: FastifyRequest, options: CallsOptions, handlers: Handlers, { module, endpoint, query, body }: Asked, opened: Opened): Promise<Answer> {
  const model = endpoint.entity ?? (request.body as { model?: unknown } | null | undefined)?.model ?? (request.query as { model?: unknown }).model
  if (typeof model === 'string') request.call!.entity = model
  const validators = endpointValidators(endpoint)
  const checked = {
    ...opened, config: options.config, ip: request.ip, userAgent: (request.headers['user-agent'] ?? '').slice(0, 400),
    params: validators.params(query, options.config.allowedRules), payload: validators.payload(body.payload, options.config.allowedRules), ...(body.file && { file: body.file }),
  }
  const handler = endpoint.operation ? operationHandler(endpoint, module) : handlers.get(`${module}/${endpoint.name}`)
  if (!handler) throw new Refusal('endpoint-404')
  const attempt = attemptOf(request, options.config, module, endpoint, checked)
  const answer = typeof handler === 'function' ? await runInTransaction(handler, checked, options.database, attempt, endpoint) : await runFree(handler, checked, options.database, attempt)
  checkAnswer(request, answer, validators.answer(answer.results, answer.metadata ?? {}), options.strictAnswers)
  return answer
}

type Checked = Omit<CallContext, 'trx'>

/** Only what a signed-in user posts is remembered: a visitor's answer may be a token, and tokens are stored nowhere. */
function attemptOf(request: FastifyRequest, config: Config, module: string, endpoint: EndpointDocument, { caller, params, payload }: Checked): Attempt | undefined {
  const key = endpoint.method === 'POST' ? readIdempotencyKey(request.headers['idempotency-key']) : undefined
  if (key === undefined || !caller.user) return undefined
  return { caller: `user:${caller.user.id}`, key, requestHash: hashRequest(config.secret, `${module}/${endpoint.version ?? 1}/${endpoint.name}`, params, payload) }
}

function runInTransaction(handler: Handler, checked: Checked, database: Database, attempt: Attempt | undefined, endpoint: EndpointDocument): Promise<Answer> {
  if (endpoint.method === 'GET') return database.read(trx => handler({ ...checked, trx }))
  return database.transaction(async trx => {
    const known = attempt && await claim(trx, attempt, checked.now)
    if (known) return known
    const answer = await handler({ ...checked, trx })
    if (attempt) await keepAnswer(trx, attempt, answer)
    return answer
  })
}

async function runFree({ free }: FreeHandler, checked: Checked, database: Database, attempt: Attempt | undefined): Promise<Answer> {
  if (!attempt) return free({ ...checked, database })
  const known = await database.transaction(trx => claim(trx, attempt, checked.now))
  if (known) return known
  try {
    const answer = await free({ ...checked, database })
    await database.transaction(trx => keepAnswer(trx, attempt, answer))
    return answer
  } catch (fault) {
    await database.transaction(trx => release(trx, attempt))
    throw fault
  }
}

function isMock(value: unknown): boolean {
  if (value === undefined || value === '0' || value === 'false') return false
  if (value === '1' || value === 'true') return true
  throw new Refusal('422', { errors: { mock: [{ key: 'rules.included' }] } })
}

function checkAnswer(request: FastifyRequest, answer: Answer, faults: string[], strict: boolean) {
  if (faults.length === 0) return
  if (strict) throw new Error(`the answer of ${request.call?.endpoint} is not what the catalogue says: ${faults.slice(0, 5).join('; ')}`)
  request.log.error({ endpoint: request.call?.endpoint, faults: faults.slice(0, 5) }, 'answer is not what the catalogue says')
}
