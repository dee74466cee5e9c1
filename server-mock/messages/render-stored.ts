import { sql } from 'kysely'
import { routePath } from '#schemas/rules/text/route-path.ts'
import type { Config } from '#server/config.ts'
import type { Trx } from '#server/database/database.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { readSiteSettings } from '#server/features/settings/store.ts'
import { localeOrder, systemCaller } from '#server/model/context.ts'
import { nameOf, type NoticeText } from '#server/model/notifications/store-notice.ts'
import { DeliveryError, type RenderedMessage } from './drivers/driver.ts'
import type { StoredMessage } from './outbox-store.ts'
import { readSubscriptions } from './push-subscriptions.ts'
import { digestTemplate, renderDigest } from './render-digest.ts'
import { renderMessage } from './render-message.ts'
import { openValues } from './send-message.ts'

/** Texts of a message that tells of a notice: with a word on choices, and where there is nothing to choose. */
const templates = { chosen: 'notifier/notice', required: 'panel/notice' }

interface StoredNotice {
  id: number
  texts: Record<string, NoticeText>
  link: { name: string; params?: Record<string, unknown>; query?: Record<string, unknown> } | null
}

/**
 * Reads what stored messages need, and gives back what renders one of them as its recipient reads it. That throws a `DeliveryError` where
 * its values or its texts are not there any more.
 */
export async function renderer(
  { trx, registry, config, now }: { trx: Trx; registry: DocumentRegistry; config: Config; now: Date },
  messages: readonly Pick<StoredMessage, 'channel' | 'recipient' | 'locale' | 'notice_id'>[],
): Promise<(message: StoredMessage) => RenderedMessage> {
  const sites = new Map<string, string>()
  for (const locale of new Set(messages.map(({ locale }) => locale))) {
    const { site_title: title } = await readSiteSettings({ trx, registry, caller: systemCaller(locale), config })
    sites.set(locale, title)
  }
  const notices = await readNotices(trx, [...new Set(messages.flatMap(({ notice_id: id }) => id ?? []))])
  const browsers = messages.flatMap(({ channel, recipient }) => (channel === 'browser' ? Number(recipient) : []))
  const subscriptions = await readSubscriptions({ trx, registry, config, now }, browsers)
  return (message) => {
    const { id, channel, recipient: to, template, locale, notice_id: noticeId } = message
    const part = { key: String(id), to, locale, site: sites.get(locale)! }
    if (noticeId === null) {
      const values = openValues(config, to, message.sealed)
      if (!values) throw new DeliveryError('unknown', { detail: 'sealed with another secret', isFinal: true })
      if (template === digestTemplate) return renderDigest(registry, part, values, (link) => addressOf(config, registry, link))
      return renderMessage(registry, channel, { ...part, template, values })
    }
    const notice = notices.get(noticeId)
    const text = notice && textIn(config, locale, notice.texts)
    if (!text) throw new DeliveryError('template', { detail: template, isFinal: true })
    if (channel === 'browser') {
      const path = message.opens ? pathOf(registry, notice.link) : undefined
      const subscription = subscriptions.get(Number(to))
      const said = { ...part, template, subject: text.title, text: text.text ?? '', html: '', values: {} }
      return { ...said, ...(subscription && { push: { subscription, link: path } }) }
    }
    const link = message.opens ? addressOf(config, registry, notice.link) : ''
    const values = { ...text.values, title: text.title, text: text.text ?? '', link }
    return { ...renderMessage(registry, channel, { ...part, template: templateOf(registry, template), values }), template }
  }
}

/** The texts with which a notification is sent; one that is gone is treated as if nobody could turn it off. */
function templateOf(registry: DocumentRegistry, name: string): string {
  const owned = [...registry.notifications.values()].flat().find((each) => nameOf(each) === name)
  return owned && owned.document.required !== true && registry.modules.has('notifier') ? templates.chosen : templates.required
}

async function readNotices(trx: Trx, ids: readonly number[]): Promise<ReadonlyMap<number, StoredNotice>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<StoredNotice>`select id, texts, link from pishkhan.notices where id = any(${ids}::bigint[])`.execute(trx)
  return new Map(rows.map((row) => [Number(row.id), row]))
}

function textIn(config: Config, locale: string, texts: StoredNotice['texts']): NoticeText | undefined {
  const found = localeOrder({ caller: systemCaller(locale), config }).find((each) => texts[each])
  return found === undefined ? undefined : texts[found]
}

type Link = StoredNotice['link']

/** Path of what a notice leads to; undefined where the screen is gone. */
function pathOf(registry: DocumentRegistry, link: Link): string | undefined {
  const screen = link && registry.screens.get(link.name)?.document
  return (screen && routePath(screen.path, link)) ?? undefined
}

/** Its web address; empty where the panel does not know its own. */
function addressOf({ siteOrigin }: Config, registry: DocumentRegistry, link: Link): string {
  const path = pathOf(registry, link)
  return path === undefined || siteOrigin === undefined ? '' : `${siteOrigin}${path}`
}
