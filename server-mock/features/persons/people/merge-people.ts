import { sql } from 'kysely'
import { ApiError, validationError } from '#server/errors.ts'
import { textOf } from '#server/documents/expansion.ts'
import type { CallContext, Handler } from '#server/feature.ts'
import { writeAudit } from '#server/model/audit.ts'
import { destroyRecord, readStored, trusted, writeRecord } from '#server/model/model.ts'
import { changeUser, holdUser } from '#server/features/persons/change-user.ts'
import { slugsIn } from '#server/plugins/effective-roles.ts'
import { personFields, recordsNaming, type PersonField } from './person-references.ts'

/** Most records of one kind that are moved in one call. */
const mostMoved = 2000

/** Fields that the kept record takes over where it has nothing. */
const takenOver = [
  'first_name',
  'last_name',
  'avatar',
  'phones',
  'code_melli',
  'postal_code',
  'gender',
  'birthday',
  'email',
  'mobile',
] as const

const say = ({ registry, caller }: CallContext, key: string, values: Record<string, unknown> = {}) =>
  registry.message('persons', caller.locale, key, values)

/**
 * Makes two records of one person one: what refers to the other refers to the kept one, which takes over what it lacks. The other stays,
 * blocked, without roles and without what it signed in by; what it did stays under its number. All of it, or nothing.
 * @throws `permission-denied`, a 422 on `other` for records that both need for themselves, or that nobody changes
 */
export const mergePeople: Handler<'user-merge'> = async (context) => {
  const { id, other } = context.payload
  if (id === other) throw validationError({ other: [say(context, 'merge_same')] })
  if (other === context.caller.user!.id) throw validationError({ other: [say(context, 'erase_self')] })
  // In the order of their numbers, so that two merges never wait for each other.
  const held = new Map<number, Record<string, unknown>>()
  for (const one of [id, other].sort((a, b) => a - b)) held.set(one, await holdUser(context.trx, one))
  const [kept, merged] = [held.get(id)!, held.get(other)!]
  // Blocking asks for all rights over the other, and keeps the last administrator.
  const emptied = Object.fromEntries(['email', 'mobile'].map((field) => [field, null]))
  await changeUser(context, { id: other, data: { blocked: true } }, { roles: [], permits: [], blocked_roles: [] })
  await writeRecord(context, 'user', { id: other, data: { ...emptied, username: `merged-${other}` } }, trusted)
  await joinOrganizations(context, id, other)
  const moved = await moveRecords(context, id, other)
  const data = Object.fromEntries(
    takenOver.filter((field) => isBlank(kept[field]) && !isBlank(merged[field])).map((field) => [field, merged[field]]),
  )
  await changeUser(context, { id, data })
  await writeAudit(context, { entity: 'user', recordId: other, action: 'merge', after: { into: id } })
  return { results: { id, moved } }
}

const isBlank = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Of an organization to which both belong the kept one has the roles of both; a role that one of them had blocked stays blocked. */
async function joinOrganizations(context: CallContext, id: number, other: number): Promise<void> {
  if (!context.registry.entities.has('organization_user')) return
  const { rows } = await sql<{ own: number; theirs: number }>`select own.id as own, theirs.id as theirs
    from data.organization_user own join data.organization_user theirs on theirs.organization_id = own.organization_id
    where own.user_id = ${id} and theirs.user_id = ${other}`.execute(context.trx)
  for (const { own, theirs } of rows) {
    const [one, two] = [
      await readStored(context, 'organization_user', Number(own), trusted),
      await readStored(context, 'organization_user', Number(theirs), trusted),
    ]
    const blocked = (row: Record<string, unknown>) => (row.blocked === true ? slugsIn(row.roles) : slugsIn(row.blocked_roles))
    const data = {
      roles: [...new Set([...slugsIn(one.roles), ...slugsIn(two.roles)])],
      blocked_roles: [...new Set([...blocked(one), ...blocked(two)])],
      blocked: false,
    }
    await destroyRecord(context, 'organization_user', Number(theirs), undefined, trusted)
    await writeRecord(context, 'organization_user', { id: Number(own), data }, trusted)
  }
}

async function moveRecords(context: CallContext, id: number, other: number): Promise<number> {
  let moved = 0
  const refused: string[] = []
  for (const field of personFields(context)) {
    if (field.entity.name === 'login_entry') {
      await sql`update data.login_entry set user_id = ${id} where user_id = ${other}`.execute(context.trx)
      continue
    }
    const ids = await recordsNaming(context, field, other, mostMoved + 1)
    if (ids.length > mostMoved) refused.push(say(context, 'merge_many', { title: titleOf(context, field), count: mostMoved }))
    else
      for (const record of ids) {
        if (await moveRecord(context, field, record, id, other)) moved += 1
        else refused.push(say(context, 'merge_conflict', { title: titleOf(context, field), id: record }))
        if (refused.length >= 10) break
      }
  }
  if (refused.length > 0) throw validationError({ other: refused })
  return moved
}

const titleOf = ({ registry, caller }: CallContext, { entity }: PersonField): string =>
  textOf({ registry, reader: caller, module: entity.module }, entity.document.title)

/** Whether a record names the kept person now; not where its own rules refuse that, as of a unique value that both have. */
async function moveRecord(
  context: CallContext,
  { entity, column, isList }: PersonField,
  record: number,
  id: number,
  other: number,
): Promise<boolean> {
  await sql`savepoint moved`.execute(context.trx)
  try {
    const stored: Record<string, unknown> = isList ? await readStored(context, entity.name, record, trusted) : {}
    const list = Array.isArray(stored[column.name]) ? (stored[column.name] as number[]) : []
    const value = isList ? [...new Set(list.map((each) => (Number(each) === other ? id : Number(each))))] : id
    const data = { [column.field]: value, ...(entity.name === 'address' && { is_default: false }) }
    await writeRecord(context, entity.name, { id: record, data }, { ...trusted, readOnly: [column.field], unlocked: true })
    return true
  } catch (fault) {
    if (!(fault instanceof ApiError)) throw fault
    await sql`rollback to savepoint moved`.execute(context.trx)
    return false
  }
}
