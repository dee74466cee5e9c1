import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type CallOptions, type TestServer } from '#tests/helpers/server.ts'

let server: TestServer
let as: () => CallOptions
let cash: { id: number; detail: number }
let sales: { id: number; detail: number }

const ok = ({ status, body }: { status: number; body: { results?: never; errors?: unknown } }) => {
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body as never as { results: Record<string, never>; metadata: Record<string, never> }
}
const send = async (name: string, payload: object) => ok(await server.post(name, payload, as())).results as never
const read = async (id: number): Promise<Record<string, never>> => ok(await server.get('accountant-document-single', { id }, as())).results
const document = async (): Promise<number> =>
  ((await send('accountant-document-save', { description: 'Sale in cash', date: '2026-05-04' })) as { id: number }).id
const post = async (id: number, side: 'debtor' | 'creditor', amount: string, account = side === 'debtor' ? '101' : '601') =>
  (await send('accountant-posting-quick-save', {
    accountant_document_id: id,
    group_code: account,
    segregate_code: '01',
    [side]: amount,
  })) as { id: number; version: number }
const balanced = async (): Promise<number> => {
  const id = await document()
  await post(id, 'debtor', '100')
  await post(id, 'creditor', '100')
  return id
}
async function account(code: string, title: string): Promise<{ id: number; detail: number }> {
  const { id } = (await send('accountant-group-save', { code, title })) as { id: number }
  const { id: detail } = (await send('accountant-segregate-save', { group_id: id, code: '01', title: `${title} 1` })) as { id: number }
  return { id, detail }
}

beforeAll(async () => {
  server = await startTestServer()
  const token = await server.signIn('administrator')
  as = () => ({ token, headers: { 'x-locale': 'en' } })
  cash = await account('101', 'Cash')
  sales = await account('601', 'Sales')
  await account('999', 'Memorandum')
})
afterAll(() => server.close())

describe('a document', () => {
  test('has a number from its first save, and stands at new', async () => {
    const id = await document()
    const saved = await read(id)
    expect(saved).toMatchObject({ status: 'new', turningNumber: null, debtor_sum: '0.00', amount_difference: '0.00', postings: [] })
    expect(saved.number).toMatch(/^\d+$/)
  })

  test('takes only wallets in its own currency, by its rows and by a posting', async () => {
    const id = await document()
    const wallet = async (currency: string) =>
      ((await send('save', { model: 'wallet', data: { owner_id: 1, currency } })) as { id: number }).id
    const dollars = await wallet('USD')
    const data = { accountant_document_id: id, group_code: '101', segregate_code: '01', debtor: '5', wallet_id: dollars }
    const sentence = 'This is in US Dollar, and only Iranian Rial fits here.'
    const refused = await server.post('accountant-posting-save', data, as())
    expect([refused.status, refused.body.errors]).toEqual([422, { wallet: [sentence] }])
    const postings = [{ group_id: cash.id, segregate_id: cash.detail, debtor: '5', wallet_id: dollars }]
    const whole = { description: 'Dollars', date: '2026-05-04', postings }
    const rows = await server.post('accountant-document-save', whole, as())
    expect([rows.status, rows.body.errors]).toEqual([422, { 'postings.0.wallet': [sentence] }])
    expect((await server.post('accountant-document-save', { ...whole, currency: 'USD' }, as())).status).toBe(200)
  })

  test('has the next number, whatever was refused in between: by its fields, by its rows and by a check', async () => {
    const before = Number((await read(await document())).number)
    const posting = { group_id: cash.id, segregate_id: cash.detail }
    for (const data of [
      { description: '', date: '2026-05-04' },
      { description: 'Two sides', date: '2026-05-04', postings: [{ ...posting, debtor: '5', creditor: '5' }] },
      { description: 'No such group', date: '2026-05-04', postings: [{ ...posting, group_id: 99_999, debtor: '5' }] },
    ])
      expect((await server.post('accountant-document-save', data, as())).status).toBe(422)
    expect(Number((await read(await document())).number)).toBe(before + 1)
  })

  test('is a note while its sums differ, and balanced when they are equal', async () => {
    const id = await document()
    await post(id, 'debtor', '100')
    await post(id, 'creditor', '60')
    expect(await read(id)).toMatchObject({ status: 'note', debtor_sum: '100.00', creditor_sum: '60.00', amount_difference: '40.00' })
    await post(id, 'creditor', '40')
    expect(await read(id)).toMatchObject({ status: 'balanced', amount_difference: '0.00', effective_amount: '100.00' })
  })

  test('takes the verification of a posting back when its amount, side or account changes, by whichever call, and its timeline says so', async () => {
    const id = await balanced()
    await send('accountant-verify-postings', { id })
    const postings = async () => (await read(id)).postings as unknown as (Record<string, unknown> & { id: number })[]
    const [first, second] = await postings()
    expect([first!.status, second!.status]).toEqual(['verified', 'verified'])
    ok(await server.post('accountant-posting-save', { id: first!.id, description: 'Another word' }, as()))
    expect((await postings())[0]).toMatchObject({ status: 'verified' })
    const answer = ok(await server.post('accountant-posting-save', { id: first!.id, debtor: '90' }, as()))
    expect(answer.results).toMatchObject({ status: 'pending' })
    expect(answer.metadata.notices).toContainEqual('Changed postings have to be verified again.')
    const rows = (await postings()).map(({ id, group_id, segregate_id, debtor }) => ({ id, group_id, segregate_id, debtor }))
    const moved = [rows[0], { ...rows[1], creditor: null, debtor: '100' }]
    ok(await server.post('accountant-document-save', { id, postings: moved }, as()))
    expect((await postings())[1]).toMatchObject({ status: 'pending', debtor: '100' })
    const { results } = ok(await server.get('timeline', { model: 'accountant_document', id }, as()))
    expect(JSON.stringify(results).match(/Verification taken back/g)).toHaveLength(2)
  })

  test('tells whoever unbalances it that it has fallen back', async () => {
    const id = await balanced()
    const [posting] = (await read(id)).postings as unknown as { id: number }[]
    const answer = ok(await server.post('accountant-posting-save', { id: posting!.id, debtor: '90' }, as()))
    expect(answer.metadata.notices).toEqual([expect.stringMatching(/unbalanced now/)])
    expect(await read(id)).toMatchObject({ status: 'note' })
  })

  test('answers all its fields in the editor, some under the names of the books', async () => {
    const id = await balanced()
    const { results, metadata } = ok(await server.get('accountant-document-fetch', { id }, as()))
    expect(Object.keys(results)).toEqual(
      expect.arrayContaining([
        'description',
        'status',
        'number',
        'turningNumber',
        'sub_number',
        'date',
        'currency',
        'issuing_system',
        'issuing_user',
        'effective_amount',
        'debtor_sum',
        'creditor_sum',
        'amount_difference',
      ]),
    )
    expect(metadata.form).toBeTruthy()
  })

  test('can be finalized only while it is balanced, with a number that leaves no gap', async () => {
    const open = await document()
    await post(open, 'debtor', '5')
    expect((await server.post('accountant-finalize', { id: open }, as())).status).toBe(422)
    const first = (await send('accountant-finalize', { id: await balanced() })) as { turningNumber: string }
    const second = (await send('accountant-finalize', { id: await balanced() })) as { turningNumber: string }
    expect(Number(second.turningNumber.split('-')[1])).toBe(Number(first.turningNumber.split('-')[1]) + 1)
  })

  test.each(['ZZZ', 'irr'])('is in a currency that there is, not in “%s”', async (currency) => {
    const { status, body } = await server.post('accountant-document-save', { description: 'Sale', date: '2026-05-04', currency }, as())
    expect([status, Object.keys(body.errors)]).toEqual([422, ['currency']])
  })

  test('keeps its currency once it has postings', async () => {
    const id = await document()
    await send('accountant-document-save', { id, currency: 'USD' })
    await post(id, 'debtor', '5')
    const { status, body } = await server.post('accountant-document-save', { id, currency: 'EUR' }, as())
    expect([status, body.errors]).toEqual([422, { currency: ['The currency of a document with postings does not change.'] }])
    expect(await read(id)).toMatchObject({ currency: 'USD' })
  })

  test('is finalized by one of fifty people at once; the others are told that it is', async () => {
    const id = await balanced()
    const replies = await Promise.all(Array.from({ length: 50 }, () => server.post('accountant-finalize', { id }, as())))
    const refused = replies.filter(({ status }) => status !== 200)
    expect(refused).toHaveLength(49)
    for (const { status, body } of refused)
      expect([status, body.errors]).toEqual([422, { status: ['The document is finalized and cannot be changed.'] }])
  })
})

describe('a finalized document', () => {
  let id: number
  let posting: number
  beforeAll(async () => {
    id = await balanced()
    await send('accountant-finalize', { id })
    posting = ((await read(id)).postings as unknown as { id: number }[])[0]!.id
  })

  test('marks its postings as finalized', async () => {
    expect((await read(id)).postings).toMatchObject([{ finalized: 1 }, { finalized: 1 }])
  })

  test.each([
    ['a save of another status', 'accountant-document-save', () => ({ id, status: 'new' })],
    ['a save of a field', 'accountant-document-save', () => ({ id, description: 'Other' })],
    ['a save of its rows', 'accountant-document-save', () => ({ id, postings: [] })],
    ['the generic save', 'save', () => ({ model: 'accountant_document', id, data: { description: 'Other' } })],
    ['a save of a posting', 'accountant-posting-save', () => ({ id: posting, debtor: '7' })],
    ['the generic save of a posting', 'save', () => ({ model: 'accountant_posting', id: posting, data: { debtor: '7' } })],
    [
      'a new posting',
      'accountant-posting-quick-save',
      () => ({ accountant_document_id: id, group_code: '101', segregate_code: '01', debtor: '7' }),
    ],
    ['a status of a posting', 'accountant-posting-change-status', () => ({ id: posting, status: 'verified' })],
    ['a settlement', 'accountant-settlement-quick-save', () => ({ id: posting })],
    ['verifying all', 'accountant-verify-postings', () => ({ id })],
    ['finalizing it again', 'accountant-finalize', () => ({ id })],
  ])('refuses %s', async (_, name, payload) => {
    const { status, body } = await server.post(name, payload(), as())
    expect([status, body.errorCode]).toEqual([422, 422])
    expect(await read(id)).toMatchObject({ status: 'finalized', debtor_sum: '100.00', description: 'Sale in cash' })
  })

  test('says so to whoever opened it before, instead of offering a merge', async () => {
    const { status, body } = await server.post('accountant-document-save', { id, version: 1, description: 'Other' }, as())
    expect([status, body.errorCode, body.userMessage]).toEqual([
      409,
      'precondition-failed',
      'The document is finalized and cannot be changed.',
    ])
  })

  test('says of its postings that nothing of them may change, in lists and in forms', async () => {
    const grid = ok(await server.get('accountant-postings-grid', { ids: posting }, as())).results as unknown as object[]
    const [inside] = (await read(id)).postings as unknown as object[]
    const single = ok(await server.get('single', { model: 'accountant_posting', id: posting }, as())).results
    const [listed] = ok(await server.get('list', { model: 'accountant_posting', ids: posting }, as())).results as unknown as object[]
    for (const row of [grid[0], inside, single, listed])
      expect(row).toMatchObject({ can_edit: false, can_trash: false, can_verify: false, can_reject: false, can_wait: false })
    const { results, metadata } = ok(await server.get('accountant-posting-change-status-form', { id: posting }, as()))
    const sentence = 'The document is finalized and cannot be changed.'
    expect(results).toMatchObject([1, 2, 3].map(() => ({ possible: false, reason: expect.any(String) })))
    expect((results as unknown as { reason: string }[]).map(({ reason }) => reason)).toEqual([sentence, sentence, sentence])
    expect(metadata.form).toBeTruthy()
  })

  test.each(['trash', 'destroy'] as const)('cannot be removed by %s, nor can its postings', async (name) => {
    for (const [model, record] of [
      ['accountant_document', id],
      ['accountant_posting', posting],
    ] as const)
      expect((await server.delete(name, { model, id: record }, as())).status).toBeGreaterThanOrEqual(400)
    expect((await read(id)).postings).toHaveLength(2)
  })
})

describe('a posting', () => {
  test('takes every field', async () => {
    const id = await document()
    const made = async (model: string, data: object) => ((await send('save', { model, data })) as { id: number }).id
    const wallet_id = await made('wallet', { owner: 1, currency: 'IRR' })
    const path_id = await made('gate', { title: { en: 'Cash desk' }, kind: 'cash', currency: 'IRR' })
    const all = {
      description: 'Cheque',
      debtor: '12.00',
      ledger: 'management',
      settled: true,
      manual_code: 'T-1',
      manual_date: '2026-05-03',
      wallet_id,
      path_id,
      date: '2026-05-04',
    }
    const saved = await send('accountant-posting-save', { accountant_document_id: id, group_code: '101', segregate_code: '01', ...all })
    expect(saved).toMatchObject({ ...all, row: 1, group_code: '101', segregate_code: '01', status: 'pending' })
    const [shown] = (await read(id)).postings as unknown as object[]
    expect(shown).toMatchObject({ path: { title: 'Cash desk' }, wallet: { id: wallet_id, title: expect.stringContaining('Rial') } })
    const unknown = { accountant_document_id: id, group_code: '101', segregate_code: '01', debtor: '1', wallet_id: 999_999 }
    expect(Object.keys((await server.post('accountant-posting-save', unknown, as())).body.errors)).toEqual(['wallet_id'])
  })

  describe('has the decimals that the currency of its document is counted in', () => {
    const rial = ['An amount in Iranian Rial has no decimals.']
    const posting = { group_code: '101', segregate_code: '01' }
    test.each<[string, (id: number, posted: number) => [name: string, payload: object, field: string]]>([
      ['a save', (id) => ['accountant-posting-save', { accountant_document_id: id, ...posting, debtor: '10.50' }, 'debtor']],
      ['a change', (_, posted) => ['accountant-posting-save', { id: posted, debtor: '10.50' }, 'debtor']],
      ['the quick row', (id) => ['accountant-posting-quick-save', { accountant_document_id: id, ...posting, creditor: '0.5' }, 'creditor']],
      ['a cell', (_, posted) => ['save', { model: 'accountant_posting', id: posted, data: { debtor: '10.50' } }, 'debtor']],
      [
        'rows',
        (id, posted) => [
          'save',
          { model: 'accountant_document', id, data: { postings: [{ id: posted, debtor: '10.50' }] } },
          'postings.0.debtor',
        ],
      ],
    ])('by %s', async (_, door) => {
      const id = await document()
      const { id: posted } = await post(id, 'debtor', '10')
      const [name, payload, field] = door(id, posted)
      const { status, body } = await server.post(name, payload, as())
      expect([status, body.errors]).toEqual([422, { [field]: rial }])
      expect(await read(id)).toMatchObject({ debtor_sum: '10.00' })
    })

    test('but one that was stored otherwise stays, and hinders no change beside it', async () => {
      const id = await document()
      const { id: posted } = await post(id, 'debtor', '10')
      await server.database.transaction((trx) => sql`update data.accountant_posting set debtor = 10.50 where id = ${posted}`.execute(trx))
      await send('accountant-posting-save', { id: posted, description: 'Cheque' })
      const { status, body } = await server.post('accountant-posting-save', { id: posted, debtor: '10.75' }, as())
      expect([status, body.errors]).toEqual([422, { debtor: rial }])
      expect((await read(id)).postings).toMatchObject([{ debtor: '10.50', description: 'Cheque' }])
    })

    test('two for a dollar', async () => {
      const id = await document()
      await send('accountant-document-save', { id, currency: 'USD' })
      await post(id, 'debtor', '10.50')
      expect(await read(id)).toMatchObject({ debtor_sum: '10.50' })
    })
  })

  test('a ledger and its sums never add up two currencies', async () => {
    const { id: group, detail } = await account('455', 'Cash of two currencies')
    for (const [currency, amount] of [
      ['IRR', '1000'],
      ['USD', '10.50'],
      ['IRR', '500'],
    ] as const) {
      const id = await document()
      await send('accountant-document-save', { id, currency })
      await post(id, 'debtor', amount, '455')
    }
    const ledger = async (query: object) =>
      ok(
        await server.get(
          'grid',
          { module: 'accountant', class: 'ledger', part: 'list', account_group: group, account_detail: detail, ...query },
          as(),
        ),
      )
    const all = await ledger({})
    const balances = (all.results as unknown as { accountant_document: { currency: string }; balance: string }[]).map(
      (row) => `${row.accountant_document.currency} ${row.balance}`,
    )
    expect(balances.sort()).toEqual(['IRR 1000', 'IRR 1500', 'USD 10.50'])
    expect(all.metadata).toMatchObject({ summary: { values: { debtor: null } } })
    expect((await ledger({ currency: 'IRR' })).metadata).toMatchObject({ summary: { values: { debtor: '1500' } } })
    const days = { from: '2026-01-01', to: '2026-12-30' }
    const trial = ok(await server.get('metric', { module: 'accountant', name: 'trial-balance-details', ...days }, as()))
    const turnovers = (trial.results as unknown as Record<string, unknown>[])
      .filter((row) => row.segregate === detail)
      .map((row) => [row['accountant_document.currency'], row.debtor_turnover])
    expect(turnovers).toEqual([
      ['IRR', '1500'],
      ['USD', '10.50'],
    ])
    expect(trial.metadata).not.toHaveProperty('totals')
  })

  test.each([
    ['an unknown group', { group_code: '777', segregate_code: '01' }, ['group_code']],
    ['an unknown detail code', { group_code: '101', segregate_code: '77' }, ['segregate_code']],
    ['no codes', {}, ['group', 'segregate']],
  ])('needs codes that are there: %s', async (_, codes, keys) => {
    const id = await document()
    const { status, body } = await server.post('accountant-posting-save', { accountant_document_id: id, debtor: '1', ...codes }, as())
    expect([status, Object.keys(body.errors)]).toEqual([422, expect.arrayContaining(keys)])
  })

  test('refuses the detail code of another group by every door', async () => {
    const id = await document()
    const foreign = { group_id: cash.id, segregate_id: sales.detail, debtor: '1' }
    for (const reply of [
      await server.post('accountant-posting-save', { accountant_document_id: id, ...foreign }, as()),
      await server.post('save', { model: 'accountant_posting', data: { accountant_document_id: id, ...foreign } }, as()),
    ])
      expect([reply.status, Object.keys(reply.body.errors)]).toEqual([422, ['segregate_id']])
    const rows = await server.post('accountant-document-save', { id, postings: [foreign] }, as())
    expect([rows.status, Object.keys(rows.body.errors)]).toEqual([422, ['postings.0.segregate_id']])
    const own = await post(id, 'debtor', '1')
    const moved = await server.post('save', { model: 'accountant_posting', id: own.id, data: { group_id: sales.id } }, as())
    expect([moved.status, Object.keys(moved.body.errors)]).toEqual([422, ['segregate_id']])
  })

  test.each([
    ['both sides', { debtor: '1', creditor: '1' }, 'creditor'],
    ['no amount', {}, 'debtor'],
    ['a negative amount', { debtor: '-1' }, 'debtor'],
    ['thirty digits', { debtor: '1'.repeat(30) }, 'debtor'],
    ['too many decimals', { debtor: '1.005' }, 'debtor'],
    ['letters', { debtor: '12a' }, 'debtor'],
  ])('refuses %s at the field', async (_, amounts, key) => {
    const id = await document()
    const { status, body } = await server.post(
      'accountant-posting-save',
      { accountant_document_id: id, group_code: '101', segregate_code: '01', ...amounts },
      as(),
    )
    expect([status, Object.keys(body.errors)]).toEqual([422, [key]])
    expect((await read(id)).postings).toEqual([])
  })

  test('changes its status by a form with the three states', async () => {
    const id = await document()
    const { id: posting } = await post(id, 'debtor', '1')
    const { metadata } = ok(await server.get('accountant-posting-change-status-form', { id: posting }, as()))
    const { options } = (metadata.form as unknown as { ui: { status: { options: { value: string }[] } } }).ui.status
    expect(options.map(({ value }) => value).sort()).toEqual(['pending', 'rejected', 'verified'])
    const { schema } = metadata.form as unknown as { schema: { properties: { status: { enum: string[] } } } }
    expect(schema.properties.status.enum).toEqual(options.map(({ value }) => value))
    expect(options.find(({ value }) => value === 'pending')).toMatchObject({ disabled: true, note: 'Present status' })
    expect(await send('accountant-posting-change-status', { id: posting, status: 'verified' })).toMatchObject({ status: 'verified' })
  })

  test('is verified with all others of its document', async () => {
    const id = await balanced()
    const [first] = (await read(id)).postings as unknown as { id: number }[]
    await send('accountant-posting-change-status', { id: first!.id, status: 'rejected' })
    await send('accountant-verify-postings', { id })
    expect((await read(id)).postings).toMatchObject([{ status: 'verified' }, { status: 'verified' }])
  })

  test('is verified with the others although it was rejected', async () => {
    const id = await balanced()
    const [posting] = (await read(id)).postings as unknown as { id: number }[]
    await send('accountant-posting-change-status', { id: posting!.id, status: 'rejected' })
    await send('accountant-verify-postings', { id })
    expect((await read(id)).postings).toMatchObject([{ status: 'verified' }, { status: 'verified' }])
  })

  test('is settled', async () => {
    const { id } = await post(await document(), 'debtor', '1')
    expect(await send('accountant-settlement-quick-save', { id, manual_code: 'S-9' })).toMatchObject({
      settled: true,
      manual_code: 'S-9',
      debtor: '1',
    })
  })
})

describe('groups and detail codes', () => {
  test('are found by their codes', async () => {
    expect(ok(await server.get('accountant-search-group', { code: '101' }, as())).results).toMatchObject({ id: cash.id })
    expect((await server.get('accountant-search-group', { code: '777' }, as())).status).toBe(404)
    const params = { group_id: cash.id, code: '01' }
    expect(ok(await server.get('accountant-search-segregate', params, as())).results).toMatchObject({ id: cash.detail })
  })

  test('are choices, detail codes those of their group alone', async () => {
    const groups = ok(await server.get('accountant-groups-options', {}, as())).results as unknown as object[]
    expect(groups).toContainEqual({ value: cash.id, title: '101 Cash', code: '101' })
    const details = ok(await server.get('accountant-group-segregates-combo', { group_id: sales.id }, as())).results
    expect(details).toEqual([{ value: sales.detail, title: '01 Sales 1', code: '01' }])
  })

  test('belong together or not', async () => {
    const check = async (group_code: string, segregate_code: string) =>
      ok(await server.post('accountant-groups-segregates-check', { group_code, segregate_code }, as())).results.exists
    expect([await check('101', '01'), await check('101', '77')]).toEqual([true, false])
  })

  test('are not found in the trash', async () => {
    const gone = await account('888', 'Gone')
    ok(await server.delete('trash', { model: 'accountant_group', id: gone.id }, as()))
    expect((await server.get('accountant-search-group', { code: '888' }, as())).status).toBe(404)
    expect((await server.get('accountant-search-segregate', { group_id: gone.id, code: '01' }, as())).status).toBe(404)
    const payload = { group_code: '888', segregate_code: '01' }
    expect(ok(await server.post('accountant-groups-segregates-check', payload, as())).results.exists).toBe(false)
  })

  test('stay as they are once postings use them', async () => {
    await balanced()
    for (const [model, id] of [
      ['accountant_group', cash.id],
      ['accountant_segregate', cash.detail],
    ] as const) {
      const trashed = await server.delete('trash', { model, id }, as())
      expect([trashed.status, trashed.body.errorCode]).toEqual([409, 'in-use'])
      const changed = await server.post('save', { model, id, data: { code: '77' } }, as())
      expect([changed.status, changed.body.errors]).toEqual([422, { code: ['It does not change while postings use it.'] }])
    }
    const { id } = await account('555', 'Unused')
    await send('accountant-group-save', { id, code: '556' })
    await send('accountant-group-save', { id: cash.id, title: 'Cash' })
  })

  test('keep the order in which they are put', async () => {
    ok(await server.put('accountant-groups-save-orders', { id: sales.id, before: cash.id }, as()))
    const groups = ok(await server.get('accountant-groups-list', {}, as())).results as unknown as { code: string }[]
    expect(groups.map(({ code }) => code).slice(0, 2)).toEqual(['601', '101'])
  })
})

test('groups are listed each before those beneath it', async () => {
  const made = async (code: string, parent_id?: number) =>
    ((await send('accountant-group-save', { code, title: code, ...(parent_id && { parent_id }) })) as { id: number }).id
  const one = await made('A1')
  const two = await made('A2')
  await made('A201', two)
  const first = await made('A101', one)
  await made('A102', one)
  await made('A10101', first)
  const codes = async () =>
    (ok(await server.get('accountant-groups-list', {}, as())).results as unknown as { code: string }[])
      .map(({ code }) => code)
      .filter((code) => code.startsWith('A'))
  expect(await codes()).toEqual(['A1', 'A101', 'A10101', 'A102', 'A2', 'A201'])
  ok(await server.put('accountant-groups-save-orders', { id: two, before: one }, as()))
  expect(await codes()).toEqual(['A2', 'A201', 'A1', 'A101', 'A10101', 'A102'])
})

test('the date of a document lies in a fiscal year, once there are years', async () => {
  const year = { title: '1405', starts_on: '2026-03-21', ends_on: '2027-03-20' }
  await send('save', { model: 'accountant_fiscal_year', data: year })
  const id = await document()
  for (const payload of [
    { id, date: '2031-01-01' },
    { description: 'Sale', date: '1999-01-01' },
  ]) {
    const { status, body } = await server.post('accountant-document-save', payload, as())
    expect([status, Object.keys(body.errors)]).toEqual([422, ['date']])
    expect(body.errors.date[0]).toContain('1405')
  }
  await send('accountant-document-save', { id, date: '2026-03-21' })
})

test('a document of 500 postings is saved, verified and finalized whole', async () => {
  const id = await document()
  const postings = Array.from({ length: 500 }, (_, at) => ({
    group_id: at % 2 ? sales.id : cash.id,
    segregate_id: at % 2 ? sales.detail : cash.detail,
    [at % 2 ? 'creditor' : 'debtor']: '1000',
  }))
  await send('accountant-document-save', { id, postings })
  await send('accountant-verify-postings', { id })
  await send('accountant-finalize', { id })
  const stored = await read(id)
  expect(stored).toMatchObject({ status: 'finalized', debtor_sum: '250000.00' })
  expect(new Set((stored.postings as unknown as { status: string }[]).map(({ status }) => status))).toEqual(new Set(['verified']))
})
