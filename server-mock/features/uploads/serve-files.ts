import { mkdirSync } from 'node:fs'
import serveStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'
import { filesPath } from '#server/model/values/stored-files.ts'
import { storedFolder } from './file-store.ts'

const yearSeconds = 31_536_000

/**
 * Serves stored files, in parts where asked. A link's content never changes. What a browser opens by itself are pictures
 * alone, in a sandbox without scripts; everything else it saves.
 */
export function serveFiles(app: FastifyInstance, config: Pick<Config, 'filesDir'>): void {
  const root = storedFolder(config)
  mkdirSync(root, { recursive: true, mode: 0o700 })
  void app.register(serveStatic, {
    root,
    prefix: `${filesPath}/`,
    decorateReply: false,
    index: false,
    dotfiles: 'deny',
    cacheControl: false,
    acceptRanges: true,
    allowedPath: (path) => /^\/[\w-]+\/[\w-]+\.\w+$/.test(path),
    setHeaders: (reply, path) => {
      reply.setHeader('cache-control', `public, max-age=${yearSeconds}, immutable`)
      reply.setHeader('content-security-policy', "default-src 'none'; sandbox")
      reply.setHeader('x-content-type-options', 'nosniff')
      // The site that shows a picture may be of another origin than the panel.
      reply.setHeader('cross-origin-resource-policy', 'cross-origin')
      if (!/\.(?:jpg|png|gif|webp|avif)$/.test(path)) reply.setHeader('content-disposition', 'attachment')
    },
  })
}
