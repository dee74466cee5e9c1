import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isAllowed } from '#server/caller.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import type { DocumentRegistry, Owned } from '#server/documents/registry.ts'
import { ApiError } from '#server/errors.ts'
import type { Answer } from '#server/features/feature.ts'
import type { Registries } from '#server/publishing/registries.ts'
import type { EndpointDocument } from '#schemas/types/contract.d.ts'
import { createCaller, identify, type Identity } from './authentication.ts'
import { readIdempotencyKey } from './idempotency.ts'
import { receiveMultipart, type ReceivedFile } from './multipart-body.ts'
import { sendFile } from './send-file.ts'
import { readRequestLocale } from './request-locale.ts'
import { openEndpoint, type Opened, type RunCall } from './run-call.ts'
import { bearerToken, isDue, readToken, type LiveToken } from './tokens.ts'
import { renewToken } from './renew-token.ts'
import { sampleAnswer } from './sample-answer.ts'

export interface CallsOptions {
  config: Config
  database: Database
  registries: Registries
  runCall: RunCall
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
  const handler = (request: FastifyRequest, reply: FastifyReply) => serveCall(request, reply, options)
  const base = `${options.config.apiBase}/v:version`
  app.route({ method: [...methods], url: `${base}/:endpoint`, exposeHeadRoute: false, handler })
  // A module's documents are larger than what any other call may send.
  app.route({ method: 'POST', url: `${base}/publish`, bodyLimit: publishBodyLimit, handler })
}

async function serveCall(request: FastifyRequest, reply: FastifyReply, options: CallsOptions) {
  const { config } = options
  const now = options.now()
  const { registry, identity, token } = await openCall(request, options, now)
  if (request.method === 'OPTIONS')
    return reply
      .code(204)
      .header('allow', allowedMethods(endpointOf(request, registry).document.method))
      .send()
  const owned = findEndpoint(request, reply, registry)
  const endpoint = owned.document
  const caller = createCaller(identity, registry, readRequestLocale(request, config), request.id)
  request.call = { module: owned.module, endpoint: endpoint.name, ...(caller.user && { userId: caller.user.id }) }

  if (!isAllowed(caller, endpoint.access)) throw new ApiError(caller.user ? 'permission-denied' : 'endpoint-401')
  const answer = await answerCall(request, reply, options, owned, {
    caller,
    registry,
    now,
    ip: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 400),
  })

  if (answer.file) return sendFile(reply, answer.file)
  const renewed =
    identity && token && isDue(token, now)
      ? await renewToken(options.database, caller, { ...identity, isKept: token.isKept }, config.secret, now)
      : undefined
  return reply
    .header('cache-control', 'no-store')
    .send({
      results: answer.results ?? null,
      metadata: {
        publication: registry.publication,
        ...answer.metadata,
        ...(identity?.mustChangePassword && { password_force_change: true }),
        ...(renewed && { access_token: renewed }),
      },
    })
}

/** What the database knows at the start of a call: the publication and the session, read together. */
async function openCall(
  request: FastifyRequest,
  { config, database, registries }: CallsOptions,
  now: Date,
): Promise<{ registry: DocumentRegistry; identity?: Identity; token?: LiveToken }> {
  const text = bearerToken(request.headers.authorization)
  const token = text === undefined ? undefined : await readToken(text, config.secret, now)
  return database.read(async (trx) => {
    const registry = await registries.current(trx)
    const identity = token && registry.entities.has('user') ? await identify(trx, token, now) : undefined
    return { registry, identity, token }
  })
}

function endpointOf(request: FastifyRequest, registry: DocumentRegistry): Owned<EndpointDocument> {
  const { version, endpoint: name = 'publish' } = request.params as { version: string; endpoint?: string }
  const owned = /^[1-9][0-9]?$/.test(version) ? registry.endpoints.get(`${version}/${name}`) : undefined
  if (!owned) throw new ApiError('endpoint-404')
  return owned
}

function findEndpoint(request: FastifyRequest, reply: FastifyReply, registry: DocumentRegistry): Owned<EndpointDocument> {
  const owned = endpointOf(request, registry)
  const method = request.method === 'HEAD' ? 'GET' : request.method
  if (owned.document.method !== method) {
    reply.header('allow', allowedMethods(owned.document.method))
    throw new ApiError('method-not-allowed')
  }
  return owned
}

async function answerCall(
  request: FastifyRequest,
  reply: FastifyReply,
  { config, runCall }: CallsOptions,
  asked: Owned<EndpointDocument>,
  opened: Opened,
): Promise<Answer> {
  const { mock, ...given } = { ...(request.query as Record<string, unknown>) }
  if (isMock(mock)) return sampleAnswer(asked.document)
  const body = (request.body ?? {}) as Record<string, unknown>
  const call = openEndpoint(opened, { owned: asked, query: given, payload: body })
  const model = call.endpoint.entity ?? body.model ?? given.model
  if (typeof model === 'string') request.call!.entity = model
  const { payload, file, discard } = await readBody(request, reply, config, call.endpoint, call.payload)
  try {
    return await runCall(
      { ...call, payload, file, key: call.endpoint.method === 'POST' ? readIdempotencyKey(request.headers['idempotency-key']) : undefined },
      opened,
    )
  } finally {
    await discard?.()
  }
}

interface Body {
  payload: Record<string, unknown>
  file?: ReceivedFile
  discard?: () => Promise<void>
}

/** The body in the form that its endpoint consumes; a file is told to the payload's schema by what is known of it. */
async function readBody(
  request: FastifyRequest,
  reply: FastifyReply,
  config: Config,
  endpoint: EndpointDocument,
  payload: Record<string, unknown>,
): Promise<Body> {
  if (endpoint.consumes !== 'multipart/form-data') {
    if (request.isMultipart()) throw new ApiError('unsupported-media-type')
    return { payload }
  }
  const { fields, file, discard } = await receiveMultipart(request, reply, config)
  return {
    payload: { ...fields, ...(file && { file: { name: file.name, mime_type: file.declaredType, size: file.size, sha256: file.sha256 } }) },
    file,
    discard,
  }
}

function isMock(value: unknown): boolean {
  if (value === undefined || value === '0' || value === 'false') return false
  if (value === '1' || value === 'true') return true
  throw new ApiError('422', { errors: { mock: [{ key: 'rules.included' }] } })
}
