import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { directionOf } from '#schemas/rules/locales.ts'
import type { Config } from '#server/config.ts'
import type { ServeAccess } from '#server/feature.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { readersLocale } from '#server/plugins/readers-locale.ts'
import { shortPath, targetOf, useLink, webAddress } from './short-links.ts'

/**
 * Leads from a short link to what its record stores, and nowhere else: what the address has beside the code is not read.
 * Each GET counts; a HEAD, as programs send to see what a link is, does not.
 */
export function serveLinks(app: FastifyInstance, config: Config, { database, registry }: ServeAccess): void {
  const lead = async (request: FastifyRequest<{ Params: { code: string } }>, reply: FastifyReply) => {
    const documents = await database.read(registry)
    reply.header('cache-control', 'no-store')
    if (!documents.entities.has('link')) return sendNotFound(request, reply, config, documents)
    const { code } = request.params
    const target =
      request.method === 'HEAD'
        ? await database.read((trx) => targetOf(trx, code))
        : await database.transaction((trx) => useLink(trx, code))
    const address = webAddress(target)
    if (!address) return sendNotFound(request, reply, config, documents)
    return reply.header('referrer-policy', 'no-referrer').redirect(address.href, 302)
  }
  for (const path of [`${shortPath}/:code`, `${shortPath}/:code/`]) app.get(path, lead)
}

/** A plain page in the language that the browser asks for. */
function sendNotFound(request: FastifyRequest, reply: FastifyReply, config: Config, documents: DocumentRegistry) {
  const locale = readersLocale(request.headers['accept-language'], config)
  const [title, text] = ['not_found', 'not_found_text'].map((key) => documents.message('forwarder', locale, key))
  const page = `<!doctype html>
<html lang="${locale}" dir="${directionOf(locale)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style>
body { margin: 0; min-height: 100vh; display: grid; place-content: center; padding: 24px; box-sizing: border-box;
  font: 16px/1.7 Vazirmatn, Inter, system-ui, sans-serif; color: #1f2933; background: #fff; text-align: start; max-width: 32em; margin-inline: auto }
h1 { font-size: 24px; line-height: 1.4; margin: 0 0 8px }
p { margin: 0; color: #52606d }
@media (prefers-color-scheme: dark) { body { color: #e4e7eb; background: #14181c } p { color: #9aa5b1 } }
</style>
</head>
<body><main><h1>${title}</h1><p>${text}</p></main></body>
</html>
`
  return reply.code(404).type('text/html; charset=utf-8').header('vary', 'accept-language').send(page)
}
