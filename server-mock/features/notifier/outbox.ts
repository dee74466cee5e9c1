import { sql } from 'kysely'
import { ApiError } from '#server/errors.ts'
import type { Handler } from '#server/feature.ts'
import { readSiteSettings } from '#server/features/settings/store.ts'
import { DeliveryError } from '#server/messages/drivers/driver.ts'
import { renderMessage } from '#server/messages/render-message.ts'
import type { StoredMessage } from '#server/messages/outbox-store.ts'
import { openValues } from '#server/messages/send-message.ts'
import { moduleText } from '#server/module-text.ts'

const shownRows = 100
const say = moduleText('notifier')

/** The last messages as their recipients read them, for developers. @throws `not-found` where no outbox is kept */
export const outboxList: Handler<'outbox-list'> = async (context) => {
  const { trx, config, registry } = context
  if (!config.outbox) throw new ApiError('not-found')
  const { rows } = await sql<StoredMessage & { error: string | null }>`
    select id, channel, recipient, template, locale, sealed, state, error, created_at from pishkhan.outbox
    order by id desc limit ${shownRows}`.execute(trx)
  const sites = new Map<string, string>()
  for (const locale of new Set(rows.map((row) => row.locale))) {
    const { site_title: title } = await readSiteSettings({ ...context, caller: { ...context.caller, locale } })
    sites.set(locale, String(title))
  }
  const written = ({ id, channel, recipient: to, template, locale, sealed }: StoredMessage) => {
    const values = openValues(config, to, sealed)
    if (!values) return { subject: null, text: null }
    try {
      const { subject, text } = renderMessage(registry, channel, {
        key: String(id),
        to,
        template,
        locale,
        values,
        site: sites.get(locale)!,
      })
      return { subject, text }
    } catch (fault) {
      // A template that is not there any more.
      if (!(fault instanceof DeliveryError)) throw fault
      return { subject: null, text: null }
    }
  }
  return {
    results: rows.map((row) => ({
      ...{ id: Number(row.id), channel: row.channel, to: row.recipient, template: row.template, locale: row.locale },
      ...{ state: row.state, error: row.error, created_at: new Date(row.created_at).toISOString() },
      reason: row.error === null ? null : say(context, `reason.${row.error}`),
      ...written(row),
    })),
  }
}
