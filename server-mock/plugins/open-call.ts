import type { FastifyReply, FastifyRequest } from 'fastify'
import { isAllowed, type Caller } from '#server/caller.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import type { DocumentRegistry, Owned } from '#server/documents/registry.ts'
import { ApiError } from '#server/errors.ts'
import type { Registries } from '#server/publishing/registries.ts'
import { readPublication } from '#server/publishing/store.ts'
import type { Naming } from '#schemas/rules/endpoints/wire-names.ts'
import type { EndpointDocument } from '#schemas/types/contract.d.ts'
import { createCaller, identify, type Identity } from './authentication.ts'
import { withMemberships } from './memberships.ts'
import { endIdle, isIdle } from './note-seen.ts'
import { readRequestLocale } from './request-locale.ts'
import { bearerToken, readToken, type LiveToken } from './tokens.ts'

export interface OpenCallOptions {
  config: Config
  database: Database
  registries: Registries
  now: () => Date
}

/** A request whose endpoint and caller are known, and whose caller may make the call. */
export interface OpenCall {
  registry: DocumentRegistry
  /** The newest documents for the caller; see `Registries`. */
  edition: string
  owned: Owned<EndpointDocument>
  caller: Caller
  identity?: Identity
  token?: LiveToken
  now: Date
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set while a call is served, for the log and the error handler. */
    call?: { module: string; endpoint: string; entity?: string; userId?: number; naming?: Naming }
    /** Set before the body of a call is read. */
    openCall?: OpenCall
    /** Most bytes of the body; that of a visitor's call where nothing else is known. */
    maxBodyBytes?: number
  }
}

/** Largest body of a call that names no size of its own, in kilobytes. */
const usualKilobytes = 256
/** The same for a call that anyone may make. */
export const visitorKilobytes = 32

/** Largest body that an endpoint takes, in bytes. */
export const maxBodyBytes = ({ max_body, access }: EndpointDocument): number =>
  (max_body ?? (access === 'guest' ? visitorKilobytes : usualKilobytes)) * 1024

/** What a call of a method is also asked by: HEAD is a GET without the body, OPTIONS asks for the list. */
const allowedMethods = (method: string) => (method === 'GET' ? 'GET, HEAD, OPTIONS' : `${method}, OPTIONS`)

/**
 * Finds out who calls what before a byte of the body is read, and refuses whoever may not. Answers OPTIONS by itself.
 * @throws `endpoint-404`, `method-not-allowed`, `endpoint-401`, `password-change-required`, `second-factor-required`,
 * `permission-denied`
 */
export async function openCall(request: FastifyRequest, reply: FastifyReply, options: OpenCallOptions): Promise<FastifyReply | undefined> {
  const now = options.now()
  const { registry, edition, identity, token, idleMinutes } = await readSession(request, options, now)
  const owned = endpointOf(request, registry)
  const { document } = owned
  const isOptions = request.method === 'OPTIONS'
  if (isOptions || document.method !== (request.method === 'HEAD' ? 'GET' : request.method))
    reply.header('allow', allowedMethods(document.method))
  if (isOptions) return reply.code(204).send()
  if (document.method !== (request.method === 'HEAD' ? 'GET' : request.method)) throw new ApiError('method-not-allowed')
  const duty = identity && dutyOf(identity)
  const isBound = duty !== undefined && !answersDuty(duty, document, request.query as Record<string, unknown>)
  // A caller with a duty to do first learns nothing that a visitor would not learn.
  const caller = createCaller(isBound ? undefined : identity, registry, readRequestLocale(request, options.config), request.id)
  request.call = { module: owned.module, endpoint: document.name, ...(caller.user && { userId: caller.user.id }) }
  if (isBound && !isAllowed(caller, document.access)) throw new ApiError(duty)
  if (!isAllowed(caller, document.access)) throw caller.user ? new ApiError('permission-denied') : signedOut(idleMinutes)
  request.maxBodyBytes = maxBodyBytes(document)
  if (document.consumes === 'multipart/form-data') request.allowUpload?.()
  request.openCall = {
    registry,
    edition,
    owned,
    caller: caller.user ? await options.database.lookUp((db) => withMemberships(db, registry, caller)) : caller,
    identity,
    token,
    now,
  }
  return undefined
}

/**
 * Who reads what is served beside the catalogue: somebody signed in, without a duty to do first.
 * @throws `endpoint-401`, `password-change-required`, `second-factor-required`
 */
export async function openReader(request: FastifyRequest, options: OpenCallOptions): Promise<{ caller: Caller; token: LiveToken }> {
  const { registry, identity, token } = await readSession(request, options, options.now())
  if (!identity || !token) throw new ApiError('endpoint-401')
  const duty = dutyOf(identity)
  if (duty) throw new ApiError(duty)
  return { caller: createCaller(identity, registry, readRequestLocale(request, options.config), request.id), token }
}

const signedOut = (idleMinutes: number | undefined) =>
  new ApiError(
    'endpoint-401',
    idleMinutes === undefined ? {} : { userMessage: { key: 'errors.idle_ended', values: { minutes: idleMinutes } } },
  )

/** What somebody has to do before anything else, by the code that refuses the rest. */
export type Duty = 'password-change-required' | 'second-factor-required'

export const dutyOf = ({ mustChangePassword, mustEnrol }: Pick<Identity, 'mustChangePassword' | 'mustEnrol'>): Duty | undefined =>
  mustChangePassword ? 'password-change-required' : mustEnrol ? 'second-factor-required' : undefined

/** What stays open whatever the duty: the frame, one's session, and signing out. */
const frameCalls = ['check-token', 'layout', 'persons-logout', 'preferences-fetch']
/** What is open beside it: the page of the duty, with its calls. */
const dutyCalls: Record<Duty, { screen: string; calls: ReadonlySet<string> }> = {
  'password-change-required': {
    screen: 'persons-profile-change-password',
    calls: new Set([...frameCalls, 'change-password', 'change-password-form']),
  },
  'second-factor-required': {
    screen: 'persons-profile-two-factor',
    calls: new Set([
      ...frameCalls,
      'two-factor',
      'two-factor-generate',
      'two-factor-enable',
      'backup-codes',
      'confirm-identity-form',
      'confirm-identity',
    ]),
  },
}
const answersDuty = (duty: Duty, { name }: EndpointDocument, query: Record<string, unknown>) =>
  dutyCalls[duty].calls.has(name) || (name === 'screen' && query.name === dutyCalls[duty].screen)

/**
 * What the database knows at the start of a call: the session and the publication, in one statement. It is asked for each
 * call, so that every process sees at once who has been signed out and what has been published, by whatever process.
 */
async function readSession(
  request: FastifyRequest,
  { config, database, registries }: OpenCallOptions,
  now: Date,
): Promise<{ registry: DocumentRegistry; edition: string; identity?: Identity; token?: LiveToken; idleMinutes?: number }> {
  const text = bearerToken(request.headers.authorization)
  const token = text === undefined ? undefined : await readToken(text, config.secret, now)
  const hasSettings = registries.latest()?.entities.has('setting') ?? false
  const identity = token && (await database.lookUp((db) => identify(db, token, now, { hasSettings })))
  // A token that is kept belongs to a program, which is used when it is used.
  if (identity && !token.isLongLived && isIdle(identity, now)) {
    await endIdle(database, identity.sessionId, now)
    const shown = await registries.shownTo(await registries.at(identity.publication, database), undefined, database)
    return { ...shown, idleMinutes: identity.idleLimitMs! / 60_000 }
  }
  const publication = identity?.publication ?? (await database.lookUp(readPublication))
  const kept = request.headers['x-edition']
  const shown = await registries.shownTo(
    await registries.at(publication, database),
    identity,
    database,
    typeof kept === 'string' ? kept : undefined,
  )
  return { ...shown, identity, token }
}

function endpointOf(request: FastifyRequest, registry: DocumentRegistry): Owned<EndpointDocument> {
  const { version, endpoint } = request.params as { version: string; endpoint: string }
  const owned = /^[1-9][0-9]?$/.test(version) ? registry.endpoints.get(`${version}/${endpoint}`) : undefined
  if (!owned) throw new ApiError('endpoint-404')
  return owned
}
