import { sql } from 'kysely'
import type { CallContext } from '#server/feature.ts'
import { deriveKey } from '#server/keys.ts'
import { openText, sealText } from '#server/plugins/sealed-text.ts'
import type { Channel } from './channels.ts'

export interface Message {
  channel: Channel
  /** Mail address or phone number. */
  to: string
  /**
   * `module/name`: the texts `messages.<name>.subject`, `messages.<name>.text` and, where an SMS says it shorter, `messages.<name>.sms` of
   * the module, with `{values}`.
   */
  template: string
  /** `{ code: '482913' }`; the value `code` stands out in a mail. `site` is the title of the site. */
  values: Readonly<Record<string, string | number>>
  /** Language of the recipient. */
  locale: string
  /** The values are erased once a driver has sent them, and it is not tried for longer than ten minutes. */
  secret?: boolean
}

/** What writing needs of a call; `wakeTasks` sends at once after the commit. */
export type MessageContext = Pick<CallContext, 'trx' | 'config' | 'now'> & Partial<Pick<CallContext, 'wakeTasks'>>

/** Queues a message in the transaction; it goes out after the commit, and never when the transaction is rolled back. */
export const sendMessage = (context: MessageContext, message: Message): Promise<void> => sendMessages(context, [message])

/** The same for many in one statement. */
export async function sendMessages({ trx, config, now, wakeTasks }: MessageContext, messages: readonly Message[]): Promise<void> {
  if (messages.length === 0) return
  const rows = messages.map((message) => ({
    channel: message.channel,
    recipient: message.to,
    template: message.template,
    locale: message.locale,
    sealed: sealValues(config, message.to, message.values),
    secret: message.secret === true,
  }))
  await sql`insert into pishkhan.outbox (channel, recipient, template, locale, sealed, secret, due_at, created_at)
    select channel, recipient, template, locale, sealed, secret, ${now}, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::text::jsonb)
      as r (channel text, recipient text, template text, locale text, sealed text, secret boolean)`.execute(trx)
  wakeTasks?.()
}

const place = (recipient: string) => `message ${recipient}`

const sealValues = ({ secret }: { secret: string }, recipient: string, values: Message['values']): string =>
  sealText(deriveKey(secret, 'messages'), place(recipient), JSON.stringify(values))

/** The values of a stored message; undefined once they are erased, and where the server has another secret. */
export function openValues({ secret }: { secret: string }, recipient: string, sealed: string | null): Message['values'] | undefined {
  const text = sealed === null ? undefined : openText(deriveKey(secret, 'messages'), place(recipient), sealed)
  return text === undefined ? undefined : (JSON.parse(text) as Message['values'])
}
