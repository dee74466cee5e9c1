import { sql } from 'kysely'
import { compareDecimal, toDecimal } from '#schemas/rules/numbers/decimal.ts'
import { ApiError, validationError } from '#server/errors.ts'
import type { Feature, Handler } from '#server/feature.ts'
import { addMember, listMembers, removeMember, searchUsers, verifyTimeline } from '#server/features/persons/organizations.ts'
import { findModel, trusted } from '#server/model/context.ts'
import { stateTitle } from '#server/model/lifecycles/state-titles.ts'
import { listRecords, readStored, writeRecord } from '#server/model/model.ts'
import { holdRecord } from '#server/model/write/hold-record.ts'
import { invoiceTotals } from './invoice-totals.ts'
import { seedIcib } from './seed.ts'

/** Sets the discount of an invoice that is neither paid nor cancelled; its totals follow. */
const saveDiscount: Handler<'icib-invoice-discount-save'> = async (context) => {
  const { trx, registry, caller, payload } = context
  const entity = findModel(context, 'icib_invoice')
  const invoice = await holdRecord(context, entity, payload.id, payload.version ?? undefined, trusted)
  const say = (key: string, values: Record<string, unknown>) => [registry.message('icib', caller.locale, key, values)]
  const status = invoice.status as string
  if (!['draft', 'issued'].includes(status))
    throw validationError({ amount: say('discount_closed', { status: stateTitle(registry, caller, entity, 'status', status) }) })
  const discount = toDecimal(payload.amount)
  if (discount === undefined) throw validationError({ amount: [{ key: 'rules.numeric' }] })
  if (compareDecimal(discount, '0') < 0) throw validationError({ amount: [{ key: 'rules.min_value', values: { min: 0 } }] })
  const lines = await trx
    .selectFrom('data.icib_invoice_line')
    .select('amount')
    .where('icib_invoice_id', '=', payload.id)
    .where('deleted_at', 'is', null)
    .execute()
  const amounts = lines.map(({ amount }) => String(amount))
  const totals = invoiceTotals(amounts, discount)
  if (compareDecimal(discount, totals.subtotal) > 0)
    throw validationError({ amount: say('discount_too_large', { subtotal: totals.subtotal }) })
  const { id, version } = await writeRecord(context, 'icib_invoice', { id: payload.id, data: { ...totals } }, trusted)
  return { results: { id, version, ...totals } }
}

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
    'icib-invoice-discount-save': saveDiscount,
  },
  seed: seedIcib,
}
