import { describe, expect, test } from 'vitest'
import { sharedServer } from '#tests/helpers/shared-server.ts'

const { server, tokens } = sharedServer(['operator', 'staff', 'accountant', 'customer'], { seed: ['amin'] })
const as = (user: keyof typeof tokens) => ({ token: tokens[user], headers: { 'x-locale': 'en' } })
const grids = ['members', 'wallets', 'records', 'meetings', 'costs']

describe('the grids', () => {
  test.each(grids)('of %s come with rows and the document of the grid', async (name) => {
    const { status, body } = await server.get(`amin-${name}-grid`, {}, as('operator'))
    expect(status).toBe(200)
    expect(body.results.length).toBeGreaterThan(10)
    expect(body.metadata.grid.columns.length).toBeGreaterThan(3)
    expect(body.metadata.pagination.total).toBeGreaterThanOrEqual(body.results.length)
  })

  test.each(grids)('of %s are for operator and staff alone', async (name) => {
    expect((await server.get(`amin-${name}-grid`, {}, as('staff'))).status).toBe(200)
    for (const user of ['accountant', 'customer'] as const)
      expect((await server.get(`amin-${name}-grid`, {}, as(user))).body.errorCode).toBe('permission-denied')
    expect((await server.get(`amin-${name}-grid`)).status).toBe(401)
  })

  test('of records have those of one member alone', async () => {
    const all = await server.get('amin-records-grid', {}, as('operator'))
    const { body } = await server.get('amin-records-grid', { id: 3, page_size: 200 }, as('operator'))
    expect(body.metadata.pagination.total).toBeGreaterThan(3)
    expect(body.metadata.pagination.total).toBeLessThan(all.body.metadata.pagination.total)
    expect(new Set(body.results.map((row: { member_id: number }) => row.member_id))).toEqual(new Set([3]))
  })

  test('of records are empty for somebody who is no member', async () => {
    const { body } = await server.get('amin-records-grid', { id: 9999 }, as('operator'))
    expect(body.results).toEqual([])
  })
})

describe('what is written down', () => {
  test('begins a record with the member whose records are open', async () => {
    const start = async (params: Record<string, unknown>) => (await server.get('amin-record-form', params, as('staff'))).body
    expect((await start({ member: 3 })).results).toMatchObject({ kind: 'deposit', member: { id: 3 } })
    expect((await start({})).results.member ?? null).toBeNull()
    expect((await start({ member: 'x' })).errors).toHaveProperty('member')
    expect((await server.get('amin-record-form', { member: 3 }, as('customer'))).status).toBe(403)
  })

  test('a member, a wallet of his and a record', async () => {
    const save = (model: string, data: object) => server.post('save', { model, data }, as('staff'))
    const member = (await save('amin_member', { name: 'Nina Brandt', number: 'M-9001' })).body.results
    expect(member).toMatchObject({ status: 'active' })
    const wallet = await save('amin_wallet', { member_id: member.id, kind: 'main', balance: '2500000' })
    expect(wallet.body.results).toMatchObject({ balance: '2500000', member: { name: 'Nina Brandt' } })
    const record = await save('amin_record', { member_id: member.id, kind: 'deposit', amount: '2500000', happened_on: '2026-10-01' })
    expect(record.status).toBe(200)
    const { body } = await server.get('amin-records-grid', { id: member.id }, as('staff'))
    expect(body.results).toMatchObject([{ amount: '2500000', member: { name: 'Nina Brandt' } }])
  })

  test('no second main wallet of a member, and no negative amount', async () => {
    const save = (model: string, data: object) => server.post('save', { model, data }, as('staff'))
    expect((await save('amin_wallet', { member_id: 1, kind: 'main', balance: '1' })).status).toBe(422)
    const { status, body } = await save('amin_record', { member_id: 1, kind: 'fee', amount: '-5', happened_on: '2026-10-01' })
    expect([status, Object.keys(body.errors)]).toEqual([422, ['amount']])
  })

  test('wallets agree with the records of their members', async () => {
    const { body } = await server.get('amin-wallets-grid', { page_size: 200, kind: 'main' }, as('operator'))
    const { member_id, balance } = body.results.find((row: { member_id: number }) => row.member_id === 2)
    const records = await server.get('amin-records-grid', { id: member_id, page_size: 200 }, as('operator'))
    const signs: Record<string, number> = { deposit: 1, withdrawal: -1, fee: -1, loan: 0, instalment: 0 }
    const sum = records.body.results.reduce(
      (total: number, { kind, amount }: { kind: string; amount: string }) => total + signs[kind]! * Number(amount),
      0,
    )
    expect(Number(balance)).toBe(sum)
  })
})

test('the menu leads to five lists', async () => {
  const { body } = await server.get('layout', {}, as('operator'))
  const group = body.results.sidebar.find(({ id }: { id: string }) => id === 'amin')
  expect(group.children.map(({ id }: { id: string }) => id)).toEqual(grids.map((name) => `amin-${name}`))
})
