import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '#server/app.ts'
import { ConfigError, readConfig, type Config } from '#server/config.ts'
import { configuredDatabase, openDatabase, type Database } from '#server/database/database.ts'
import { features } from '#server/features/index.ts'
import { demoPassword } from '#server/features/persons/seed.ts'
import { startJobs } from '#server/jobs.ts'
import { demoTemplate } from '#server/database/demo-template.ts'
import { prepareDatabase } from '#server/prepare.ts'
import { createRegistries, type Registries } from '#server/publishing/registries.ts'

type Environment = Record<string, string | undefined>

export interface RunningServer {
  app: FastifyInstance
  /** Address for a browser on this machine. */
  url: string
  /** Who can sign in on a database with demo data. */
  demo: { username: string; password: string } | undefined
  /** Stops accepting, finishes the calls that run, closes the database. */
  stop: () => Promise<void>
}

/** A start that failed for a reason that the person who started can mend; the message is one line. */
export class StartError extends Error {}

const shutdownMs = 10_000

/** What a server consists of before it listens. */
export interface ServerParts {
  app: FastifyInstance
  database: Database
  registries: Registries
}

/**
 * Starts the server of an environment and listens; `prepare` is called before it does.
 * @throws StartError
 */
export async function startServer(env: Environment, prepare?: (parts: ServerParts) => void): Promise<RunningServer> {
  const config = configOf(env)
  const database = await open(config)
  const registries = createRegistries(config, features)
  let app: FastifyInstance | undefined
  try {
    const { published, lost, seeded } = await prepareDatabase(database, config, features)
    app = await buildApp({ config, database, features })
    app.log.info({ published, seeded, database: database.kind }, 'documents are ready')
    if (lost) app.log.warn({ lost }, 'extensions have lost their places: publish their modules anew')
    prepare?.({ app, database, registries })
    await listen(app, config)
  } catch (fault) {
    await app?.close()
    await database.close()
    throw fault
  }
  const countCalls = countRunningCalls(app)
  const stopJobs = startJobs({ config, database, features, registries, log: app.log })
  const running = app
  const address = running.server.address()
  const port = typeof address === 'object' && address ? address.port : config.port
  const host = ['0.0.0.0', '::'].includes(config.host) ? '127.0.0.1' : config.host
  return {
    app: running,
    url: `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
    demo: config.demo ? { username: 'administrator', password: demoPassword } : undefined,
    async stop() {
      await closeWhenAnswered(running, countCalls)
      await stopJobs()
      await database.close()
    },
  }
}

/** How many calls wait for their answer. */
function countRunningCalls(app: FastifyInstance): () => number {
  let running = 0
  app.server.on('request', (_request, response) => {
    running += 1
    response.once('close', () => {
      running -= 1
    })
  })
  return () => running
}

/**
 * Closes once every running call is answered. Browsers keep connections, and open spare ones that carry nothing yet:
 * Node would wait for those a minute and more.
 */
async function closeWhenAnswered(app: FastifyInstance, countCalls: () => number) {
  const sweep = setInterval(() => {
    if (countCalls() === 0) app.server.closeAllConnections()
  }, 50)
  await app.close().finally(() => clearInterval(sweep))
}

/** Ends the process in order on SIGTERM and SIGINT, within ten seconds. */
export function stopOnSignals({ app, stop }: RunningServer) {
  let stopping = false
  const onSignal = (signal: string) => {
    if (stopping) return
    stopping = true
    app.log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), shutdownMs).unref()
    stop().then(
      () => process.exit(0),
      (fault) => {
        app.log.error({ err: fault }, 'did not stop in order')
        process.exit(1)
      },
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, onSignal)
}

function configOf(env: Environment): Config {
  try {
    return readConfig(env)
  } catch (fault) {
    if (fault instanceof ConfigError) throw new StartError(fault.message)
    throw fault
  }
}

async function open(config: Config): Promise<Database> {
  const log = (message: string, detail?: Record<string, unknown>) =>
    console.error(JSON.stringify({ level: 40, time: Date.now(), msg: message, ...detail }))
  try {
    return await openDatabase({ ...configuredDatabase(config), template: config.demo ? demoTemplate(config.root) : undefined, log })
  } catch (fault) {
    const reason = fault instanceof Error ? fault.message || (fault as NodeJS.ErrnoException).code : String(fault)
    throw new StartError(`${config.databaseUrl === undefined ? 'DATA_DIR' : 'DATABASE_URL'}: the database does not open: ${reason}`)
  }
}

async function listen(app: FastifyInstance, { host, port }: Config) {
  try {
    await app.listen({ host, port })
  } catch (fault) {
    const { code } = fault as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') throw new StartError(`PORT: ${port} is in use on ${host}; choose another port or stop what listens there`)
    if (code === 'EACCES') throw new StartError(`PORT: ${port} may not be used by this user; choose one above 1023`)
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartError(
        `HOST: ${JSON.stringify(host)} is no address of this machine; allowed: 127.0.0.1, 0.0.0.0 or another address of it`,
      )
    throw fault
  }
}

/** Starts, prints where, and ends the process with one line when that is not possible. */
export async function main(env: Environment = process.env) {
  try {
    const server = await startServer(env)
    stopOnSignals(server)
    const signIn = server.demo ? `\n  sign in as ${server.demo.username} with the password ${server.demo.password}` : ''
    console.log(`\n  Pishkhan is at ${server.url}${signIn}\n`)
  } catch (fault) {
    console.error(fault instanceof StartError ? fault.message : fault)
    process.exit(1)
  }
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) await main()
