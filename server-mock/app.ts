import { randomUUID } from 'node:crypto'
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import Fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { loadRuleMessages } from '#schemas/rules/messages.ts'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import type { Feature } from './feature.ts'
import { serveCalls } from '#server/plugins/calls.ts'
import { serveContractSchemas } from '#server/plugins/contract-schemas.ts'
import { asRefusal, toFailure } from '#server/plugins/failures.ts'
import { failureUnderWireNames } from '#server/plugins/wire-names.ts'
import { serveHealth } from '#server/plugins/health.ts'
import { limitArrival, usualArrival, type ArrivalLimits } from '#server/plugins/arrival.ts'
import { acceptJsonBodies } from '#server/plugins/json-body.ts'
import { acceptMultipart } from '#server/plugins/multipart-body.ts'
import { filesPath } from '#server/model/values/stored-files.ts'
import { readablePageUrl, servePanel } from '#server/plugins/panel-page.ts'
import { readRequestLocale } from '#server/plugins/request-locale.ts'
import { sendSecurityHeaders } from '#server/plugins/security-headers.ts'
import { createRunCall } from '#server/plugins/run-call.ts'
import { createRegistries, type Registries } from '#server/publishing/registries.ts'
import { countTrialCalls } from '#server/publishing/trials/count-calls.ts'
import { createTally } from '#server/publishing/trials/tally.ts'
import { ApiError } from '#server/errors.ts'
import { serveTaskFiles, taskFilesPath } from '#server/tasks/task-files.ts'
import { createTaskRunner } from '#server/tasks/task-runner.ts'
import { createMessageRunner } from '#server/messages/message-runner.ts'
import { serveLive } from '#server/live/serve-live.ts'
import type { LiveTopic } from '#server/live/topics.ts'
import { watchEntities } from '#server/live/watch-entities.ts'
import { provideHooks } from './model/lifecycles/hooks.ts'

export interface AppOptions {
  config: Config
  database: Database
  features: readonly Feature[]
  /** Throws when an answer is not what the catalogue promises, instead of logging it. */
  strictAnswers?: boolean
  /** Clock of the calls, for tests. */
  now?: () => Date
  arrival?: ArrivalLimits
}

/** Without a request for so long, the server is nobody's but its tasks'. */
const quietAfterMs = 300

/** The whole server on an open database with published documents; it does not listen. */
export async function buildApp({
  config,
  database,
  features,
  strictAnswers = false,
  now = () => new Date(),
  arrival = usualArrival,
}: AppOptions): Promise<FastifyInstance> {
  await loadRuleMessages(...config.locales, 'en')
  const registries = createRegistries(config, features)
  const app = Fastify({
    logger:
      config.logLevel === 'silent'
        ? false
        : { level: config.logLevel, redact: ['req.headers.authorization'], serializers: { err: describeFault } },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    trustProxy: config.trustProxy,
    http: { headersTimeout: arrival.silenceMs, connectionsCheckingInterval: Math.min(1000, arrival.silenceMs) },
    requestTimeout: arrival.uploadMs,
    // As long as a connection may say nothing before its first request.
    keepAliveTimeout: arrival.silenceMs,
    rewriteUrl: (request) => readablePageUrl(request, config),
    routerOptions: { maxParamLength: 200 },
    clientErrorHandler: (fault, socket) => {
      refuseUnparsed(fault, socket, config, registries)
    },
    frameworkErrors: (fault, request, reply) => {
      sendFailure(fault, request, reply, config, registries)
    },
  })
  let askedAt = -Infinity
  app.addHook('onRequest', async (request, reply) => {
    askedAt = performance.now()
    reply.header('x-request-id', request.id)
  })
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        path: request.url.split('?')[0],
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        user: request.call?.userId,
      },
      'answered',
    )
  })
  app.setErrorHandler((fault, request, reply) => sendFailure(fault, request, reply, config, registries))
  // A failure before the first call has its sentence too.
  app.addHook('onReady', async () => {
    await database.read((trx) => registries.current(trx))
  })
  limitArrival(app, arrival)
  acceptJsonBodies(app)
  await acceptMultipart(app)
  await sendSecurityHeaders(app, config)
  await servePanel(app, config, (request, reply) =>
    sendFailure(
      new ApiError([filesPath, taskFilesPath].some((path) => request.url.startsWith(`${path}/`)) ? 'not-found' : 'endpoint-404'),
      request,
      reply,
      config,
      registries,
    ),
  )
  serveHealth(app, database, registries)
  serveContractSchemas(app)
  provideHooks(features)
  for (const feature of features) feature.serve?.(app, config, { database, registry: (trx) => registries.current(trx) })
  const messages = createMessageRunner({ config, database, registries, log: app.log, now })
  const wakeTasks = () => {
    tasks.wake()
    messages.wake()
  }
  const runCall = createRunCall({ config, database, features, strictAnswers, wakeTasks, log: app.log })
  const tasks = createTaskRunner({
    config,
    database,
    registries,
    definitions: features.flatMap((feature) => feature.tasks ?? []),
    runCall,
    log: app.log,
    now,
    isQuiet: () => performance.now() - askedAt > quietAfterMs,
  })
  const topics = Object.assign({}, ...features.map((feature) => feature.topics)) as Record<string, LiveTopic>
  const live = serveLive(app, { config, database, registries, now, topics })
  let stopListening = async () => {}
  let unwatch = () => {}
  app.addHook('onListen', async () => {
    tasks.start()
    messages.start()
    unwatch = watchEntities({
      database,
      registries,
      topics,
      onFailure: (fault) => app.log.error({ err: fault }, 'news of records is not told'),
    })
    stopListening = database.listen((notice) => {
      if (notice === undefined || notice === 'task-queued') tasks.wake()
      if (notice !== 'published' && notice !== 'task-queued') live.tell(notice)
      // The documents are read before the next call asks for them.
      if (notice === undefined || notice === 'published')
        database.read((trx) => registries.current(trx)).catch((fault) => app.log.error({ err: fault }, 'documents are not read'))
    })
  })
  app.addHook('preClose', async () => {
    live.close()
    unwatch()
    await stopListening()
    await tasks.stop()
    await messages.stop()
  })
  countTrialCalls(app, registries, createTally({ config, database, features, registries, log: app.log, now }))
  serveTaskFiles(app, config, database, now)
  serveCalls(app, { config, database, registries, runCall, now })
  return app
}

/** The one place where a failure becomes an answer. */
function sendFailure(fault: unknown, request: FastifyRequest, reply: FastifyReply, config: Config, registries: Registries) {
  const refusal = asRefusal(fault)
  if (!refusal) request.log.error({ err: fault, endpoint: request.call?.endpoint }, 'call failed')
  const registry = request.openCall?.registry ?? registries.latest()
  if (refusal?.code === 'too-many-requests' && typeof refusal.metadata?.retry_after_seconds === 'number')
    reply.header('retry-after', refusal.metadata.retry_after_seconds)
  const size =
    refusal?.code === 'range-not-satisfiable' ? (fault as { headers?: Record<string, string> }).headers?.['Content-Range'] : undefined
  if (size) reply.header('content-range', size)
  const failure = toFailure(refusal ?? new ApiError('server-error'), {
    ...readRequestLocale(request, config),
    registry,
    module: request.call?.module,
    entity: request.call?.entity,
    edition: request.openCall?.edition ?? (registries.hasOnePublication() ? undefined : null),
  })
  const naming = request.call?.naming
  const { status, body } = naming ? failureUnderWireNames(failure, naming) : failure
  return reply.code(status).header('cache-control', 'no-store').send(body)
}

/** What HTTP itself refuses never becomes a request; it is answered in the same envelope, in the default locale. */
function refuseUnparsed(fault: NodeJS.ErrnoException & { rawPacket?: unknown }, socket: Socket, config: Config, registries: Registries) {
  if (fault.code === 'ECONNRESET' || !socket.writable) return socket.destroy()
  const code =
    fault.code === 'HPE_HEADER_OVERFLOW'
      ? 'request-too-large'
      : fault.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 'request-timeout'
        : 'bad-request'
  const { status, body } = toFailure(new ApiError(code), { locale: localeOfRaw(fault, config), registry: registries.latest() })
  const text = JSON.stringify(body)
  socket.end(
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(text)}\r\nCache-Control: no-store\r\nConnection: close\r\n\r\n${text}`,
  )
}

/** The locale that a request asks for which was not read to its end, where its header has arrived. */
function localeOfRaw({ rawPacket }: { rawPacket?: unknown }, { locales, defaultLocale }: Config): string {
  const locale = /\r\nx-locale:[ \t]*([a-z]{2})[ \t]*\r\n/i.exec(Buffer.isBuffer(rawPacket) ? rawPacket.toString('latin1') : '')?.[1]
  return locale !== undefined && locales.includes(locale) ? locale : defaultLocale
}

/** What the log says of a fault: never its parameters, which may be personal. */
function describeFault(fault: Error & { code?: string }) {
  return { type: fault.name, message: fault.message, stack: fault.stack ?? '', ...(fault.code && { code: fault.code }) }
}
