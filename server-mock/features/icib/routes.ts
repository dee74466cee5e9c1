import { sql } from 'kysely'
import { ApiError } from '#server/errors.ts'
import type { Feature, Handler } from '#server/feature.ts'
import { addMember, listMembers, removeMember, searchUsers, verifyTimeline } from '#server/features/persons/organizations.ts'
import { trusted } from '#server/model/context.ts'
import { listRecords, readStored } from '#server/model/model.ts'
import { seedIcib } from './seed.ts'

const adminDetails: Handler<'icib-admin-details'> = async (context) => {
  const organization = await readStored(context, 'organization', context.params.id, trusted)
  const { rows } = await sql<{ id: number; name_full: string | null; email: string | null; mobile: string | null }>`
    select person.id, person.name_full, person.email, person.mobile
    from data.organization_user member join data."user" person on person.id = member.user_id
    where member.organization_id = ${organization.id} and person.deleted_at is null
    order by member.is_admin desc, member.id limit 1`.execute(context.trx)
  const [admin] = rows
  if (!admin) throw new ApiError('not-found')
  return { results: { ...admin, organization_id: organization.id, organization_name: organization.organization_name as string } }
}

const searchCodes: Handler<'icib-hscode-search'> = async (context) => {
  const { search, page, page_size } = context.params
  const query = Object.fromEntries(Object.entries({ q: search, page, page_size }).filter(([, value]) => value !== undefined))
  const { results, metadata } = await listRecords(context, 'hs_code', query, { ...trusted, sort: 'code', paths: ['code', 'title'] })
  return { results: results.map(({ id, code, title }) => ({ id, code: String(code), title: String(title) })), metadata }
}

export const icib: Feature = {
  module: 'icib',
  handlers: {
    'icib-verify-timeline': (context) => verifyTimeline(context, context.params.id),
    'icib-organization-users': (context) => listMembers(context, context.params.organization_id, 'fluorocarbon-organization-user-add'),
    'icib-organization-user-search': searchUsers,
    'fluorocarbon-organization-user-add': (context) => addMember(context, context.payload),
    'fluorocarbon-organization-user-remove': (context) => removeMember(context, context.payload),
    'icib-admin-details': adminDetails,
    'icib-hscode-search': searchCodes,
  },
  seed: seedIcib,
}
