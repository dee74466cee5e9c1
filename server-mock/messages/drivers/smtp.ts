import { DeliveryError, type Deliver } from './driver.ts'

export interface SmtpSettings {
  /** `smtp://name:password@host:587` (STARTTLS where the server has it) or `smtps://…`. */
  url: string
  from: string
}

export interface SmtpLimits {
  connectMs: number
  silenceMs: number
  wholeMs: number
}

/** The whole is shorter than the lease of a message that is being sent. */
const usualLimits: SmtpLimits = { connectMs: 10_000, silenceMs: 20_000, wholeMs: 60_000 }

/** Sends mail by SMTP. A second try has the same Message-ID, so that servers can tell it from another message. @source RFC 5321, 4.5.4.1 */
export function createSmtpDriver({ url, from }: SmtpSettings, limits: SmtpLimits = usualLimits): Deliver {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  return async ({ key, to, subject, text, html }) => {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      host: hostname,
      port: port === '' ? (secure ? 465 : 587) : Number(port),
      secure,
      // A password is never sent where others can read it.
      requireTLS: username !== '' && !secure,
      ...(username !== '' && { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
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
    const domain = from.split('@').at(-1)!.replace('>', '')
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
  if (code === 'ETIMEDOUT') return new DeliveryError('hangs', { detail })
  return new DeliveryError(/closed|reset/i.test(message) ? 'dropped' : 'unreachable', { detail })
}
