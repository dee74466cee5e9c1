import { existsSync, readFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import compress from '@fastify/compress'
import serveStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'
import { filesPath } from '#server/model/values/stored-files.ts'
import { taskFilesPath } from '#server/tasks/task-files.ts'

/** Settings of the panel, which it reads from the page before its first call. */
export function panelConfig(config: Config) {
  return {
    api_base: config.apiBase,
    locales: config.locales,
    default_locale: config.defaultLocale,
    storage: config.storage,
    token_use: config.tokenUse,
    analytics_id: config.analyticsId ?? null,
    analytics_origin: config.analyticsOrigin ?? null,
    allowed_rules: config.allowedRules,
    tile_url: config.tileUrl ?? null,
    upload: { types: config.uploadTypes, max_size: config.uploadMaxBytes },
  }
}

const configElement = /<script type="application\/json" id="pishkhan-config">[^<]*<\/script>/

/** Puts the settings into the page. Throws when the page has no place for them. */
export function fillPage(html: string, settings: unknown): string {
  if (!configElement.test(html)) throw new Error('the page has no <script type="application/json" id="pishkhan-config">')
  const text = JSON.stringify(settings).replaceAll('<', '\\u003c')
  return html.replace(configElement, () => `<script type="application/json" id="pishkhan-config">${text}</script>`)
}

/**
 * Serves the built panel: hashed assets for a year, everything else asked again each time, both as the build compressed
 * them, and its page for each path that is not a file.
 */
export async function servePanel(
  app: FastifyInstance,
  config: Config,
  notFound: (request: FastifyRequest, reply: FastifyReply) => unknown,
) {
  const folder = join(config.root, 'dist', 'app')
  const page = join(folder, 'index.html')
  // An answer of a page of rows is compressed at once: streams around it cost more than the work, and let its length be unknown.
  await app.register(compress, { global: true, encodings: ['br', 'gzip'], threshold: 1024, syncThreshold: 32_768 })
  if (existsSync(folder)) {
    await app.register(serveStatic, {
      // Each file a route of its own: a path that is no file is a path of the panel.
      root: folder,
      index: false,
      wildcard: false,
      globIgnore: ['index.html', 'check-forms.html', '**/*.{br,gz}'],
      dotfiles: 'ignore',
      cacheControl: false,
      preCompressed: true,
      setHeaders: (reply, path) => {
        reply.setHeader('cache-control', /[\\/]assets[\\/]/.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache')
        reply.setHeader('vary', 'accept-encoding')
      },
    })
  }
  let filled: string | undefined
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]!
    const isPage =
      ['GET', 'HEAD'].includes(request.method) &&
      !isUnder(path, config.apiBase) &&
      !isUnder(path, '/schemas') &&
      !isUnder(path, filesPath) &&
      !isUnder(path, taskFilesPath) &&
      !/[.](?!html$)[a-z0-9]{1,8}$/i.test(path)
    if (!isPage || !existsSync(page)) return notFound(request, reply)
    filled ??= fillPage(readFileSync(page, 'utf8'), panelConfig(config))
    return reply.code(200).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(filled)
  })
}

/**
 * Repairs a path with broken percent signs when a page is requested, so that the panel can show its own 404. Other requests are
 * left as they are, and refused.
 */
export function readablePageUrl({ url, headers }: Pick<IncomingMessage, 'url' | 'headers'>, config: Config): string {
  const address = url ?? '/'
  const path = address.split('?')[0]!
  if (isDecodable(path) || isUnder(path, config.apiBase) || isUnder(path, '/schemas') || !headers.accept?.includes('text/html'))
    return address
  return path.replaceAll('%', '_') + address.slice(path.length)
}

function isDecodable(path: string): boolean {
  try {
    return decodeURIComponent(path) !== ''
  } catch {
    return false
  }
}

const isUnder = (path: string, base: string) => path === base || path.startsWith(`${base}/`)
