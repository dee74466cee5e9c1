import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
let token: string
const as = () => ({ token, headers: { 'x-locale': 'en' } })
const details = async (id: number) => (await server.get('arena-details', { id }, as())).body.results
const create = async (data: Record<string, unknown> = {}): Promise<number> =>
  (await server.post('arena-order-save', { ref_no: 'T-1', shipper: 'AT', ...data }, as())).body.results.id

beforeAll(async () => {
  server = await startTestServer({ seed: ['arena'] })
  token = await server.signIn('operator')
})
afterAll(() => server.close())

const all = {
  ref_no: 'T-17',
  truck_no: '12A345',
  container_no: 'MSCU1234567',
  shipper: 'AC',
  loading_place: 'Shanghai',
  arrival_place: 'Bandar Abbas',
  packages_number: 40,
  weight: 1250.5,
  l_c_no: 'LC1',
  b_l_no: 'BL1',
  arrived_at: '2026-03-04T08:00:00.000Z',
  border_name: 'Shahid Rajaee',
  destination_custom: 'Tehran',
  shipping_type: 'FCL',
  consignee: 'Arad',
  participants: [1, 2],
  loaded_at: '2026-02-01T08:00:00.000Z',
}

describe('a shipping order', () => {
  test('has all seventeen fields in the editor and in its details', async () => {
    const id = await create(all)
    expect((await server.get('arena-fetch', { id }, as())).body.results).toMatchObject({
      ...all,
      participants: [expect.anything(), expect.anything()],
    })
    expect(await details(id)).toMatchObject({
      ...all,
      status: 'open',
      participants: [{ id: 1 }, { id: 2 }],
      declarations: [],
      comments: [],
    })
  })

  test('knows three shippers', async () => {
    expect((await server.post('arena-order-save', { ref_no: 'T-2', shipper: 'XX' }, as())).status).toBe(422)
    expect((await server.get('arena-fetch', {}, as())).body.metadata.form.ui.shipper.options).toMatchObject([
      { value: 'AT', title: 'Land' },
      { value: 'AR', title: 'Air' },
      { value: 'AC', title: 'Sea' },
    ])
  })

  test('has comments', async () => {
    const id = await create()
    expect((await server.post('arena-comment', { id, text: 'The seal is intact.' }, as())).status).toBe(200)
    expect((await details(id)).comments).toMatchObject([{ description: 'The seal is intact.' }])
  })
})

describe('declarations', () => {
  test.each([
    [
      'arena-arrival-report',
      'declare_arrival',
      'The arrival has been declared.',
      { arrived_at: '2026-05-06T07:00:00.000Z', packages_number: 12 },
    ],
    [
      'arena-border-report',
      'declare_border',
      'The border crossing has been declared.',
      { border_name: 'Bazargan', destination_custom: 'Tabriz' },
    ],
    ['arena-edit-report', 'declare_edit', 'The change has been declared.', { ref_no: 'T-9', consignee: 'Golriz' }],
  ])('%s is stored with its data', async (call, status, description, data) => {
    const id = await create()
    expect(await server.post(call, { id, ...data, description: 'As seen' }, as())).toMatchObject({ status: 200 })
    expect(await details(id)).toMatchObject({ ...data, status: 'open', declarations: [{ status, description, note: 'As seen' }] })
  })

  test('do not overwrite what somebody else changed meanwhile', async () => {
    const id = await create()
    const { version } = (await server.get('arena-fetch', { id }, as())).body.results
    await server.post('arena-order-save', { id, version, consignee: 'Golriz' }, as())
    const late = await server.post('arena-edit-report', { id, version, ref_no: 'T-1', consignee: 'Arad' }, as())
    expect(late).toMatchObject({ status: 409, body: { errorCode: 'stale-version' } })
    expect(await details(id)).toMatchObject({ consignee: 'Golriz' })
  })

  test('need what they are about', async () => {
    const id = await create()
    expect((await server.post('arena-arrival-report', { id }, as())).body.errors).toHaveProperty('arrived_at')
    expect((await server.post('arena-border-report', { id }, as())).body.errors).toHaveProperty('border_name')
  })
})

describe('a closed order', () => {
  test('is opened and closed by its id alone, or by a status', async () => {
    const id = await create()
    await server.post('arena-status-change', { id }, as())
    expect(await details(id)).toMatchObject({ status: 'closed' })
    await server.post('arena-status-change', { id, status: 'open' }, as())
    expect(await details(id)).toMatchObject({ status: 'open' })
    expect((await server.post('arena-status-change', { id, status: 'open' }, as())).status).toBe(422)
  })

  test('has no status without a value', async () => {
    const id = await create()
    const reply = await server.post('arena-status-change', { id, status: null }, as())
    expect(reply).toMatchObject({ status: 422, body: { errors: { status: [expect.any(String)] } } })
    expect(await details(id)).toMatchObject({ status: 'open' })
  })

  test('takes neither declarations nor edits, and says why', async () => {
    const id = await create()
    await server.post('arena-status-change', { id }, as())
    const arrival = await server.post('arena-arrival-report', { id, arrived_at: '2026-05-06T07:00:00.000Z' }, as())
    expect(arrival).toMatchObject({ status: 422 })
    expect(JSON.stringify(arrival.body.errors)).toContain('Closed')
    const edit = await server.post('arena-order-save', { id, ref_no: 'T-3' }, as())
    expect(edit).toMatchObject({ status: 422 })
    expect(JSON.stringify(edit.body.errors)).toContain('Open it to edit it')
    expect(await details(id)).toMatchObject({ ref_no: 'T-1', arrived_at: null, declarations: [] })
  })
})

test('the Excel file has one row an order', async () => {
  const { status, headers, body } = await server.post('arena-excel-download', {}, as())
  expect(status).toBe(200)
  expect(headers['content-type']).toContain('spreadsheetml')
  expect(headers['content-disposition']).toMatch(/\.xlsx/)
  expect(String(body).slice(0, 2)).toBe('PK')
})

test('the demo has open and closed orders with a past', async () => {
  const first = await details(1)
  expect(first).toMatchObject({ status: 'open' })
  expect(first.declarations.map(({ status }: { status: string }) => status)).toEqual(['declare_edit', 'declare_arrival', 'declare_border'])
  expect(first.comments.length).toBeGreaterThan(0)
  const { total } = (await server.get('list', { model: 'shipping_order', status: 'closed', page_size: 1 }, as())).body.metadata.pagination
  expect(total).toBeGreaterThan(60)
})

test('customers are refused', async () => {
  const customer = { token: await server.signIn('customer') }
  expect((await server.get('arena-details', { id: 1 }, customer)).status).toBe(403)
  expect((await server.post('arena-excel-download', {}, customer)).status).toBe(403)
  expect((await server.post('arena-status-change', { id: 1 }, customer)).status).toBe(403)
})
