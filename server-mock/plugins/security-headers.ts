import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#server/config.ts'

const googleTag = 'https://www.googletagmanager.com'
/** Where Google's script reports to. @source Google Tag Platform, "Use Tag Manager with a Content Security Policy". */
const googleBeacons = ['https://google-analytics.com', 'https://*.google-analytics.com', 'https://*.analytics.google.com']

const yearSeconds = 365 * 24 * 60 * 60

/** Headers that tell a browser what this page may do; scripts come from here and the configured analytics alone. */
export async function sendSecurityHeaders(app: FastifyInstance, config: Pick<Config, 'analyticsOrigin' | 'tileUrl'>) {
  const analytics = config.analyticsOrigin === undefined ? [] : [config.analyticsOrigin]
  const beacons = config.analyticsOrigin === googleTag ? googleBeacons : []
  const tiles = config.tileUrl === undefined ? [] : [tileOrigin(config.tileUrl)]
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'", ...analytics],
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:', ...tiles, ...analytics, ...beacons],
        'font-src': ["'self'", 'data:'],
        'connect-src': ["'self'", ...analytics, ...beacons],
        'worker-src': ["'self'"],
        'manifest-src': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    frameguard: { action: 'deny' },
    crossOriginEmbedderPolicy: false,
    hsts: false,
  })
  // HSTS may be sent over TLS only; a trusted proxy says whether the request came by it.
  app.addHook('onSend', async (request, reply) => {
    if (request.protocol === 'https') reply.header('strict-transport-security', `max-age=${yearSeconds}; includeSubDomains`)
  })
}

/** `https://{s}.tile.example.org/{z}/{x}/{y}.png` allows `https://*.tile.example.org`. */
function tileOrigin(url: string): string {
  const [, scheme, host] = /^(https?:\/\/)([^/?#]+)/.exec(url)!
  return `${scheme}${host!.replace(/^\{[a-z-]+\}(?=\.)/i, '*')}`
}
