import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import type { ServeAccess } from '#server/feature.ts'
import { gateways } from './gateways.ts'
import { returnPath } from './gateway.ts'
import { settlePayment } from './settle-payment.ts'

/** The way back from gateways: what they have signed is settled, and people are led to their payment. */
export function serveGateways(app: FastifyInstance, config: Config, access: ServeAccess): void {
  for (const gateway of gateways) {
    if (!gateway.isAvailable(config)) continue
    gateway.serve?.(app, config, access)
    app.get(returnPath(config, gateway.name), async (request, reply) => {
      reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
      const answer = gateway.readAnswer(config, request.query as Record<string, unknown>)
      if (!answer) return reply.code(400).type('text/plain; charset=utf-8').send('The answer is not signed by the gateway.')
      const isKnown = await settlePayment(access, config, answer)
      if (!isKnown) return reply.code(404).type('text/plain; charset=utf-8').send('There is no such payment.')
      return reply.redirect(`/wallet/payments/${encodeURIComponent(answer.number)}`, 303)
    })
  }
}
