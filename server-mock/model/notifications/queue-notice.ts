import { sql } from 'kysely'
import { choiceOf, type ChannelChoice, type NotificationChannel } from '#schemas/rules/notification-channels.ts'
import { locales as knownLocales, defaultLocale } from '#schemas/rules/locales.ts'
import type { Config } from '#server/config.ts'
import { developerPermission, nobody } from '#server/caller.ts'
import type { CallContext } from '#server/feature.ts'
import { channelsOffered, type Channel } from '#server/messages/channels.ts'
import { liveSubscriptions } from '#server/messages/push-subscriptions.ts'
import { entityAccess, findEntity } from '#server/documents/entity-field.ts'
import type { ModelContext } from '#server/model/context.ts'
import { administratorRole, developerRole } from '#server/plugins/authentication.ts'
import { holdsOne, rolesWith } from './recipients.ts'

/** What was told, and of which entity it tells. */
export interface QueuedNotice {
  id: number
  /** `content/post-published` */
  name: string
  /** Everybody may follow its link where there is none. */
  entity?: string
}

/** Column of a user that holds where a channel reaches him. */
export const addressColumns: Readonly<Record<Exclude<Channel, 'browser'>, 'email' | 'mobile'>> = {
  mail: 'email',
  sms: 'mobile',
  'pattern-sms': 'mobile',
}

/**
 * Queues a notice on the channels that send something and that are offered, in one statement for each: to those who want it by that way and
 * have an address for it. Of the two kinds of text messages the first that is offered is sent.
 */
export async function queueNotice(
  context: ModelContext,
  notice: QueuedNotice,
  channels: readonly NotificationChannel[],
  recipients: Readonly<Record<ChannelChoice, readonly number[]>>,
): Promise<void> {
  const offered = await channelsOfferedTo(context)
  const used = new Map<ChannelChoice, Channel>()
  for (const channel of channels)
    if (channel !== 'database' && offered.includes(channel) && !used.has(choiceOf(channel))) used.set(choiceOf(channel), channel)
  for (const [choice, channel] of used) if (recipients[choice].length > 0) await queueOn(context, notice, channel, recipients[choice])
  if (used.size > 0) context.wakeTasks?.()
}

/** No channel where the work has no configuration, such as that of a test of the model. */
export const channelsOfferedTo = async (context: ModelContext): Promise<readonly Channel[]> =>
  isWhole(context.config) ? channelsOffered({ ...context, config: context.config } as Partial<CallContext> & { config: Config }) : []

/** Whether there is the configuration of a server, and not that of a test of the model. */
export const isWhole = (config: ModelContext['config']): config is Config => config?.secret !== undefined

/** To so many a message goes beside the others, so that nothing waits behind it. */
const bulkFrom = 50

async function queueOn(
  { trx, registry, config, now }: ModelContext,
  { id, name, entity }: QueuedNotice,
  channel: Channel,
  users: readonly number[],
): Promise<void> {
  // A browser is an address of its own, and a user may have several.
  const isPush = channel === 'browser'
  const address = isPush ? sql`s.id::text` : sql.ref(`u.${addressColumns[channel]}`)
  const browsers = isPush ? sql`join (${liveSubscriptions({ registry, now })}) on s.user_id = u.id` : sql``
  const locales = config?.locales ?? knownLocales
  await sql`
    insert into pishkhan.outbox (channel, recipient, template, locale, secret, notice_id, opens, is_bulk, due_at, created_at)
    select ${channel}, ${address}, ${name}, case when chosen = any(${[...locales]}::text[]) then chosen else ${config?.defaultLocale ?? defaultLocale(locales)} end,
      false, ${id}::bigint, ${mayOpen(registry, entity)}, ${users.length >= bulkFrom}, ${now}, ${now}
    from data."user" u ${browsers}, lateral (select u.preferences->>'panel_locale' as chosen) as p
    where u.id = any(${[...users]}::bigint[]) and coalesce(${address}, '') <> ''`.execute(trx)
}

/** Queues a notice to one address, where its channel is offered. */
export async function queueTo(
  context: ModelContext,
  { id, name }: QueuedNotice,
  { channel, to, locale }: { channel: Channel; to: string; locale?: string },
): Promise<void> {
  if (!(await channelsOfferedTo(context)).includes(channel)) return
  const { trx, config, now } = context
  const locales = config?.locales ?? knownLocales
  const language = locale !== undefined && locales.includes(locale) ? locale : (config?.defaultLocale ?? defaultLocale(locales))
  await sql`
    insert into pishkhan.outbox (channel, recipient, template, locale, secret, notice_id, opens, due_at, created_at)
    values (${channel}, ${to}, ${name}, ${language}, false, ${id}::bigint, true, ${now}, ${now})`.execute(trx)
  context.wakeTasks?.()
}

/** Whether the user `u` may read records of an entity at all. */
export function mayOpen(registry: ModelContext['registry'], name: string | undefined) {
  if (name === undefined) return sql<boolean>`true`
  const entity = findEntity(registry, name)
  if (!entity) return sql<boolean>`false`
  const access = entityAccess(entity.document, 'read')
  if (access === undefined || access === 'user' || access === 'guest') return sql<boolean>`true`
  if (access === nobody) return sql<boolean>`false`
  if (access === developerPermission) return holdsOne([developerRole], [])
  return holdsOne([administratorRole, developerRole, ...rolesWith(registry, [access])], [access])
}
