import { sql } from 'kysely'
import type { NotificationDocument } from '#schemas/types/contract.d.ts'
import { lookUpEntity, type ModelContext, type ModelEntity } from '#server/model/context.ts'
import { audienceOf } from '#server/model/lifecycles/hooks.ts'
import { selectAnyRows, type StoredRow } from '#server/model/read.ts'
import { administratorRole } from '#server/plugins/authentication.ts'

/** More are never told of one event. */
const mostRecipients = 10_000

/**
 * Ids of those whom a notification about a record tells: each once, without whoever has brought it about, the blocked, and those who
 * turned it off.
 */
export async function recipientsOf(
  context: ModelContext,
  entity: ModelEntity,
  row: StoredRow,
  { to, required }: NotificationDocument,
  group: string,
): Promise<number[]> {
  const { trx, registry, caller } = context
  const ids = new Set<number>()
  const permissions: string[] = []
  for (const recipient of to) {
    if (typeof recipient === 'string') for (const id of await usersAt(context, entity, row, recipient)) ids.add(id)
    else if ('permission' in recipient) permissions.push(recipient.permission)
    else for (const id of await audienceOf(recipient.audience)(context, row)) ids.add(id)
  }
  const roles = permissions.length === 0 ? [] : [administratorRole, ...rolesWith(registry, permissions)]
  const { rows } = await sql<{ id: number }>`
    select u.id from data."user" u
    where u.deleted_at is null and u.blocked is not true and u.id is distinct from ${caller.user?.id ?? null}
      and (u.id = any(${[...ids]}::bigint[])
        or exists (select 1 from jsonb_array_elements_text(u.roles) as r where r = any(${roles}::text[]) and not jsonb_exists(coalesce(u.blocked_roles, '[]'), r))
        or exists (select 1 from jsonb_array_elements_text(coalesce(u.permits, '[]')) as p where p = any(${permissions}::text[])))
      and (${required === true} or not exists (
        select 1 from pishkhan.notification_choices c where c.user_id = u.id and c.grp = ${group} and c.channel = 'database' and not c.is_on))
    order by u.id limit ${mostRecipients}`.execute(trx)
  return rows.map(({ id }) => Number(id))
}

const rolesWith = (registry: ModelContext['registry'], permissions: readonly string[]): string[] =>
  [...registry.grants].filter(([, granted]) => permissions.some((permission) => granted.has(permission))).map(([role]) => role)

/** The users whom `{record.author}` or `{record.post.created_by}` names. */
async function usersAt(context: ModelContext, entity: ModelEntity, row: StoredRow, insertion: string): Promise<number[]> {
  const [head, inside] = insertion.slice('{record.'.length, -1).split('.') as [string, string | undefined]
  const column = entity.shape.byName.get(head)
  const value = row[column?.name ?? head]
  if (inside === undefined) return [value].flat().filter((id) => typeof id === 'number')
  const target = column?.references === undefined ? undefined : lookUpEntity(context.registry, column.references)
  const [referred] = target && typeof value === 'number' ? await selectAnyRows(context, target, [value]) : []
  return referred ? usersAt(context, target!, referred, `{record.${inside}}`) : []
}
