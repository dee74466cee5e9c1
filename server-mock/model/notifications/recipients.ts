import { sql, type RawBuilder } from 'kysely'
import { channelChoices, type ChannelChoice } from '#schemas/rules/notification-channels.ts'
import type { NotificationDocument } from '#schemas/types/contract.d.ts'
import type { Owned } from '#server/documents/registry.ts'
import { lookUpEntity, type ModelContext, type ModelEntity } from '#server/model/context.ts'
import { audienceOf } from '#server/model/lifecycles/hooks.ts'
import { selectAnyRows, type StoredRow } from '#server/model/read.ts'
import { administratorRole } from '#server/plugins/authentication.ts'
import { groupKey } from './groups.ts'

/** More are never told of one event. */
const mostRecipients = 10_000

/** Ids of those whom a notification tells, by the way in which they want to be told. */
export type Recipients = Readonly<Record<ChannelChoice, readonly number[]>>

/**
 * Those whom a notification about a record tells: each once, without whoever has brought it about, and the blocked; by each way those who
 * did not turn it off.
 */
export async function recipientsOf(
  context: ModelContext,
  entity: ModelEntity,
  row: StoredRow,
  owned: Owned<NotificationDocument>,
): Promise<Recipients> {
  const { registry, caller } = context
  const ids = new Set<number>()
  const permissions: string[] = []
  for (const recipient of owned.document.to) {
    if (typeof recipient === 'string') for (const id of await usersAt(context, entity, row, recipient)) ids.add(id)
    else if ('permission' in recipient) permissions.push(recipient.permission)
    else for (const id of await audienceOf(recipient.audience)(context, row)) ids.add(id)
  }
  const roles = permissions.length === 0 ? [] : [administratorRole, ...rolesWith(registry, permissions)]
  return wishesOf(
    context,
    owned,
    sql`u.id is distinct from ${caller.user?.id ?? null} and (u.id = any(${[...ids]}::bigint[]) or ${holdsOne(roles, permissions)})`,
  )
}

/** Of these users, those who are not blocked, by each way those who did not turn it off. */
export const chosenBy = (context: ModelContext, ids: readonly number[], owned: Owned<NotificationDocument>): Promise<Recipients> =>
  wishesOf(context, owned, sql`u.id = any(${ids}::bigint[])`)

async function wishesOf(
  { trx, registry }: ModelContext,
  owned: Owned<NotificationDocument>,
  isMeant: RawBuilder<unknown>,
): Promise<Recipients> {
  const { rows } = await sql<{ id: number; off: ChannelChoice[] | null }>`
    select u.id, (select array_agg(c.channel) from pishkhan.notification_choices c
      where c.user_id = u.id and c.grp = ${groupKey(registry, owned)} and not c.is_on and ${owned.document.required !== true}) as off
    from data."user" u where u.deleted_at is null and u.blocked is not true and ${isMeant}
    order by u.id limit ${mostRecipients}`.execute(trx)
  const wanting = (choice: ChannelChoice) => rows.filter(({ off }) => !off?.includes(choice)).map(({ id }) => Number(id))
  return Object.fromEntries(channelChoices.map((choice) => [choice, wanting(choice)])) as unknown as Recipients
}

/** Whether the user `u` has one of the roles, and is not blocked in it, or one of the permissions by himself. */
export const holdsOne = (roles: readonly string[], permissions: readonly string[]): RawBuilder<boolean> => sql<boolean>`(
  exists (select 1 from jsonb_array_elements_text(u.roles) as r where r = any(${roles}::text[]) and not jsonb_exists(coalesce(u.blocked_roles, '[]'), r))
  or exists (select 1 from jsonb_array_elements_text(coalesce(u.permits, '[]')) as p where p = any(${permissions}::text[])))`

/** Roles that grant one of the permissions. */
export const rolesWith = (registry: ModelContext['registry'], permissions: readonly string[]): string[] =>
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
