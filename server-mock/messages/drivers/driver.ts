/** Where a browser is told something, as it has said itself. @source Push API, PushSubscription.toJSON() */
export interface PushSubscription {
  endpoint: string
  keys: { p256dh: string; auth: string }
}

/** A message as its recipient reads it. */
export interface RenderedMessage {
  /** The same each time that the message is tried. */
  key: string
  to: string
  template: string
  locale: string
  subject: string
  text: string
  html: string
  values: Readonly<Record<string, string | number>>
  /** Of the channel `browser`: where it goes, and the path of the panel that a click opens. */
  push?: { subscription: PushSubscription; link?: string }
}

/** Sends one message. @throws `DeliveryError` */
export type Deliver = (message: RenderedMessage) => Promise<void>

/**
 * Why a message was not sent, as the texts `reason.<code>` of the module `notifier` say it: `hangs` no answer in time, `unreachable`
 * nothing answers there, `certificate` that of the server is not trusted, `refused` the other side does not take it, `dropped` the
 * connection ended before it was taken, `login` the name or the password is wrong, `address` no public https address, `unknown` it is not
 * known whether it arrived, `template` no text for it, or one that cannot be filled in, `pattern` no pattern of the provider is named for
 * it, `gone` the browser takes no notices any more, `no-browser` there is none that takes them.
 */
export type DeliveryCode =
  | 'hangs'
  | 'unreachable'
  | 'certificate'
  | 'refused'
  | 'dropped'
  | 'login'
  | 'address'
  | 'unknown'
  | 'template'
  | 'pattern'
  | 'no-driver'
  | 'gone'
  | 'no-browser'

/** Whether Node's code of a failed connection speaks of the certificate of the other side. */
export const isOfCertificate = (code: string): boolean =>
  /^(ERR_TLS_CERT|CERT_|DEPTH_ZERO_SELF_SIGNED|SELF_SIGNED|UNABLE_TO_(VERIFY|GET_ISSUER))/.test(code)

export class DeliveryError extends Error {
  readonly code: DeliveryCode
  /** Another try would do no better, or might send twice. */
  readonly isFinal: boolean
  /** @param detail what the other side has said, never with values of the message */
  constructor(code: DeliveryCode, { detail = '', isFinal = false }: { detail?: string; isFinal?: boolean } = {}) {
    super(detail.slice(0, 300))
    this.code = code
    this.isFinal = isFinal
  }
}
