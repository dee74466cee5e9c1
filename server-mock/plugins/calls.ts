import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Owned } from '#server/documents/registry.ts'
import { ApiError } from '#server/errors.ts'
import type { Answer } from '#server/feature.ts'
import type { EndpointDocument } from '#schemas/types/contract.d.ts'
import { publicationOf } from './failures.ts'
import { readIdempotencyKey } from './idempotency.ts'
import { receiveMultipart, type ReceivedFile } from './multipart-body.ts'
import { noteSeen } from './note-seen.ts'
import { dutyOf, openCall, type OpenCallOptions } from './open-call.ts'
import { sendFile } from './send-file.ts'
import { openEndpoint, type Opened, type RunCall } from './run-call.ts'
import { isDue } from './tokens.ts'
import { renewToken } from './renew-token.ts'
import { namingOf, underEntityNames, underWireNames } from './wire-names.ts'
import { sampleAnswer } from './sample-answer.ts'

export interface CallsOptions extends OpenCallOptions {
  runCall: RunCall
}

/**
 * Serves the endpoint catalogue: one route looks every call up in the registry of the moment, so that a publication
 * changes what is served without a restart.
 */
export function serveCalls(app: FastifyInstance, options: CallsOptions) {
  app.route({
    method: [...methods],
    url: `${options.config.apiBase}/v:version/:endpoint`,
    exposeHeadRoute: false,
    onRequest: (request, reply) => openCall(request, reply, options),
    handler: (request, reply) => serveCall(request, reply, options),
  })
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const

async function serveCall(request: FastifyRequest, reply: FastifyReply, options: CallsOptions) {
  const { registry, edition, owned, caller, identity, token, now } = request.openCall!
  const answer = await answerCall(request, reply, options, owned, {
    caller,
    registry,
    now,
    ip: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, 400),
    origin: `${request.protocol}://${request.host}`,
  }).catch((fault: unknown) => {
    // Taken for a visitor, somebody who has a duty to do first is still signed in.
    const duty = identity && dutyOf(identity)
    if (duty && !caller.user && fault instanceof ApiError && fault.code === 'endpoint-401') throw new ApiError(duty)
    throw fault
  })

  if (identity) await noteSeen(options.database, identity, now)
  if (answer.file) return sendFile(reply, answer.file)
  const renewed =
    identity && token && caller.user && isDue(token, now)
      ? await renewToken(options.database, caller, { ...identity, isLongLived: token.isLongLived }, options.config.secret, now)
      : undefined
  return reply
    .header('cache-control', 'no-store')
    .send({
      results: answer.results ?? null,
      metadata: {
        ...publicationOf(registry, edition),
        ...(identity?.mustChangePassword && { password_force_change: true }),
        ...(identity?.mustEnrol && { second_factor_required: true }),
        ...answer.metadata,
        ...(renewed && { access_token: renewed }),
      },
    })
}

async function answerCall(
  request: FastifyRequest,
  reply: FastifyReply,
  { config, runCall }: CallsOptions,
  ownedEndpoint: Owned<EndpointDocument>,
  opened: Opened,
): Promise<Answer> {
  const { mock, ...query } = { ...(request.query as Record<string, unknown>) }
  const naming = namingOf(opened.registry, ownedEndpoint, request.headers)
  const answerUnderNames = (answer: Answer) => (naming ? underWireNames(answer, ownedEndpoint.document, naming) : answer)
  if (isMock(mock)) return answerUnderNames(sampleAnswer(ownedEndpoint.document))
  const body = (request.body ?? {}) as Record<string, unknown>
  const call = openEndpoint(opened, { owned: ownedEndpoint, query, payload: body })
  const model = call.endpoint.entity ?? body.model ?? query.model
  if (typeof model === 'string') request.call!.entity = model
  request.call!.naming = naming
  const { payload, file, discard } = await readBody(request, reply, config, call.endpoint, call.payload)
  try {
    const key = call.endpoint.method === 'GET' ? undefined : readIdempotencyKey(request.headers['idempotency-key'])
    const sent = naming ? underEntityNames({ query: call.query, payload }, call.endpoint, naming) : { payload }
    return answerUnderNames(await runCall({ ...call, ...sent, file, key }, opened))
  } finally {
    await discard?.()
  }
}

interface Body {
  payload: Record<string, unknown>
  file?: ReceivedFile
  discard?: () => Promise<void>
}

/** Reads the body as its endpoint consumes it. The payload's schema sees name, type and size in place of a file. */
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
