import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'
import { ApiError } from '#server/errors.ts'
import type { Handler } from '#server/feature.ts'
import { agentNames } from '#server/features/auth/agent-names.ts'
import { DeliveryError } from '#server/messages/drivers/driver.ts'
import { messageColumns, storedMessage, type StoredMessage } from '#server/messages/outbox-store.ts'
import { renderer } from '#server/messages/render-stored.ts'
import { moduleText } from '#server/module-text.ts'

const shownRows = 100
const say = moduleText('notifier')

/** The last messages as their recipients read them, for developers. @throws `not-found` where no outbox is kept */
export const outboxList: Handler<'outbox-list'> = async (context) => {
  const { trx, config } = context
  if (!config.outbox) throw new ApiError('not-found')
  const { rows } = await sql<StoredMessage & { error: string | null }>`
    select ${messageColumns}, error from pishkhan.outbox order by id desc limit ${shownRows}`.execute(trx)
  const messages = rows.map(storedMessage)
  const render = await renderer(context, messages)
  const browsers = await browserNames(
    trx,
    messages.flatMap(({ channel, recipient }) => (channel === 'browser' ? Number(recipient) : [])),
  )
  const recipientOf = ({ channel, recipient }: StoredMessage) =>
    channel === 'browser' ? (browsers.get(Number(recipient)) ?? recipient) : recipient
  const written = (message: StoredMessage) => {
    try {
      const { subject, text } = render(message)
      return { subject, text }
    } catch (fault) {
      // Its values are erased, or its template is not there any more.
      if (!(fault instanceof DeliveryError)) throw fault
      return { subject: null, text: null }
    }
  }
  return {
    results: messages.map((message) => ({
      ...{ id: message.id, channel: message.channel, to: recipientOf(message), template: message.template, locale: message.locale },
      ...{ state: message.state, error: message.error, created_at: message.created_at.toISOString() },
      reason: message.error === null ? null : say(context, `reason.${message.error}`),
      ...written(message),
    })),
  }
}

/** Whose browsers they are, and what they say of themselves: `editor: Firefox 128 – Windows`. */
async function browserNames(trx: Trx, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const { rows } = await sql<{ id: number; username: string; user_agent: string }>`select s.id, u.username, s.user_agent
    from pishkhan.push_subscriptions s join data."user" u on u.id = s.user_id where s.id = any(${[...ids]}::bigint[])`.execute(trx)
  return new Map(
    rows.map(({ id, username, user_agent: agent }) => {
      const { browser, os } = agentNames(agent)
      return [Number(id), `${username}: ${[browser, os].filter(Boolean).join(' – ')}`]
    }),
  )
}
