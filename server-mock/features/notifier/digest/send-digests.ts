import { sql } from 'kysely'
import { formatDate, formatDateTime } from '#schemas/rules/calendar/calendar.ts'
import type { Config } from '#server/config.ts'
import type { Trx } from '#server/database/database.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import type { Job } from '#server/feature.ts'
import { localiseText } from '#server/documents/localise.ts'
import { channelsOffered } from '#server/messages/channels.ts'
import { digestTemplate, type DigestItem } from '#server/messages/render-digest.ts'
import { sendMessage } from '#server/messages/send-message.ts'
import { localeOrder, systemCaller } from '#server/model/context.ts'
import { groupsIn } from '#server/model/notifications/groups.ts'
import { mayOpen } from '#server/model/notifications/queue-notice.ts'
import type { NoticeText } from '#server/model/notifications/store-notice.ts'
import { defaultTimezone, isTimezone } from '#server/plugins/request-locale.ts'
import { nextDue } from './next-due.ts'

/** Digests of one run, and lines of one digest: of more its number is told. */
const batch = 100
const mostLines = 50

interface DueDigest {
  user_id: number
  hour: number
  timezone: string
  told_until: Date | string
  email: string | null
  chosen_zone: string | null
  chosen_locale: string | null
  is_there: boolean
}

interface UnreadRow {
  name: string
  grp: string
  texts: Record<string, NoticeText>
  link: DigestItem['link'] | null
  entity: string | null
  created_at: Date | string
}

type Context = { trx: Trx; registry: DocumentRegistry; now: Date; config: Config }

/** Sends the digests that are due. Each day of a user has one, however many processes run and however often they begin anew. */
export async function sendDigests(context: Context): Promise<void> {
  const { trx, now } = context
  const { rows } = await sql<DueDigest>`
    select d.user_id, d.hour, d.timezone, d.told_until, u.email, u.preferences->>'timezone' as chosen_zone,
      u.preferences->>'panel_locale' as chosen_locale, u.deleted_at is null and u.blocked is not true as is_there
    from pishkhan.digests d join data."user" u on u.id = d.user_id
    where d.due_at <= ${now} order by d.due_at limit ${batch} for update of d skip locked`.execute(trx)
  const sends = rows.length > 0 && (await channelsOffered(context)).includes('mail')
  for (const due of rows) {
    const zone =
      due.chosen_zone && isTimezone(due.chosen_zone) ? due.chosen_zone : isTimezone(due.timezone) ? due.timezone : defaultTimezone
    // Who has moved to another zone is told at his hour there, and who cannot be told now with the next mail that can go.
    const address = zone === due.timezone && sends && due.is_there ? due.email : null
    if (address) await sendDigest(context, due, zone, address)
    await sql`update pishkhan.digests set timezone = ${zone}, due_at = ${nextDue(now, due.hour, zone)},
      told_until = ${address ? now : new Date(due.told_until)} where user_id = ${due.user_id}`.execute(trx)
  }
}

async function sendDigest(context: Context, due: DueDigest, timeZone: string, to: string): Promise<void> {
  const { registry, config, now } = context
  const rows = await readUnread(context, due)
  if (rows.length === 0) return
  const { chosen_locale: chosen } = due
  const locale = chosen && config.locales.includes(chosen) ? chosen : config.defaultLocale
  const order = localeOrder({ caller: systemCaller(locale), config })
  const groups = new Map(groupsIn(registry, locale).map(({ key, title }) => [key, title]))
  const opens = await openEntities(context, due.user_id, rows)
  const items = rows.slice(0, mostLines).map((row): DigestItem => {
    const text = row.texts[order.find((each) => row.texts[each]) ?? ''] ?? { title: '' }
    const link = row.link && (row.entity === null || opens.has(row.entity)) ? row.link : undefined
    return {
      // Of a group that is published no more the key still says its module.
      group: groups.get(row.grp) ?? localiseText(registry, row.grp.split('/')[0]!, locale, row.grp.slice(row.grp.indexOf('/') + 1)),
      title: text.title,
      ...(text.text !== undefined && { text: text.text }),
      ...(link && { link }),
      at: formatDateTime(new Date(row.created_at), { locale, timeZone }),
    }
  })
  const values = { date: formatDate(now, { locale, timeZone }), more: Math.max(0, rows.length - mostLines), items: JSON.stringify(items) }
  await sendMessage(context, { channel: 'mail', to, template: digestTemplate, values, locale })
}

/** What was told since the last digest and is not read, by kind and the newest first; of more than a thousand the newest. */
async function readUnread({ trx, now }: Context, { user_id: user, told_until: until }: DueDigest): Promise<UnreadRow[]> {
  const { rows } = await sql<UnreadRow>`
    select c.name, c.grp, c.texts, c.link, c.entity, n.created_at
    from pishkhan.notifications n join pishkhan.notices c on c.id = n.notice_id
    where n.user_id = ${user} and n.read_at is null and n.created_at > ${new Date(until)} and n.created_at <= ${now}
    order by n.id desc limit 1000`.execute(trx)
  return rows
}

/** Entities of which the user may read records. */
async function openEntities({ trx, registry }: Context, user: number, rows: readonly UnreadRow[]): Promise<ReadonlySet<string>> {
  const names = [...new Set(rows.flatMap(({ entity }) => entity ?? []))]
  const open = new Set<string>()
  for (const name of names) {
    const { rows: found } = await sql`select u.id from data."user" u where u.id = ${user} and ${mayOpen(registry, name)}`.execute(trx)
    if (found.length > 0) open.add(name)
  }
  return open
}

const minuteMs = 60_000

export const digestJob: Job = {
  name: 'notifier-digests',
  everyMs: minuteMs,
  run: (trx, registry, now, config) => sendDigests({ trx, registry, now, config }),
}
