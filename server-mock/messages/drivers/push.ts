import { createECDH } from 'node:crypto'
import { directionOf } from '#schemas/rules/locales.ts'
import type { Config } from '#server/config.ts'
import { deriveNumber } from '#server/keys.ts'
import { DeliveryError, type Deliver, type RenderedMessage } from './driver.ts'
import { askServer, isPassing } from './http.ts'
import type { Reach } from './public-address.ts'

/** A pair of keys with which this server names itself to push services, base64url. @source RFC 8292 (VAPID) */
export interface PushKeys {
  publicKey: string
  privateKey: string
}

/** Order of the curve P-256. @source SEC 2, 2.4.2 */
const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n

/** The keys of this server: they follow from its secret, so that all processes have the same, and nothing is stored. */
export function pushKeys(secret: string): PushKeys {
  const number = deriveNumber(secret, 'push', order)
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(number.toString(16).padStart(64, '0'), 'hex')
  return {
    publicKey: ecdh.getPublicKey('base64url'),
    privateKey: Buffer.from(number.toString(16).padStart(64, '0'), 'hex').toString('base64url'),
  }
}

/** Whether a message can be encrypted for these keys of a browser. */
export function arePushKeys({ p256dh, auth }: { p256dh: string; auth: string }): boolean {
  if (Buffer.from(auth, 'base64url').length !== 16) return false
  try {
    const ecdh = createECDH('prime256v1')
    ecdh.generateKeys()
    ecdh.computeSecret(p256dh, 'base64url')
    return true
  } catch {
    return false
  }
}

export interface PushSettings {
  keys: PushKeys
  /** Where a push service finds whoever runs this server: an https address or `mailto:`. */
  contact: string
  reach: Reach
}

export const pushContact = ({ siteOrigin, smtp }: Pick<Config, 'siteOrigin' | 'smtp'>): string => {
  if (siteOrigin?.startsWith('https:')) return siteOrigin
  const address = smtp && /[^\s<>@]+@[^\s<>@]+/.exec(smtp.from)?.[0]
  return `mailto:${address ?? 'nobody@pishkhan.invalid'}`
}

const timeoutMs = 10_000
/** A push service keeps what a browser does not fetch for so long. */
const keptSeconds = 24 * 60 * 60
const most = { title: 120, text: 300, link: 1000 }

/** Sends a notice to a browser by its push service, encrypted for that browser. @source RFC 8030, RFC 8291 */
export const createPushDriver =
  ({ keys, contact, reach }: PushSettings): Deliver =>
  async (message) => {
    const { push } = message
    if (!push) throw new DeliveryError('gone', { isFinal: true })
    const { default: webPush } = await import('web-push')
    const { endpoint, headers, body } = webPush.generateRequestDetails(push.subscription, JSON.stringify(payloadOf(message)), {
      vapidDetails: { subject: contact, ...keys },
      TTL: keptSeconds,
      contentEncoding: 'aes128gcm',
    })
    const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), String(value)]))
    const request = { method: 'POST', url: new URL(endpoint), headers: texts, ...(body && { body }) }
    const { status } = await askServer(request, { reach, timeoutMs })
    if (status >= 200 && status < 300) return
    const detail = `HTTP ${status}`
    if (status === 404 || status === 410) throw new DeliveryError('gone', { detail, isFinal: true })
    throw new DeliveryError(status === 401 || status === 403 ? 'login' : 'refused', { detail, isFinal: !isPassing(status) })
  }

/** What the service worker of the panel shows. A second try replaces the first one by its tag. */
const payloadOf = ({ key, locale, subject, text, push }: RenderedMessage) => ({
  title: subject.slice(0, most.title),
  body: text.slice(0, most.text),
  ...(push?.link && push.link.length <= most.link && { link: push.link }),
  tag: `notice-${key}`,
  lang: locale,
  dir: directionOf(locale),
})
