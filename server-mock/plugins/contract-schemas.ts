import type { FastifyInstance } from 'fastify'
import { readContractSchemas } from '#schemas/cli/contract-bundle.ts'

/** Serves the contract, so that the `$schema` of a document is an address that an editor can follow. */
export function serveContractSchemas(app: FastifyInstance) {
  for (const [path, schema] of readContractSchemas()) {
    const text = JSON.stringify(schema)
    app.get(path, (_request, reply) =>
      reply.type('application/schema+json').header('cache-control', 'no-cache').header('access-control-allow-origin', '*').send(text),
    )
  }
}
