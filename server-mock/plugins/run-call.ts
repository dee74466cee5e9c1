import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { isAllowed } from '#server/caller.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import type { Owned } from '#server/documents/registry.ts'
import { ApiError } from '#server/errors.ts'
import type { Answer, CallContext, Feature, UnmanagedHandler, Handler } from '#server/feature.ts'
import type { EndpointDocument } from '#schemas/types/contract.d.ts'
import { answeringCall } from './answering-call.ts'
import { claim, hashRequest, keepAnswer, release, type Attempt } from './idempotency.ts'
import { refuseUnsafeValues } from './json-body.ts'
import type { ReceivedFile } from './multipart-body.ts'
import { operationHandler } from './operations.ts'
import { endpointValidators } from './validators.ts'

/** Who calls, over which documents, when and from where. */
export type Opened = Pick<CallContext, 'caller' | 'registry' | 'now' | 'ip' | 'userAgent' | 'countsAll'>

/** A call of the catalogue, by whatever way it came. */
export interface OpenedCall {
  module: string
  endpoint: EndpointDocument
  query: Record<string, unknown>
  payload: Record<string, unknown>
  file?: ReceivedFile
  /** Form whose conditions hold for what the call writes. */
  form?: string
  /** Idempotency key. */
  key?: string
}

/** Runs a call that its caller may make: checks what it takes, has it answered in a transaction, once for a key, and checks the answer. */
export type RunCall = (call: OpenedCall, opened: Opened) => Promise<Answer>

/** A call by name, of version 1 unless it says otherwise. */
export interface InvokedCall {
  name: string
  method: EndpointDocument['method']
  version?: number
  params?: Record<string, unknown>
  payload?: Record<string, unknown>
  key?: string
  countsAll?: boolean
}

/**
 * Makes a call as the same caller, with the checks that it meets over HTTP, and lets others have their turn. Throws its
 * `ApiError`; not inside a transaction.
 */
export type Invoke = (call: InvokedCall) => Promise<Answer>

export interface RunCallOptions {
  config: Config
  database: Database
  features: readonly Feature[]
  /** Answers that break the catalogue's promise throw; otherwise some are checked, and those that break it logged. */
  strictAnswers: boolean
  /** Looks into the queue of tasks. */
  wakeTasks: () => void
  log: Pick<FastifyBaseLogger, 'error'>
}

type Handlers = ReadonlyMap<string, Handler | UnmanagedHandler>

function collectHandlers(features: readonly Feature[]): Handlers {
  const found = new Map<string, Handler | UnmanagedHandler>()
  for (const { module, handlers } of features) {
    for (const [name, handler] of Object.entries(handlers)) {
      const key = `${module}/${name}`
      if (found.has(key)) throw new Error(`two handlers for ${key}`)
      found.set(key, handler)
    }
  }
  return found
}

/**
 * The call that answers what was asked for, with the query that it takes.
 * @throws `permission-denied`, `endpoint-401`, `bad-request`
 */
export function openEndpoint(
  { caller, registry }: Opened,
  asked: { owned: Owned<EndpointDocument>; query: Record<string, unknown>; payload: Record<string, unknown> },
): OpenedCall {
  const {
    owned: { module, document: endpoint },
    query,
    payload,
    form,
  } = answeringCall(registry, asked)
  for (const { access } of [asked.owned.document, endpoint])
    if (!isAllowed(caller, access)) throw new ApiError(caller.user ? 'permission-denied' : 'endpoint-401')
  if (endpoint.method === 'DELETE' && Object.keys(payload).length > 0)
    throw new ApiError('bad-request', { userMessage: { key: 'errors.query_only' } })
  if (endpoint.method === 'GET' && !takesFields(endpoint)) delete query.fields
  refuseUnsafeValues(query)
  return { module, endpoint, query, payload, ...(form !== undefined && { form }) }
}

/** Selects name the fields that they show; a call whose parameters are closed and do not know `fields` answers all that it has. */
const takesFields = ({ params }: EndpointDocument) =>
  Object.hasOwn((params as { properties?: object } | undefined)?.properties ?? {}, 'fields') ||
  (params as { additionalProperties?: unknown } | undefined)?.additionalProperties !== false

export function createRunCall({ config, database, features, strictAnswers, wakeTasks, log }: RunCallOptions): RunCall {
  const handlers = collectHandlers(features)
  const runCall: RunCall = async ({ module, endpoint, query, payload, file, form, key }, opened) => {
    const validators = endpointValidators(endpoint)
    let hasQueued = false
    const checked: Checked = {
      ...opened,
      config,
      wakeTasks: () => {
        hasQueued = true
      },
      params: validators.params(query, config.allowedRules),
      payload: validators.payload(payload, config.allowedRules),
      ...(file && { file }),
      ...(form !== undefined && { form }),
    }
    const handler = endpoint.operation ? operationHandler(endpoint, module) : handlers.get(`${module}/${endpoint.name}`)
    if (!handler) throw new ApiError('endpoint-404')
    const attempt = attemptOf(config, module, endpoint, checked, key)
    const answer =
      typeof handler === 'function'
        ? await runInTransaction(handler, checked, database, attempt, endpoint)
        : await runFree(
            handler,
            { ...checked, database, invoke: createInvoke(runCall, opened), ...(attempt && { idempotencyKey: attempt.key }) },
            attempt,
          )
    if (hasQueued) wakeTasks()
    const faults = strictAnswers || isSampled(endpoint) ? validators.answer(answer.results, answer.metadata ?? {}) : []
    if (faults.length > 0 && strictAnswers)
      throw new Error(`the answer of ${endpoint.name} is not what the catalogue says: ${faults.slice(0, 5).join('; ')}`)
    if (faults.length > 0) log.error({ endpoint: endpoint.name, faults: faults.slice(0, 5) }, 'answer is not what the catalogue says')
    return answer
  }
  return runCall
}

/** One answer in so many is checked where a wrong one is only logged. */
const checkedEvery = 20
const answered = new WeakMap<EndpointDocument, number>()
function isSampled(endpoint: EndpointDocument): boolean {
  const count = answered.get(endpoint) ?? 0
  answered.set(endpoint, count + 1)
  return count % checkedEvery === 0
}

/** Calls by name as one caller. */
export const createInvoke =
  (runCall: RunCall, opened: Opened): Invoke =>
  async ({ name, method, version = 1, params = {}, payload = {}, key, countsAll }) => {
    const owned = opened.registry.endpoints.get(`${version}/${name}`)
    if (!owned) throw new ApiError('endpoint-404')
    if (owned.document.method !== method) throw new ApiError('method-not-allowed')
    const call = openEndpoint(opened, { owned, query: { ...params }, payload })
    if (call.endpoint.consumes === 'multipart/form-data') throw new ApiError('unsupported-media-type')
    const answer = await runCall({ ...call, key }, countsAll ? { ...opened, countsAll } : opened)
    await nextTurn()
    return answer
  }

/** Makes a call that counts all rows, where that can be done in time; else one that counts as far as lists do. */
export const invokeCounting = async (invoke: Invoke, call: InvokedCall): Promise<Answer> =>
  invoke({ ...call, countsAll: true }).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'not-ready') return invoke(call)
    throw error
  })

type Checked = Omit<CallContext, 'trx'>

/** Only what a signed-in user sends is remembered: visitors have no name of their own. */
function attemptOf(
  config: Config,
  module: string,
  endpoint: EndpointDocument,
  { caller, params, payload }: Checked,
  key: string | undefined,
): Attempt | undefined {
  if (key === undefined || !caller.user || endpoint.method === 'GET') return undefined
  return {
    caller: `user:${caller.user.id}`,
    key,
    secret: config.secret,
    requestHash: hashRequest(config.secret, `${module}/${endpoint.version ?? 1}/${endpoint.name}`, params, payload),
  }
}

function runInTransaction(
  handler: Handler,
  checked: Checked,
  database: Database,
  attempt: Attempt | undefined,
  endpoint: EndpointDocument,
): Promise<Answer> {
  if (endpoint.method === 'GET') return database.read((trx) => handler({ ...checked, trx }))
  return database.transaction(async (trx) => {
    const known = attempt && (await claim(trx, attempt, checked.now))
    if (known) return known
    const answer = await handler({ ...checked, trx })
    if (attempt) await keepAnswer(trx, attempt, answer)
    return answer
  })
}

async function runFree(
  { unmanaged, ownRepeats }: UnmanagedHandler,
  context: Parameters<UnmanagedHandler['unmanaged']>[0],
  attempt: Attempt | undefined,
): Promise<Answer> {
  if (!attempt || ownRepeats) return unmanaged(context)
  const { database, now } = context
  const known = await database.transaction((trx) => claim(trx, attempt, now))
  if (known) return known
  try {
    const answer = await unmanaged(context)
    await database.transaction((trx) => keepAnswer(trx, attempt, answer))
    return answer
  } catch (fault) {
    await database.transaction((trx) => release(trx, attempt))
    throw fault
  }
}
