import type { FastifyInstance, FastifyRequest } from 'fastify'
import { panelModule } from '#server/documents/messages.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import type { Registries } from '#server/publishing/registries.ts'
import { bucketOf, outcomeOf } from './counts.ts'
import type { Tally } from './tally.ts'

/** Counts the calls that concern a module which is tried, for the version that their caller was shown. */
export function countTrialCalls(app: FastifyInstance, registries: Registries, tally: Tally): void {
  app.addHook('onResponse', async (request, reply) => {
    if (registries.runningTrials().length === 0 || !request.openCall) return
    const { registry } = request.openCall
    const module = moduleOf(request, registry)
    const trial = module === undefined ? undefined : tally.trialOf(module)
    if (!trial) return
    tally.count({
      trial: trial.id,
      isTrial: tally.isShown(registry, trial.id),
      outcome: outcomeOf(reply.statusCode),
      bucket: bucketOf(reply.elapsedTime),
    })
  })
  app.addHook('preClose', () => tally.flush())
}

/** The module whose documents a call is about: its own, and of a call of the panel that of the screen, list, modal or entity it names. */
function moduleOf(request: FastifyRequest, registry: DocumentRegistry): string | undefined {
  const { module, endpoint, entity } = request.call ?? {}
  if (module !== panelModule) return module
  const query = (request.query ?? {}) as Record<string, unknown>
  const name = typeof query.name === 'string' ? query.name : ''
  if (endpoint === 'screen') return registry.screens.get(name)?.module
  if (typeof query.module === 'string') return query.module
  if (name.includes('/')) return name.slice(0, name.indexOf('/'))
  return entity === undefined ? undefined : registry.entities.get(entity.slice(entity.indexOf('/') + 1))?.module
}
