import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { disturbanceOf, type Disturbance, type MockFailure } from '#schemas/cli/mock-orders.ts'
import { ApiError } from '#server/errors.ts'

const refusals: Readonly<Record<Exclude<MockFailure, 'cut' | 'half'>, () => ApiError>> = {
  '401': () => new ApiError('endpoint-401'),
  '403': () => new ApiError('permission-denied'),
  '404': () => new ApiError('not-found'),
  '409': () => new ApiError('precondition-failed'),
  '422': () => new ApiError('422'),
  '429': () => new ApiError('too-many-requests', { metadata: { retry_after_seconds: 5 } }),
  '500': () => new ApiError('server-error'),
  '503': () => new ApiError('not-ready'),
}

/** Lets calls be late or fail, as `disturbances` answers at the time of the call. */
export function disturbAnswers(app: FastifyInstance, disturbances: () => readonly Disturbance[]): void {
  const found = (url: string): Disturbance | undefined => {
    const call = /\/v\d+\/([a-z0-9-]+)(?:[?]|$)/.exec(url)?.[1]
    return call === undefined ? undefined : disturbanceOf(call, disturbances())
  }
  app.addHook('onRequest', async (request, reply) => {
    const { slow, fail } = found(request.url) ?? {}
    if (slow !== undefined) await pause(slow)
    if (fail === 'cut') {
      reply.hijack()
      request.raw.socket.destroy()
    } else if (fail !== undefined && fail !== 'half') throw refusals[fail]()
  })
  app.addHook('onSend', async (request, reply, payload) => {
    if (found(request.url)?.fail !== 'half' || typeof payload !== 'string') return payload
    reply.removeHeader('content-length')
    return payload.slice(0, payload.length / 2)
  })
}
