import { isIP } from 'node:net'
import { DeliveryError, type Deliver, isOfCertificate } from './driver.ts'
import { addressOf, type Reach } from './public-address.ts'

export interface SmtpSettings {
  host: string
  port: number
  /** `tls` from the first byte, `starttls` before anything else is said, `none`: encrypted where the server offers it. */
  security: 'tls' | 'starttls' | 'none'
  username?: string
  password?: string
  /** `name@host` or `Name <name@host>` */
  from: string | { name: string; address: string }
  /** Which addresses the server may have. */
  reach: Reach
}

export interface SmtpLimits {
  connectMs: number
  silenceMs: number
  wholeMs: number
}

/** The whole is shorter than the lease of a message that is being sent. */
const usualLimits: SmtpLimits = { connectMs: 10_000, silenceMs: 20_000, wholeMs: 60_000 }

/** `smtp://name:password@host:587` (STARTTLS where the server has it) or `smtps://…`, of the operator of the server. */
export function readSmtpUrl({ url, from }: { url: string; from: string }): SmtpSettings {
  const { protocol, hostname, port, username, password } = new URL(url)
  const isTls = protocol === 'smtps:'
  return {
    host: hostname,
    port: port === '' ? (isTls ? 465 : 587) : Number(port),
    security: isTls ? 'tls' : 'none',
    ...(username !== '' && { username: decodeURIComponent(username), password: decodeURIComponent(password) }),
    from,
    reach: 'anywhere',
  }
}

/** Sends mail by SMTP. A second try has the same Message-ID, so that servers can tell it from another message. @source RFC 5321, 4.5.4.1 */
export function createSmtpDriver(settings: SmtpSettings, limits: SmtpLimits = usualLimits): Deliver {
  const { host, port, security, username, password = '', from, reach } = settings
  return async ({ key, to, subject, text, html }) => {
    const { createTransport } = await import('nodemailer')
    const { address } = await addressOf(host, reach)
    const transport = createTransport({
      host: address,
      port,
      ...(isIP(host) === 0 && { tls: { servername: host } }),
      secure: security === 'tls',
      // A password is never sent where others can read it.
      requireTLS: security === 'starttls' || (username !== undefined && security === 'none'),
      ...(username !== undefined && { auth: { user: username, pass: password } }),
      connectionTimeout: limits.connectMs,
      greetingTimeout: limits.connectMs,
      socketTimeout: limits.silenceMs,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    let timer: NodeJS.Timeout | undefined
    const tooLong = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new DeliveryError('hangs')), limits.wholeMs)
    })
    const domain = (typeof from === 'string' ? from : from.address).split('@').at(-1)!.replace('>', '')
    const mail = { from, to: { name: '', address: to }, subject, text, html, messageId: `<outbox-${key}@${domain}>` }
    try {
      await Promise.race([transport.sendMail(mail), tooLong])
    } catch (fault) {
      throw asDeliveryError(fault)
    } finally {
      clearTimeout(timer)
      transport.close()
    }
  }
}

function asDeliveryError(fault: unknown): DeliveryError {
  if (fault instanceof DeliveryError) return fault
  const { code, responseCode, message = '' } = fault as { code?: string; responseCode?: number; message?: string }
  const detail = responseCode === undefined ? (code ?? '') : String(responseCode)
  if (code === 'EAUTH') return new DeliveryError('login', { detail })
  if (responseCode !== undefined) return new DeliveryError('refused', { detail, isFinal: responseCode >= 500 })
  // Nodemailer puts its own code in place of that of the connection.
  if (isOfCertificate(code ?? '') || /certificate/i.test(message)) return new DeliveryError('certificate', { detail })
  if (code === 'ETIMEDOUT') return new DeliveryError('hangs', { detail })
  return new DeliveryError(/closed|reset/i.test(message) ? 'dropped' : 'unreachable', { detail })
}
