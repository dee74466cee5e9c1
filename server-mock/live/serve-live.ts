import { PassThrough } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isAllowed } from '#server/caller.ts'
import type { Notice } from '#server/database/connection/notices.ts'
import { ApiError, validationError } from '#server/errors.ts'
import { identify } from '#server/plugins/authentication.ts'
import { openReader, type OpenCallOptions } from '#server/plugins/open-call.ts'
import { tooManyRequests } from '#server/plugins/rate-limit.ts'
import { createFollowers, type Follower } from './followers.ts'
import { readTopicNotice, type LiveTopic } from './topics.ts'

/** How often a stream says that it lives, and looks whether its session does. Proxies close what is silent for a minute. */
const beatMs = 20_000
/** A reader who does not read is cut off with so many bytes waiting. */
const mostWaiting = 64 * 1024
const retryAfterMs = 60_000

export interface LiveOptions extends OpenCallOptions {
  topics: Readonly<Record<string, LiveTopic>>
}

/**
 * Serves `GET {api}/live?topics=notifications`: lines of JSON for as long as the session lives. `{"type":"ready"}` comes first,
 * `{"type":"news","topic":"notifications"}` where there is something new for the reader, `{"type":"beat"}` in between.
 */
export function serveLive(app: FastifyInstance, options: LiveOptions) {
  const followers = createFollowers()
  app.get(`${options.config.apiBase}/live`, async (request, reply) => {
    const { caller, token } = await openReader(request, options)
    const registry = options.registries.latest()
    const named = topicsOf(request)
    for (const name of named) {
      const topic = Object.hasOwn(options.topics, name) ? options.topics[name] : undefined
      if (!topic || !registry?.modules.has(topic.module)) throw validationError({ topics: [{ key: 'rules.included' }] })
      if (!isAllowed(caller, topic.access)) throw new ApiError('permission-denied')
    }
    const stream = new PassThrough()
    const follower: Follower = {
      userId: caller.user!.id,
      topics: new Set(named),
      send: (message) => {
        if (stream.readableLength > mostWaiting) stream.destroy()
        else if (stream.writable) stream.write(`${JSON.stringify(message)}\n`)
      },
      end: () => stream.end(),
    }
    if (!followers.add(follower)) throw tooManyRequests(retryAfterMs)
    const beat = setInterval(() => {
      options.database
        .lookUp((db) => identify(db, token, options.now()))
        .then(
          (identity) => (identity ? follower.send({ type: 'beat' }) : follower.end()),
          () => follower.end(),
        )
    }, beatMs)
    const leave = () => {
      clearInterval(beat)
      followers.remove(follower)
    }
    stream.once('close', leave)
    reply.raw.once('close', () => stream.destroy())
    return sendLines(reply, stream)
  })
  return {
    /** Passes a notice of the database on; undefined where some may have been missed. */
    tell: (notice: Notice | undefined): void => (notice === undefined ? followers.tellAll() : followers.tell(readTopicNotice(notice))),
    close: (): void => followers.endAll(),
  }
}

function topicsOf({ query }: FastifyRequest): string[] {
  const { topics } = query as Record<string, unknown>
  const named = typeof topics === 'string' ? [...new Set(topics.split(',').filter((name) => name !== ''))] : []
  if (named.length === 0) throw validationError({ topics: [{ key: 'rules.required' }] })
  return named
}

/** Neither a cache nor a proxy may hold the lines back. */
const sendLines = (reply: FastifyReply, stream: PassThrough) =>
  reply
    .headers({ 'content-type': 'application/x-ndjson', 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no' })
    .send(stream)
