import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '#server/errors.ts'

/** How long a request may be on its way, in milliseconds. */
export interface ArrivalLimits {
  /** Until the headers of a connection's request are there. */
  silenceMs: number
  /** Until a request is there whole. */
  requestMs: number
  /** Until one with a file is; a sender who falls silent is given up earlier. */
  uploadMs: number
}

export const usualArrival: ArrivalLimits = { silenceMs: 10_000, requestMs: 30_000, uploadMs: 30 * 60_000 }

declare module 'fastify' {
  interface FastifyRequest {
    /** Gives a request with a file the time that files have. */
    allowUpload?: () => void
  }
}

/** Ends requests that do not arrive: with `request-timeout` where they wait for an answer, else by ending the connection. */
export function limitArrival(app: FastifyInstance, { requestMs }: ArrivalLimits): void {
  app.addHook('onRequest', async (request, reply) => {
    if (!hasBody(request)) return
    const timer = setTimeout(() => {
      if (request.raw.complete) return
      if (reply.sent) request.raw.destroy()
      else {
        reply.header('connection', 'close')
        request.raw.emit('error', new ApiError('request-timeout'))
      }
    }, requestMs)
    const stop = () => clearTimeout(timer)
    request.allowUpload = stop
    request.raw.once('end', stop).once('close', stop)
  })
}

const hasBody = ({ headers }: FastifyRequest) => headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
