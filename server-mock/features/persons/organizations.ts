import { sql } from 'kysely'
import { searchLimits } from '#schemas/rules/text/search-words.ts'
import { isAllowed } from '#server/caller.ts'
import { ApiError, validationError } from '#server/errors.ts'
import type { CallContext, Handler, Handlers } from '#server/feature.ts'
import { findModel, trusted } from '#server/model/context.ts'
import type { FilledWhere } from '#server/model/list/document-where.ts'
import { queryList } from '#server/model/list/list-query.ts'
import { destroyRecord, readStored, writeRecord } from '#server/model/model.ts'
import { readRecords } from '#server/model/read.ts'
import { requireGivable } from './rights.ts'
import { readTimeline } from '#server/model/timeline/timeline.ts'

interface Member {
  id: number
  name_full: string | null
  email: string | null
}
/** A user with his roles in an organization. */
interface MemberWithRoles extends Member {
  roles: string[]
  blocked: boolean
}
interface Membership {
  organization_id: number
  /** Id of the user. */
  id: number
}

type Call = Pick<CallContext, 'trx' | 'caller' | 'registry' | 'now'>

const memberFields = ['id', 'name_full', 'email'] as const
const say = ({ registry, caller }: Call, key: string) => registry.message('persons', caller.locale, key)

/** How the status of an organization changed, newest first; `metadata` has the present one. */
export async function verifyTimeline(context: CallContext, id: number) {
  const { results, metadata } = await readTimeline(context, 'organization', id, { kinds: ['transition'] }, trusted)
  return {
    results: results.map(({ status, status_title, description, date, note, color, user }) => ({
      status: status as number | null,
      status_title,
      description,
      date,
      note: note ?? null,
      color,
      name: user?.name_full ?? null,
    })),
    metadata: { status: (metadata.status ?? null) as number | null, status_title: metadata.status_title ?? '' },
  }
}

/** Users of an organization; `can_edit` says whether the caller may call `add`. @throws `not-found` */
export async function listMembers(context: Call, organization: number, add: string) {
  const { caller, registry } = context
  const results = await readMembers(context, organization)
  const endpoint = registry.endpoints.get(`1/${add}`)?.document
  return { results, metadata: { can_edit: endpoint !== undefined && isAllowed(caller, endpoint.access) } }
}

/** In the order in which they came. */
async function readMembers(context: Call, organization: number): Promise<MemberWithRoles[]> {
  await readStored(context, 'organization', organization, trusted)
  const { rows } = await sql<MemberWithRoles>`
    select person.id, person.name_full, person.email, coalesce(member.roles, '[]') as roles, coalesce(member.blocked, false) as blocked
    from data.organization_user member join data."user" person on person.id = member.user_id
    where member.organization_id = ${organization} and person.deleted_at is null order by member.id`.execute(context.trx)
  return rows
}

/** Adds a user to an organization. @throws `not-found` for an organization that there is not, a 422 on `id` */
export async function addMember(context: CallContext, { organization_id: organization, id: user }: Membership) {
  await holdOrganization(context, organization)
  const [person] = await readRecords(context, findModel(context, 'user'), [user], { ...trusted, paths: [...memberFields] })
  if (!person || person.record.deleted_at) throw validationError({ id: [say(context, 'user_missing')] })
  if (await findMembership(context, organization, user)) throw validationError({ id: [say(context, 'already_member')] })
  await writeRecord(context, 'organization_user', { data: { organization, user } }, trusted)
  const { id, name_full, email } = person.record as unknown as Member
  const added = { id, name_full, email }
  return { results: added, metadata: { added_user: added } }
}

/** Takes a user out of an organization. @throws `not-found` */
export async function removeMember(context: CallContext, { organization_id: organization, id: user }: Membership) {
  await holdOrganization(context, organization)
  const membership = await findMembership(context, organization, user)
  if (!membership) throw new ApiError('not-found')
  await destroyRecord(context, 'organization_user', membership, undefined, trusted)
  return { results: { id: user } }
}

/**
 * Says which roles a member has in an organization, and whether he is blocked there.
 * @throws `not-found`, a 422 on `roles` for one that the caller may not give
 */
export async function changeMember(
  context: CallContext,
  { organization_id: organization, id: user, ...changes }: Membership & { roles?: string[]; blocked?: boolean },
) {
  await holdOrganization(context, organization)
  const membership = await findMembership(context, organization, user)
  if (!membership) throw new ApiError('not-found')
  const before = await readStored(context, 'organization_user', membership, trusted)
  if (changes.roles) await requireGivable(context, changes.roles, (before.roles ?? []) as string[])
  const { roles, blocked } = await writeRecord(context, 'organization_user', { id: membership, data: changes }, trusted)
  return { results: { id: user, roles: (roles ?? []) as string[], blocked: blocked === true } }
}

/** Two changes of the members of one organization wait for each other. */
export async function holdOrganization({ trx }: Call, id: number) {
  const row = await trx
    .selectFrom('data.organization')
    .select('id')
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new ApiError('not-found')
}

export async function findMembership({ trx }: Call, organization: number, user: number): Promise<number | undefined> {
  const row = await trx
    .selectFrom('data.organization_user')
    .select('id')
    .where('organization_id', '=', organization)
    .where('user_id', '=', user)
    .executeTakeFirst()
  return row?.id as number | undefined
}

const searched = ['name_full', 'username', 'email'] as const

/** Each word of the search in one of the fields that are searched: numbers of people, which the caller may not read, are not. */
function searchWhere(search: string): FilledWhere {
  const words = search.trim().split(/\s+/).slice(0, searchLimits.words)
  const of = words.map((word) => ({
    join: 'or' as const,
    of: searched.map((key) => ({ key, operator: 'contains' as const, values: [word] })),
  }))
  return { conditions: { join: 'and', of } }
}

/** Users by name, username or email. Who is in the organization already is found too: the panel says so. */
export const searchUsers: Handler<'organization-user-search'> = async (context) => {
  const { search, ids, page, page_size, organization_id: organization } = context.params
  if (organization !== undefined) await readStored(context, 'organization', organization, trusted)
  const entity = findModel(context, 'user')
  const plan = {
    sortable: new Map(),
    defaultSort: 'name_full',
    filters: new Map(),
    params: new Map(),
    tabs: [],
    pageSize: 20,
    search: false,
    ignored: new Set<string>(),
  }
  const query = Object.fromEntries(Object.entries({ ids, page, page_size }).filter(([, value]) => value !== undefined))
  const found = await queryList(context, entity, plan, query, { ...trusted, fixed: search?.trim() ? searchWhere(search) : undefined })
  const people = await readRecords(context, entity, found.ids, { ...trusted, paths: [...memberFields] })
  return {
    results: people.map(({ record }) => {
      const { id, name_full, email } = record as unknown as Member
      return { id, name_full, email }
    }),
    metadata: { pagination: found.pagination },
  }
}

/** The verification of organizations, and their users. */
export const organizationCalls: Handlers = {
  'organization-verify-timeline': (context) => verifyTimeline(context, context.params.id),
  'organization-users': (context) => listMembers(context, context.params.organization_id, 'organization-user-add'),
  'organization-user-search': searchUsers,
  'organization-user-add': (context) => addMember(context, context.payload),
  'organization-user-roles': (context) => changeMember(context, context.payload),
  'organization-user-remove': (context) => removeMember(context, context.params),
}
