import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '#server/errors.ts'

/** Time limits for receiving a request, in milliseconds. */
export interface ArrivalLimits {
  /** Until the headers have arrived. */
  silenceMs: number
  /** Until the whole request has arrived. */
  requestMs: number
  /** The same for a request with a file; a silent sender is cut off earlier. */
  uploadMs: number
}

export const usualArrival: ArrivalLimits = { silenceMs: 10_000, requestMs: 30_000, uploadMs: 30 * 60_000 }

declare module 'fastify' {
  interface FastifyRequest {
    /** Applies the limit for files to a request. */
    allowUpload?: () => void
  }
}

/** Ends requests that do not arrive in time: with `request-timeout` where an answer is possible, else by closing the connection. */
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
