import { interpolate } from '#schemas/rules/text/interpolate.ts'
import { locales } from '#schemas/rules/locales.ts'
import { localiseText } from '#server/documents/localise.ts'
import type { ModelContext } from '#server/model/context.ts'
import { isTimezone, defaultTimezone } from '#server/plugins/request-locale.ts'
import { queueTo } from './queue-notice.ts'
import { chosenBy } from './recipients.ts'
import { reachesNobody, storeNotice, type NoticeText } from './store-notice.ts'

/** In which language, and in which zone, something is written. */
export interface NoticeReader {
  locale: string
  timezone: string
}

export interface UserEvent {
  user: number
  /** What texts insert as `{event.device}`, in each language. */
  values: (reader: NoticeReader) => Record<string, string>
  /** Told as well: a mail address that was the user's. */
  formerMail?: string | null
}

/** Tells a user of what happened to him, as the notifications of the event say it, whoever has brought it about. */
export async function tellUser(context: ModelContext, event: string, { user, values, formerMail }: UserEvent): Promise<void> {
  const { trx, registry, config } = context
  for (const owned of registry.notifications.get(event) ?? []) {
    const { module, document } = owned
    const recipients = await chosenBy(context, [user], owned)
    if (reachesNobody(owned, recipients)) continue
    const row = await trx.selectFrom('data.user').select('preferences').where('id', '=', user).executeTakeFirst()
    const preferences = (row?.preferences ?? {}) as { panel_locale?: string | null; timezone?: string | null }
    const { timezone: chosen } = preferences
    const timezone = chosen && isTimezone(chosen) ? chosen : defaultTimezone
    const texts: Record<string, NoticeText> = {}
    for (const locale of config?.locales ?? locales) {
      const inserted = values({ locale, timezone })
      const say = (written: string) => interpolate(localiseText(registry, module, locale, written), { event: inserted })
      texts[locale] = {
        title: say(document.title),
        ...(document.text !== undefined && { text: say(document.text) }),
        ...(document.channels?.includes('pattern-sms') && { values: inserted }),
      }
    }
    const notice = await storeNotice(context, owned, { texts, link: document.link }, recipients)
    if (formerMail) await queueTo(context, notice, { channel: 'mail', to: formerMail, locale: preferences.panel_locale ?? undefined })
  }
}
