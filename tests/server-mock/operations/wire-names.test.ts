import { beforeAll, describe, expect, it } from 'vitest'
import { sharedServer } from '#tests/helpers/shared-server.ts'

const text = { type: 'string', rules: 'max:50' }
const documents = {
  'module.json': {
    name: 'books',
    title: 'Books',
    version: '1.0.0',
    requires: ['persons'],
    permissions: ['books.keep'],
    grants: { staff: ['books.keep'] },
  },
  'entities/voucher.json': {
    name: 'voucher',
    title: 'Voucher',
    display: '{turning_number}',
    schema: {
      type: 'object',
      required: ['turning_number'],
      properties: {
        turning_number: { type: 'string', rules: 'required|max:8' },
        issued_by: { type: ['integer', 'null'], references: 'user' },
        settles: { type: ['integer', 'null'], references: 'voucher' },
        postings: { type: 'array', rows: 'voucher_posting', maxItems: 9 },
      },
    },
    labels: { turning_number: 'Turning number', issued_by: 'Issuer', settles: 'Settles', postings: 'Postings' },
    names: { turning_number: 'turningNumber', issued_by_id: 'issuerId', issued_by: 'issuer', created_at: 'createdAt', postings: 'lines' },
    storage: { unique: [['turning_number']] },
    access: { read: 'books.keep', write: 'books.keep' },
  },
  'entities/voucher_posting.json': {
    name: 'voucher_posting',
    title: 'Posting',
    parent: 'voucher',
    display: '{sub_number}',
    schema: { type: 'object', required: ['sub_number'], properties: { sub_number: text } },
    labels: { sub_number: 'Sub number' },
    names: { sub_number: 'subNumber' },
  },
  'forms/voucher.json': { entity: 'voucher', layout: ['turning_number', 'issued_by'] },
  'grids/vouchers.json': { entity: 'voucher', columns: ['turning_number'] },
  'endpoints.json': {
    endpoints: [
      { name: 'voucher-save', method: 'POST', operation: 'save', entity: 'voucher', access: 'books.keep' },
      { name: 'voucher-single', method: 'GET', operation: 'single', entity: 'voucher', access: 'books.keep' },
      { name: 'voucher-find', method: 'GET', operation: 'single', entity: 'voucher', by: 'turning_number', access: 'books.keep' },
      { name: 'voucher-list', method: 'GET', operation: 'list', entity: 'voucher', access: 'books.keep' },
      { name: 'voucher-rows', method: 'GET', operation: 'grid', grid: 'voucher/vouchers', access: 'books.keep' },
      { name: 'voucher-fetch', method: 'GET', operation: 'form', form: 'voucher', access: 'books.keep' },
      {
        name: 'voucher-number',
        method: 'POST',
        operation: 'set',
        entity: 'voucher',
        values: { turning_number: 'X-{payload.turning_number}' },
        access: 'books.keep',
      },
    ],
  },
  'locales/en.json': {},
}

describe('names for callers', () => {
  const { server, tokens } = sharedServer(['developer', 'staff'])
  const outside = () => ({ token: tokens.staff, headers: { 'x-locale': 'en' } })
  const panel = () => ({ token: tokens.staff, headers: { 'x-locale': 'en', 'x-field-names': 'entity' } })
  beforeAll(async () => {
    const { status, body } = await server.post('publish', { module: 'books', documents }, { token: tokens.developer })
    expect([status, body.errors]).toEqual([200, undefined])
  })
  const make = async (payload: object, options = outside()) => (await server.post('voucher-save', payload, options)).body

  it('are those of what a declared call takes and answers, in rows and references too', async () => {
    const { results } = await make({ turningNumber: 'A-1', issuerId: 1, lines: [{ subNumber: '1' }, { sub_number: '2' }] })
    expect(results).toMatchObject({ turningNumber: 'A-1', issuerId: 1, issuer: { id: 1 }, lines: [{ subNumber: '1' }, { subNumber: '2' }] })
    for (const name of ['turning_number', 'issued_by', 'issued_by_id', 'postings', 'created_at']) expect(results).not.toHaveProperty(name)
    const second = (await make({ data: { turningNumber: 'A-2', settles_id: results.id } })).results
    const single = (await server.get('voucher-single', { id: second.id }, outside())).body.results
    expect(single).toMatchObject({ turningNumber: 'A-2', settles: { id: results.id, turningNumber: 'A-1' }, createdAt: expect.any(String) })
    expect((await server.get('voucher-fetch', { id: second.id }, outside())).body.results).toMatchObject({ turningNumber: 'A-2' })
    expect((await server.get('voucher-find', { turningNumber: 'A-2' }, outside())).body.results).toMatchObject({ id: second.id })
    expect((await server.get('voucher-find', { turning_number: 'A-2' }, outside())).body.results).toMatchObject({ id: second.id })
    const set = (await server.post('voucher-number', { id: second.id, turningNumber: '9' }, outside())).body.results
    expect(set).toMatchObject({ turningNumber: 'X-9' })
  })

  it('are those that lists are sorted, narrowed and asked by', async () => {
    await make({ turningNumber: 'L-1' })
    const { results: last } = await make({ turningNumber: 'L-2', issuerId: 1 })
    const list = async (params: object) =>
      ((await server.get('voucher-list', params as never, outside())).body.results as Record<string, unknown>[]).map(
        ({ turningNumber }) => turningNumber,
      )
    const ours = { where: 'turningNumber:starts_with(L-)' }
    expect(await list({ ...ours, sort: 'turningNumber', order: 'desc' })).toEqual(['L-2', 'L-1'])
    expect(await list({ ...ours, sort: 'turning_number' })).toEqual(['L-1', 'L-2'])
    expect(await list({ turningNumber: 'L-2' })).toEqual(['L-2'])
    expect(await list({ where: 'or(turningNumber:is(L-1),and(issuer:any_of(1),turning_number:is(L-2)))', sort: 'id' })).toEqual([
      'L-1',
      'L-2',
    ])
    const [only] = (await server.get('voucher-list', { ids: String(last.id), fields: 'turningNumber,issuer.name_full' }, outside())).body
      .results
    expect(only).toMatchObject({ turningNumber: 'L-2', issuer: { name_full: expect.any(String) } })
    const rows = (await server.get('voucher-rows', { q: '' }, outside())).body.results as object[]
    expect(rows[0]).toHaveProperty('turningNumber')
  })

  it('are those of errors, and of the records of a conflict', async () => {
    const refused = await make({ turningNumber: 'much too long', lines: [{ subNumber: 'x'.repeat(60) }] })
    expect(Object.keys(refused.errors)).toEqual(['turningNumber', 'lines.0.subNumber'])
    const { results } = await make({ turningNumber: 'C-1' })
    await make({ id: results.id, turningNumber: 'C-2' })
    const stale = await make({ id: results.id, version: results.version, turningNumber: 'C-3' })
    expect(stale).toMatchObject({
      errorCode: 'stale-version',
      metadata: { current: { turningNumber: 'C-2' }, base: { turningNumber: 'C-1' }, labels: { turningNumber: expect.any(String) } },
    })
  })

  it('may be mixed, but a field is sent once', async () => {
    expect((await make({ turningNumber: 'B-1', turning_number: 'B-2', lines: [{ subNumber: '1', sub_number: '2' }] })).errors).toEqual({
      turningNumber: ['This field was sent twice, under both of its names.'],
      'lines.0.subNumber': ['This field was sent twice, under both of its names.'],
    })
    expect((await make({ data: { turningNumber: 'B-1', turning_number: 'B-2' } })).errors).toHaveProperty('turningNumber')
  })

  it('are not those of the panel, of generic calls, and of what documents describe', async () => {
    const { results } = await make({ turning_number: 'P-1' }, panel())
    expect(results).toMatchObject({ turning_number: 'P-1', postings: [] })
    expect((await make({ turning_number: 'much too long' }, panel())).errors).toHaveProperty('turning_number')
    expect((await server.get('single', { model: 'voucher', id: results.id }, outside())).body.results).toHaveProperty('turning_number')
    expect((await server.post('save', { model: 'voucher', data: { turningNumber: 'P-2' } }, outside())).status).toBe(422)
    const { metadata } = (await server.get('voucher-fetch', {}, outside())).body
    expect(JSON.stringify(metadata.form)).toContain('turning_number')
  })

  it('make one call of both spellings for an idempotency key', async () => {
    const headers = { ...outside().headers, 'idempotency-key': '6f1c1a34-6f0e-4f0e-9f55-0a8a1d1f0001' }
    const first = await server.post('voucher-save', { turningNumber: 'I-1' }, { ...outside(), headers })
    const again = await server.post(
      'voucher-save',
      { turning_number: 'I-1' },
      { ...panel(), headers: { ...headers, 'x-field-names': 'entity' } },
    )
    expect([first.body.results.turningNumber, again.body.results.turning_number]).toEqual(['I-1', 'I-1'])
    expect(again.body.results.id).toBe(first.body.results.id)
  })
})
