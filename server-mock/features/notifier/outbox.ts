import { sql } from 'kysely'
import { ApiError } from '#server/errors.ts'
import type { Handler } from '#server/feature.ts'
import type { StoredMessage } from '#server/messages/outbox-store.ts'
import { openValues } from '#server/messages/send-message.ts'

const shownRows = 100

/** The last messages with their values, for developers. @throws `not-found` where no outbox is kept */
export const outboxList: Handler<'outbox-list'> = async ({ trx, config }) => {
  if (!config.outbox) throw new ApiError('not-found')
  const { rows } = await sql<StoredMessage & { error: string | null }>`
    select id, channel, recipient, template, locale, sealed, state, error, created_at from pishkhan.outbox
    order by id desc limit ${shownRows}`.execute(trx)
  return {
    results: rows.map(({ id, channel, recipient: to, template, locale, sealed, state, error, created_at: at }) => ({
      ...{ id: Number(id), channel, to, template, locale, state, error },
      created_at: new Date(at).toISOString(),
      values: openValues(config, to, sealed) ?? null,
    })),
  }
}
