import { sql } from 'kysely'
import { entityAccess, findEntity } from '#server/documents/entity-field.ts'
import { isAllowed } from '#server/caller.ts'
import type { CallContext, Handler } from '#server/feature.ts'
import { localeOrder } from '#server/model/context.ts'
import type { NoticeText } from '#server/model/notifications/store-notice.ts'

const pageSize = 20

async function countUnread({ trx, caller }: CallContext): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pishkhan.notifications where user_id = ${caller.user!.id} and read_at is null`.execute(trx)
  return rows[0]!.count
}

export const count: Handler<'user-notification-count'> = async (context) => ({ results: { count: await countUnread(context) } })

interface Row {
  id: number
  texts: Record<string, NoticeText>
  link: object | null
  icon: string
  entity: string | null
  created_at: Date | string
  read_at: Date | string | null
}

export const list: Handler<'user-notification-list'> = async (context) => {
  const { trx, caller, params } = context
  const { unread, before, page = 1 } = params
  const { rows } = await sql<Row>`
    select n.id, c.texts, c.link, c.icon, c.entity, n.created_at, n.read_at
    from pishkhan.notifications n join pishkhan.notices c on c.id = n.notice_id
    where n.user_id = ${caller.user!.id} and (${unread !== '1'} or n.read_at is null) and (${before ?? null}::bigint is null or n.id < ${before ?? null}::bigint)
    order by n.id desc limit ${pageSize + 1} offset ${before === undefined ? (page - 1) * pageSize : 0}`.execute(trx)
  const shown = rows.slice(0, pageSize)
  const last = shown.at(-1)
  const query = new URLSearchParams({ ...(unread === '1' && { unread }), before: String(last?.id), page: String(page + 1) })
  return {
    results: shown.map((row) => ({
      id: Number(row.id),
      data: { ...textIn(context, row.texts), ...(row.link && mayOpen(context, row.entity) && { link: row.link }) },
      icon: row.icon,
      created_at: new Date(row.created_at).toISOString(),
      read_at: row.read_at && new Date(row.read_at).toISOString(),
    })),
    metadata: { next_page_url: rows.length > pageSize ? `/api/v1/user-notification-list?${query}` : null },
  }
}

/** In the reader's language, else in the nearest that it was written in. */
function textIn(context: CallContext, texts: Record<string, NoticeText>): NoticeText {
  const locale = localeOrder(context).find((each) => texts[each])
  return (locale === undefined ? Object.values(texts)[0] : texts[locale]) ?? { title: '' }
}

const mayOpen = ({ registry, caller }: CallContext, name: string | null): boolean => {
  if (name === null) return true
  const entity = findEntity(registry, name)
  return entity !== undefined && isAllowed(caller, entityAccess(entity.document, 'read'))
}

export const read: Handler<'user-notification-read'> = async (context) => {
  const { trx, caller, payload, now } = context
  const { ids = [], all = false } = payload
  await sql`update pishkhan.notifications set read_at = ${now}
    where user_id = ${caller.user!.id} and read_at is null and (${all} or id = any(${ids}::bigint[]))`.execute(trx)
  return { results: { count: await countUnread(context) } }
}
