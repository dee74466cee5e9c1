import { tmpdir } from 'node:os'
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify'
import type { Called, RecordedAnswer } from '#schemas/fixtures/recorded-answer.ts'
import { readConfig, type Config } from '#server/config.ts'
import { servePanel } from '#server/plugins/panel-page.ts'
import { sendSecurityHeaders } from '#server/plugins/security-headers.ts'

/** An answer of the edge: a recorded one, or the bytes of a file. */
export type EdgeAnswer = Pick<RecordedAnswer, 'status' | 'body' | 'file'> & { bytes?: Uint8Array; headers?: Record<string, string> }

/** A call as it arrived. */
export interface EdgeRequest {
  called: Called
  /** Path and query. */
  url: string
  headers: Record<string, string>
  body?: Buffer
}

/** Answers the calls of one session. */
export interface Answering {
  answer: (request: EdgeRequest) => Promise<EdgeAnswer>
}

/** The built panel under its own security policy, with something else in the place of its server. */
export interface Edge {
  /** The same in every replay, since pages may show it. */
  origin: string
  /** Arguments with which Chromium finds it. */
  browserFlags: string[]
  /** Each session sends its name as the header `sessionHeader`. */
  open: (session: string, answering: Answering) => void
  close: (session: string) => void
  stop: () => Promise<void>
}

export const sessionHeader = 'x-replay-session'

/** Chromium trusts names under `localhost` as it trusts TLS, so that the page has all it has in production. */
const hostName = 'panel.localhost'

/** A grey picture in the place of all that belong to records. */
const greyPicture = '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="3"><rect width="4" height="3" fill="#9aa4ad"/></svg>'

/** Serves `dist/app` on a free port of this machine; nothing of a call reaches a server unless its session says so. */
export async function openEdge(root: string): Promise<Edge> {
  const config: Config = {
    ...readConfig({ SECRET: 'nobody signs in where answers are recorded', LOG_LEVEL: 'silent', DATA_DIR: tmpdir() }),
    root,
  }
  const app = fastify({ bodyLimit: 64 * 1024 * 1024, forceCloseConnections: true })
  const sessions = new Map<string, Answering>()
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_, body, done) => done(null, body))
  // Between two processes of one machine, texts are sent as they are: to compress them takes longer.
  app.addHook('onRequest', async ({ headers }) => {
    delete headers['accept-encoding']
  })
  await sendSecurityHeaders(app, config)
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const answering = sessions.get(String(request.headers[sessionHeader] ?? ''))
    if (!answering) return reply.code(410).send()
    const { status, body, file, bytes, headers } = await answering.answer({
      called: calledBy(request),
      url: request.url,
      headers: plainHeaders(request),
      ...(Buffer.isBuffer(request.body) && { body: request.body }),
    })
    reply.code(status).headers({ 'cache-control': 'no-store', ...headers })
    if (file) {
      reply.header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.name)}`).type(file.type)
      return reply.send(Buffer.from(bytes ?? []))
    }
    return typeof body === 'string'
      ? reply.type('text/plain; charset=utf-8').send(body)
      : reply.type('application/json').send(JSON.stringify(body))
  }
  app.all(`${config.apiBase}/:version/:name`, answer)
  app.get('/ready', (_, reply) => reply.send({ status: 'ready' }))
  await servePanel(app, config, (request, reply) =>
    /^\/(task-)?files\//.test(request.url) ? reply.type('image/svg+xml').send(greyPicture) : reply.code(404).send(),
  )
  const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  return {
    origin: `http://${hostName}`,
    browserFlags: [`--host-resolver-rules=MAP ${hostName}:80 ${address.host}`],
    open: (session, answering) => void sessions.set(session, answering),
    close: (session) => void sessions.delete(session),
    stop: () => app.close(),
  }
}

/** A request as a call: its name, what it sends, and of an upload what its files are called. */
function calledBy(request: FastifyRequest): Called {
  const { version, name } = request.params as { version: string; name: string }
  const query = Object.fromEntries(new URLSearchParams(request.url.split('?')[1] ?? ''))
  const number = Number(version.replace(/^v/, ''))
  const body =
    Buffer.isBuffer(request.body) && request.body.length > 0 ? readBody(request.body, request.headers['content-type'] ?? '') : undefined
  return {
    method: request.method,
    name,
    ...(number === 1 ? {} : { version: number }),
    ...(Object.keys(query).length > 0 ? { params: query } : {}),
    ...(body === undefined ? {} : { payload: body }),
  }
}

function readBody(body: Buffer, type: string): unknown {
  const boundary = /^multipart\/form-data;.*boundary="?([^";]+)/i.exec(type)?.[1]
  if (boundary !== undefined) return readParts(body, boundary)
  const text = body.toString('utf8')
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The fields of a form, and for each file its name, type and size (RFC 7578). */
function readParts(body: Buffer, boundary: string): Record<string, unknown> {
  const parts: Record<string, unknown> = {}
  for (const part of body.toString('latin1').split(`--${boundary}`).slice(1, -1)) {
    const end = part.indexOf('\r\n\r\n')
    const head = Buffer.from(part.slice(0, end), 'latin1').toString('utf8')
    const content = Buffer.from(part.slice(end + 4, -2), 'latin1')
    const name = /[; ]name="([^"]*)"/.exec(head)?.[1] ?? ''
    const file = /filename="([^"]*)"/.exec(head)?.[1]
    parts[name] =
      file === undefined
        ? readBody(content, 'text/plain')
        : { name: file, type: /content-type: *([^\r\n]+)/i.exec(head)?.[1] ?? '', size: content.length }
  }
  return parts
}

const plainHeaders = (request: FastifyRequest): Record<string, string> =>
  Object.fromEntries(
    Object.entries(request.headers).flatMap(([name, value]) =>
      typeof value === 'string' && name !== sessionHeader ? [[name, value]] : [],
    ),
  )
