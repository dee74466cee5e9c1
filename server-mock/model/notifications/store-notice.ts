import { sql } from 'kysely'
import { channelsOf, choiceOf } from '#schemas/rules/notification-channels.ts'
import type { NotificationDocument } from '#schemas/types/contract.d.ts'
import type { Owned } from '#server/documents/registry.ts'
import { raiseTopic } from '#server/live/topics.ts'
import { kindsOn } from '#server/messages/drivers/entries.ts'
import type { ModelContext } from '#server/model/context.ts'
import { groupKey } from './groups.ts'
import { isWhole, queueNotice, type QueuedNotice } from './queue-notice.ts'
import type { Recipients } from './recipients.ts'

/** Topic of the live stream that tells a user of new notifications. */
export const notificationsTopic = 'notifications'

/** What a recipient reads, in one language. */
export interface NoticeText {
  title: string
  text?: string
  /** What is inserted, by name (`price`, `author_name_full`): for patterns of text messages. */
  values?: Record<string, string>
}

export interface Notice {
  /** By locale. */
  texts: Record<string, NoticeText>
  link?: unknown
  /** What it tells of; without a record everybody who is told may follow the link. */
  record?: { entity: string; id: number }
}

export const nameOf = ({ module, document }: Owned<NotificationDocument>): string => `${module}/${document.name}`

/** Whether there is anybody to tell. */
export const reachesNobody = ({ document }: Owned<NotificationDocument>, recipients: Recipients): boolean =>
  channelsOf(document).every((channel) => recipients[choiceOf(channel)].length === 0)

/** Stores what is told once, puts it under the bells of its recipients, and queues the messages. */
export async function storeNotice(
  context: ModelContext,
  owned: Owned<NotificationDocument>,
  { texts, link, record }: Notice,
  recipients: Recipients,
): Promise<QueuedNotice> {
  const { trx, registry, now } = context
  const { document } = owned
  const { rows } = await sql<{ id: number }>`
    insert into pishkhan.notices (name, grp, icon, texts, link, entity, record_id, created_at)
    values (${nameOf(owned)}, ${groupKey(registry, owned)}, ${document.icon ?? 'bell'}, ${JSON.stringify(texts)}::text::jsonb,
      ${link === undefined ? null : JSON.stringify(link)}::text::jsonb, ${record?.entity ?? null}, ${record?.id ?? null}::bigint, ${now})
    returning id`.execute(trx)
  const notice = { id: Number(rows[0]!.id), name: nameOf(owned), ...(record && { entity: record.entity }) }
  const channels = channelsOf(document)
  if (channels.includes('database') && recipients.database.length > 0 && (document.required === true || (await isBellOn(context))))
    await showUnderBell(context, notice.id, recipients.database)
  await queueNotice(context, notice, channels, recipients)
  return notice
}

/** Whether the driver of the bell is turned on. What is required comes under the bell anyway. */
const isBellOn = async ({ trx, registry, config }: ModelContext): Promise<boolean> =>
  !isWhole(config) || (await kindsOn(trx, registry, config)).has('database')

async function showUnderBell({ trx, now }: ModelContext, notice: number, users: readonly number[]): Promise<void> {
  await sql`insert into pishkhan.notifications (notice_id, user_id, created_at)
    select ${notice}::bigint, id, ${now} from unnest(${users}::bigint[]) as id`.execute(trx)
  await raiseTopic(trx, notificationsTopic, users)
}
