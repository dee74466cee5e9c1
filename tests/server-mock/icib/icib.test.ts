import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { startTestServer } from '#tests/helpers/server.ts'
import { sharedServer } from '#tests/helpers/shared-server.ts'

describe('icib', () => {
  const { server, tokens } = sharedServer(['staff', 'operator', 'customer'], { seed: ['icib'] })
  const staff = () => ({ token: tokens.staff, headers: { 'x-locale': 'en' } })
  const get = async (name: string, params: Record<string, unknown> = {}, options = staff()) => {
    const { status, body } = await server.get(name, params, options)
    expect(status, `${name} ${JSON.stringify(body.errors ?? body.user_message)}`).toBe(200)
    return body
  }

  it('answers its grids to staff and operators and refuses customers', async () => {
    for (const name of ['plans', 'organizations', 'invoices', 'achievements', 'followers', 'followings'].map(
      (part) => `icib-${part}-grid`,
    )) {
      const params = name.includes('follow') ? { id: 1 } : {}
      const body = await get(name, params)
      expect(body.metadata.grid.columns.length, name).toBeGreaterThan(1)
      expect(body.results.length, name).toBeGreaterThan(0)
      expect((await get(name, params, { token: tokens.operator, headers: { 'x-locale': 'fa' } })).results.length).toBeGreaterThan(0)
      expect((await server.get(name, params, { token: tokens.customer })).status, name).toBe(403)
    }
  })

  it('lists followers of one organization and followings of one user alone', async () => {
    const followers = (await get('icib-followers-grid', { id: 1, page_size: 100 })).results
    const followings = (await get('icib-followings-grid', { id: 1, page_size: 100 })).results
    const count = async (column: 'organization_id' | 'user_id') =>
      (await server.database.read((trx) => trx.selectFrom('data.icib_follow').select('id').where(column, '=', 1).execute())).length
    expect(followers).toHaveLength(await count('organization_id'))
    expect(followings).toHaveLength(await count('user_id'))
  })

  it('says of an invoice that it cannot be edited, of a plan that it can', async () => {
    const [invoice] = (await get('icib-invoices-grid')).results
    expect(invoice).toMatchObject({ can_view: true, can_edit: false })
    expect((await get('single', { model: 'icib_invoice', id: invoice.id })).results).toMatchObject({ can_view: true, can_edit: false })
    expect((await get('icib-plans-grid')).results[0]).toMatchObject({ can_edit: true })
  })

  it('tells of a user who follows nothing but the name', async () => {
    const { id, version, ...rest } = (await get('icib-user-fetch', { id: 9 })).results
    expect([id, version, rest]).toEqual([9, expect.any(Number), { name_full: 'Emma Clarke' }])
    expect((await server.get('icib-user-fetch', { id: 999_999 }, staff())).status).toBe(404)
    expect((await server.get('icib-user-fetch', { id: 9 }, { token: tokens.customer })).status).toBe(403)
  })

  it('answers an invoice with its head, lines and totals, and its discount lowers what is payable', async () => {
    const before = (await get('icib-invoice-fetch', { id: 1 })).results
    expect(before).toMatchObject({
      number: expect.stringMatching(/^IC-/),
      seller: { id: expect.any(Number) },
      buyer: { id: expect.any(Number) },
    })
    expect(before.lines.length).toBeGreaterThan(0)
    const save = (payload: object) => server.post('icib-invoice-discount-save', payload, staff())
    expect((await save({ id: 1, amount: '1000000' })).status).toBe(200)
    const after = (await get('icib-invoice-fetch', { id: 1 })).results
    expect(after.discount).toBe('1000000')
    expect(Number(after.payable)).toBe(Number(before.payable) - 1_100_000)
    expect((await save({ id: 1, amount: `${Number(before.subtotal) + 1}` })).body.errors).toHaveProperty('amount')
    expect((await save({ id: 1, amount: '-5' })).body.errors).toHaveProperty('amount')
    // The second invoice is paid.
    expect((await save({ id: 2, amount: '10' })).body.errors.amount[0]).toContain('Paid')
    expect((await save({ id: 1, amount: '10.5' })).body.errors).toHaveProperty('amount')
    expect((await save({ id: 1, amount: 'ten' })).body.errors).toHaveProperty('amount')
  })

  it('has invoices whose totals are what their lines, discount and tax come to', async () => {
    const { rows } = await server.database.read((trx) =>
      sql<{ id: number }>`
      select invoice.id from data.icib_invoice invoice
      join (select icib_invoice_id, sum(quantity * unit_price) as goods, sum(amount) as amounts from data.icib_invoice_line group by 1) line
        on line.icib_invoice_id = invoice.id
      where (line.goods <> line.amounts or invoice.subtotal <> line.amounts
        or invoice.tax <> round((invoice.subtotal - invoice.discount) * 0.1)
        or invoice.payable <> invoice.subtotal - invoice.discount + invoice.tax)`.execute(trx),
    )
    expect(rows).toEqual([])
  })

  it('issues, pays and cancels invoices, and closes what is paid', async () => {
    const draft = (await get('icib-invoices-grid', { tab: 'draft' })).results[0].id as number
    const step = (transition: string) => server.post('icib-invoice-transition', { id: draft, transition }, staff())
    expect((await step('pay')).status).toBe(422)
    expect((await step('issue')).status).toBe(200)
    expect((await step('pay')).status).toBe(200)
    expect((await step('cancel')).status).toBe(422)
    const refused = await server.post('icib-invoice-discount-save', { id: draft, amount: '0' }, staff())
    expect(refused.body.errors).toHaveProperty('amount')
  })

  it('writes lines of invoices by no generic call, as their totals follow from them', async () => {
    const [line] = (await get('icib-invoice-fetch', { id: 5 })).results.lines
    const model = 'icib_invoice_line'
    const fields = { title: 'Free', quantity: 1, unit_price: '1', amount: '1' }
    for (const { status } of [
      await server.post('save', { model, id: line.id, version: line.version, data: { amount: '1' } }, staff()),
      await server.post('save', { model, data: { ...fields, icib_invoice_id: 5 } }, staff()),
      await server.delete('destroy', { model, id: line.id }, staff()),
    ])
      expect(status).toBe(403)
    expect((await get('icib-invoice-fetch', { id: 5 })).results.lines[0]).toEqual(line)
    expect((await server.get('single', { model, id: line.id }, staff())).status).toBe(200)
  })

  it('answers timeline, administrator and codes', async () => {
    expect((await get('icib-verify-timeline', { id: 1 })).results[0]).toMatchObject({
      status: 1,
      status_title: 'Confirmed',
      date: expect.any(String),
    })
    expect((await get('icib-admin-details', { id: 1 })).results).toMatchObject({ organization_id: 1, email: expect.stringContaining('@') })
    expect((await get('icib-hscode-search', { search: '8471' })).results).toMatchObject([
      { code: '8471', title: 'Automatic data-processing machines' },
    ])
  })

  it('lets nobody verify organizations and change their users who may not do it by the calls of the module persons', async () => {
    const operator = { token: tokens.operator, headers: { 'x-locale': 'en' } }
    const member = { organization_id: 1, id: 9 }
    const rowActions = async (options = staff()) =>
      (await get('icib-organizations-grid', {}, options)).metadata.grid.row.map(({ id }: { id: string }) => id)
    for (const [call, refused] of [
      ['organization-verify', server.post('icib-verify', { id: 1, status: 1 }, operator)],
      ['organization-verify-form', server.get('icib-verify-form', { id: 1 }, operator)],
      ['organization-user-search', server.get('icib-organization-user-search', { search: 'a' }, operator)],
      ['organization-user-add', server.post('fluorocarbon-organization-user-add', member, operator)],
      ['organization-user-remove', server.post('fluorocarbon-organization-user-remove', member, operator)],
    ] as const)
      expect(await refused, call).toMatchObject({ status: 403, body: { errorCode: 'permission-denied' } })
    expect((await get('icib-organization-users', { organization_id: 1 }, operator)).metadata.can_edit).toBe(false)
    expect((await get('icib-organization-users', { organization_id: 1 })).metadata.can_edit).toBe(true)
    expect([await rowActions(operator), await rowActions()]).toEqual([
      expect.not.arrayContaining(['verify']),
      expect.arrayContaining(['verify']),
    ])
  })

  it('adds and removes users of an organization', async () => {
    const change = (name: string) => server.post(`fluorocarbon-organization-user-${name}`, { organization_id: 40, id: 1 }, staff())
    const users = async () => (await get('icib-organization-users', { organization_id: 40 })).results.map(({ id }: { id: number }) => id)
    expect((await change('add')).status).toBe(200)
    expect(await users()).toEqual([1])
    expect((await change('remove')).status).toBe(200)
    expect(await users()).toEqual([])
  })
})

it('has neither pages nor calls nor a menu where it is not enabled', async () => {
  const server = await startTestServer({ env: { MODULES: 'auth,persons' } })
  const token = await server.signIn('administrator')
  const { body } = await server.get('routes', {}, { token })
  expect(body.results.map(({ name }: { name: string }) => name)).not.toContainEqual(expect.stringMatching(/^icib-/))
  expect(body.results.map(({ name }: { name: string }) => name)).toContain('persons-organizations')
  for (const name of ['icib-organizations-grid', 'icib-invoices-grid', 'icib-plans-grid'])
    expect((await server.get(name, {}, { token })).body.errorCode, name).toBe('endpoint-404')
  expect((await server.get('screen', { name: 'icib-organizations' }, { token })).status).toBe(404)
  expect((await server.get('grid', { module: 'icib', class: 'icib_plan', part: 'plans' }, { token })).body.errorCode).toBe('unknown-grid')
  const layout = await server.get('layout', {}, { token })
  expect(layout.body.results.sidebar.map(({ id }: { id: string }) => id)).not.toContain('icib')
  await server.close()
})
