import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import type { Database } from '#server/database/database.ts'
import type { Registries } from '#server/publishing/registries.ts'

/** `/health` while the process is up; `/ready` when the database answers and documents are loaded, 503 otherwise. */
export function serveHealth(app: FastifyInstance, database: Database, registries: Registries) {
  app.get('/health', { logLevel: 'silent' }, (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'up' }))
  app.get('/ready', { logLevel: 'silent' }, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    try {
      const registry = await database.read(async (trx) => {
        await sql`select 1`.execute(trx)
        return registries.current(trx)
      })
      if (registry.modules.size > 0) return reply.send({ status: 'ready', publication: registry.publication })
      return reply.code(503).send({ status: 'not-ready', reason: 'documents' })
    } catch (fault) {
      request.log.error({ err: fault }, 'not ready')
      return reply.code(503).send({ status: 'not-ready', reason: 'database' })
    }
  })
}
