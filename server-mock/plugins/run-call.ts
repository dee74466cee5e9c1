import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { isAllowed } from '#server/caller.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import { panelModule } from '#server/documents/messages.ts'
import type { Owned } from '#server/documents/registry.ts'
import { ApiError } from '#server/errors.ts'
import {
  handlersOf,
  type Answer,
  type AnyHandler,
  type AnyUnmanagedHandler,
  type CallContext,
  type Feature,
  type UnmanagedContext,
} from '#server/feature.ts'
import { collectCombos } from '#server/model/combos.ts'
import { lookUpEntity, requireAccess } from '#server/model/context.ts'
import { noticesOf } from '#server/model/lifecycles/notices.ts'
import type { EndpointDocument } from '#schemas/types/contract.d.ts'
import { answeringCall } from './answering-call.ts'
import { withBodyParameters } from './body-parameters.ts'
import { claim, hashRequest, keepAnswer, release, type Attempt } from './idempotency.ts'
import { refuseUnsafeValues } from './json-body.ts'
import type { ReceivedFile } from './multipart-body.ts'
import { operationHandler } from './operations.ts'
import { requireRepeatable } from './repeated-answer.ts'
import { endpointValidators } from './validators.ts'

/** Who calls, over which documents, when and from where. */
export type Opened = Pick<CallContext, 'caller' | 'registry' | 'now' | 'ip' | 'userAgent' | 'origin' | 'countsAll'>

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

/** Runs a call that its caller may make: checks its input, runs its handler in a transaction (once for a key), checks the answer. */
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
 * Makes a call as the same caller, with the checks of a call over HTTP, and then lets other requests run. Not inside a transaction.
 * @throws the call's `ApiError`
 */
export type Invoke = (call: InvokedCall) => Promise<Answer>

export interface RunCallOptions {
  config: Config
  database: Database
  features: readonly Feature[]
  /** True: an answer that does not fit its schema throws. False: a sample of the answers is checked, and faults are logged. */
  strictAnswers: boolean
  /** Looks into the queue of tasks. */
  wakeTasks: () => void
  log: Pick<FastifyBaseLogger, 'error'>
}

type HandlersByCall = ReadonlyMap<string, AnyHandler | AnyUnmanagedHandler>

function collectHandlers(features: readonly Feature[]): HandlersByCall {
  const collected = new Map<string, AnyHandler | AnyUnmanagedHandler>()
  for (const feature of features) {
    for (const [name, handler] of Object.entries(handlersOf(feature))) {
      const key = `${feature.module}/${name}`
      if (collected.has(key)) throw new Error(`two handlers for ${key}`)
      if (handler) collected.set(key, handler)
    }
  }
  return collected
}

/**
 * The endpoint that answers a request, and the query that it takes.
 * @throws `permission-denied`, `endpoint-401`, `bad-request`
 */
export function openEndpoint(
  { caller, registry }: Opened,
  requested: { owned: Owned<EndpointDocument>; query: Record<string, unknown>; payload: Record<string, unknown> },
): OpenedCall {
  const {
    owned: { module, document: endpoint },
    query,
    payload,
    form,
  } = answeringCall(registry, requested)
  for (const { access } of [requested.owned.document, endpoint])
    if (!isAllowed(caller, access)) throw new ApiError(caller.user ? 'permission-denied' : 'endpoint-401')
  requireGenericSave({ caller, registry }, module, endpoint, payload.model)
  if (endpoint.method === 'DELETE' && Object.keys(payload).length > 0)
    throw new ApiError('bad-request', { userMessage: { key: 'errors.query_only' } })
  if (endpoint.method === 'GET' && !takesFields(endpoint)) delete query.fields
  refuseUnsafeValues(query)
  return { module, endpoint, query, payload, ...(form !== undefined && { form }) }
}

/** Refuses a generic save to who may not write the entity, before the data is looked at. */
function requireGenericSave(context: Pick<Opened, 'caller' | 'registry'>, module: string, { name }: EndpointDocument, model: unknown) {
  const entity = module === panelModule && name === 'save' && typeof model === 'string' ? lookUpEntity(context.registry, model) : undefined
  if (entity) requireAccess(context, entity, 'write', {})
}

/** Whether a call accepts `fields`. Selects send it to every call; one with closed parameters that does not know it answers all fields. */
const takesFields = ({ params }: EndpointDocument) =>
  Object.hasOwn((params as { properties?: object } | undefined)?.properties ?? {}, 'fields') ||
  (params as { additionalProperties?: unknown } | undefined)?.additionalProperties !== false

export function createRunCall({ config, database, features, strictAnswers, wakeTasks, log }: RunCallOptions): RunCall {
  const handlers = collectHandlers(features)
  const combos = collectCombos(features)
  const runCall: RunCall = async ({ module, endpoint, query, payload, file, form, key }, opened) => {
    const validators = endpointValidators(endpoint)
    const sent = withBodyParameters(endpoint, query, payload)
    let hasQueued = false
    const checked: Checked = {
      ...opened,
      config,
      combos,
      wakeTasks: () => {
        hasQueued = true
      },
      params: validators.params(sent.query, config.allowedRules),
      payload: validators.payload(sent.body, config.allowedRules),
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

/** One in so many answers is checked where faults are only logged. */
const checkedEvery = 20
const answered = new WeakMap<EndpointDocument, number>()
function isSampled(endpoint: EndpointDocument): boolean {
  const count = answered.get(endpoint) ?? 0
  answered.set(endpoint, count + 1)
  return count % checkedEvery === 0
}

/** Makes calls by name, as one caller. */
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

/** Makes a call that counts all rows; where that takes too long, one that counts as far as lists do. */
export const invokeCounting = async (invoke: Invoke, call: InvokedCall): Promise<Answer> =>
  invoke({ ...call, countsAll: true }).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'not-ready') return invoke(call)
    throw error
  })

type Checked = Omit<CallContext, 'trx'>

/** Only calls of signed-in users are repeatable by key: visitors cannot be told apart. */
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
  handler: AnyHandler,
  checked: Checked,
  database: Database,
  attempt: Attempt | undefined,
  endpoint: EndpointDocument,
): Promise<Answer> {
  if (endpoint.method === 'GET') return database.read((trx) => handler({ ...checked, trx }))
  return database.transaction(async (trx) => {
    const known = attempt && (await claim(trx, attempt, checked.now))
    if (known) {
      await requireRepeatable({ ...checked, trx }, endpoint, known)
      return known
    }
    const answer = withNotices(await handler({ ...checked, trx }), noticesOf(trx))
    if (attempt) await keepAnswer(trx, attempt, answer)
    return answer
  })
}

const withNotices = (answer: Answer, notices: readonly string[]): Answer =>
  notices.length === 0 ? answer : { ...answer, metadata: { ...answer.metadata, notices } }

async function runFree(
  { unmanaged, ownRepeats }: AnyUnmanagedHandler,
  context: UnmanagedContext,
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
