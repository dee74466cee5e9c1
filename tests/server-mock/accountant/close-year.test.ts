import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type CallOptions, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
let as: () => CallOptions
const accounts = new Map<string, { group_id: number; segregate_id: number }>()
let year: number

type Values = Record<string, unknown>
async function send(name: string, payload: object): Promise<Values> {
  const { status, body } = await server.post(name, payload, as())
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body.results as Values
}
const save = (model: string, data: object) => send('save', { model, data })
const transition = (model: string, id: number, name: string, data: object = {}) =>
  server.post('transition', { model, id, transition: name, data }, as())

async function document(date: string, lines: readonly [code: string, debtor: number, creditor: number][]): Promise<number> {
  const postings = lines.map(([code, debtor, creditor]) => ({
    ...accounts.get(code),
    ...(debtor > 0 ? { debtor: String(debtor) } : { creditor: String(creditor) }),
  }))
  return (await send('accountant-document-save', { description: 'Entry', date, postings })).id as number
}

beforeAll(async () => {
  server = await startTestServer()
  const token = await server.signIn('administrator')
  as = () => ({ token, headers: { 'x-locale': 'en' } })
  for (const [code, permanence] of [
    ['101', 'permanent'],
    ['501', 'permanent'],
    ['502', 'permanent'],
    ['601', 'temporary'],
    ['801', 'temporary'],
  ]) {
    const group = await send('accountant-group-save', { code, title: code, permanence })
    const detail = await send('accountant-segregate-save', { group_id: group.id, code: '01', title: `${code} 1` })
    accounts.set(code!, { group_id: group.id as number, segregate_id: detail.id as number })
  }
  year = (await save('accountant_fiscal_year', { title: '1404', starts_on: '2025-03-21', ends_on: '2026-03-20' })).id as number
})
afterAll(() => server.close())

test('a fiscal year keeps its documents: it is neither moved away from them nor trashed', async () => {
  const id = await document('2025-05-01', [['101', 1, 0]])
  const moved = await server.post('save', { model: 'accountant_fiscal_year', id: year, data: { starts_on: '2025-06-01' } }, as())
  const sentence = 'Documents that would then lie in no fiscal year: 1. The year keeps them.'
  expect([moved.status, moved.body.errors]).toEqual([422, { starts_on: [sentence] }])
  const shorter = await server.post('save', { model: 'accountant_fiscal_year', id: year, data: { ends_on: '2025-04-01' } }, as())
  expect([shorter.status, shorter.body.errors]).toEqual([422, { ends_on: [sentence] }])
  const trashed = await server.delete('trash', { model: 'accountant_fiscal_year', id: year }, as())
  expect([trashed.status, trashed.body.userMessage]).toEqual([409, sentence])
  const destroyed = await server.delete('destroy', { model: 'accountant_fiscal_year', id: year }, as())
  expect([destroyed.status, destroyed.body.userMessage]).toEqual([409, 'This is not in the trash.'])
  const call = { name: 'trash', method: 'DELETE', params: { model: 'accountant_fiscal_year', id: '{row.id}' } }
  const grid = { name: 'grid', params: { module: 'accountant', class: 'fiscal-years', part: 'list' } }
  const many = await server.post('bulk', { grid, title: 'Trash', call, rows: [{ id: year, version: 1 }] }, as())
  expect(many.body.results).toMatchObject({ done: [], failed: [{ id: year, message: sentence }] })
  expect(await server.get('single', { model: 'accountant_fiscal_year', id: year }, as())).toMatchObject({
    status: 200,
    body: { results: { starts_on: '2025-03-21', deleted_at: null } },
  })
  expect((await server.delete('accountant-document-trash', { id }, as())).status).toBe(200)
  const dates = (starts_on: string) => send('save', { model: 'accountant_fiscal_year', id: year, data: { starts_on } })
  expect(await dates('2025-06-01')).toMatchObject({ starts_on: '2025-06-01' })
  expect(await dates('2025-03-21')).toMatchObject({ starts_on: '2025-03-21' })
})

test('a fiscal year is closed by documents that bring its accounts to nothing and open the next one', async () => {
  const opening = await document('2025-03-21', [
    ['101', 1000, 0],
    ['501', 0, 1000],
  ])
  const sale = await document('2025-06-01', [
    ['101', 400, 0],
    ['601', 0, 400],
  ])
  const wages = await document('2026-03-20', [
    ['801', 150, 0],
    ['101', 0, 150],
  ])
  const form = { profit_segregate_id: accounts.get('502')!.segregate_id }
  const early = await transition('accountant_fiscal_year', year, 'close', form)
  expect([early.status, early.body.errors.status]).toEqual([422, ['3 documents of this year are not finalized yet.']])
  for (const id of [opening, sale, wages]) await send('accountant-finalize', { id })
  const alone = await transition('accountant_fiscal_year', year, 'close', form)
  expect([alone.status, alone.body.errors.status]).toEqual([422, [expect.stringMatching(/next fiscal year/)]])
  await save('accountant_fiscal_year', { title: '1405', starts_on: '2026-03-21', ends_on: '2027-03-20' })
  expect((await transition('accountant_fiscal_year', year, 'close', form)).status).toBe(200)

  const { body } = await server.get('accountant-documents-grid', { sort: 'created_at', order: 'asc', page_size: 20 }, as())
  const written = (body.results as Values[]).filter(({ issuing_system: system }) => system === 'closing')
  expect(written).toMatchObject([
    { date: '2026-03-20', status: 'finalized', amount_difference: '0.00', debtor_sum: '400.00' },
    { date: '2026-03-20', status: 'finalized', amount_difference: '0.00', debtor_sum: '1250.00' },
    { date: '2026-03-21', status: 'finalized', amount_difference: '0.00', debtor_sum: '1250.00' },
  ])
  const opened = await server.get('accountant-document-single', { id: written[2]!.id }, as())
  expect(opened.body.results.postings).toMatchObject([
    { group_code: '101', debtor: '1250' },
    { group_code: '501', creditor: '1000' },
    { group_code: '502', creditor: '250' },
  ])
})

test('a document of a closed year cannot be finalized', async () => {
  const id = await document('2025-08-01', [
    ['101', 1, 0],
    ['501', 0, 1],
  ])
  const { status, body } = await server.post('accountant-finalize', { id }, as())
  expect([status, body.errors.status]).toEqual([422, ['The fiscal year of this date is closed.']])
})

test('the trial balance has turnover and balance of each group, as much on one side as on the other', async () => {
  const params = { module: 'accountant', name: 'trial-balance-groups', from: '2025-03-21', to: '2026-03-19' }
  const { status, body } = await server.get('metric', params, as())
  expect([status, body.results]).toEqual([
    200,
    [
      expect.objectContaining({ debtor_turnover: '1401', creditor_turnover: null, debtor_balance: '1401' }),
      expect.objectContaining({ creditor_turnover: '1001', creditor_balance: '1001' }),
      expect.objectContaining({ creditor_turnover: '400', creditor_balance: '400' }),
    ],
  ])
})
