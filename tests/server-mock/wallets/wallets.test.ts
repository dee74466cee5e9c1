import { describe, expect, test } from 'vitest'
import { answerAddress } from '#server/features/wallets/test-gateway.ts'
import { sharedServer } from '#tests/helpers/shared-server.ts'

const { server, tokens } = sharedServer(['administrator', 'operator', 'customer'], { seed: ['wallets'] })
const as = (user: 'administrator' | 'operator' | 'customer' = 'operator') => ({ token: tokens[user], headers: { 'x-locale': 'en' } })

type Row = Record<string, unknown> & { id: number }
const grid = async (name: string): Promise<Row[]> => (await server.get(name, { page_size: 100 }, as())).body.results
const wallet = async (id: number): Promise<Row> => (await server.get('single', { model: 'wallet', id }, as())).body.results
const save = (payload: Record<string, unknown>) => server.post('wallet-transaction-save', payload, as())
const mine = async (): Promise<Row> => (await server.get('wallet-my-wallets', {}, as('customer'))).body.results[0]

const rialWallet = async (): Promise<Row> => (await grid('accountant-wallets-grid')).find(({ currency }) => currency === 'IRR')!

/** An empty wallet of a person in a currency that nobody else's test uses. */
async function emptyWallet(): Promise<number> {
  const taken = new Set((await grid('accountant-wallets-grid')).map((row) => `${String(row.owner_id)} ${String(row.currency)}`))
  const users = (await server.get('list', { model: 'user', page_size: 100 }, as('administrator'))).body.results as Row[]
  for (const { id } of users)
    for (const currency of ['USD', 'EUR'])
      if (!taken.has(`${id} ${currency}`))
        return (await server.post('save', { model: 'wallet', data: { owner_id: id, currency } }, as())).body.results.id
  throw new Error('Everybody has every wallet.')
}

describe('a transaction', () => {
  test('makes the balance grow and shrink', async () => {
    const id = await emptyWallet()
    expect(await wallet(id)).toMatchObject({ balance: '0', blocked_amount: '0' })
    expect((await save({ wallet_id: id, type: 'in', amount: '50' })).status).toBe(200)
    expect(await wallet(id)).toMatchObject({ balance: '50' })
    expect((await save({ wallet_id: id, type: 'out', amount: '20.5' })).status).toBe(200)
    expect(await wallet(id)).toMatchObject({ balance: '29.5', free_amount: '29.5' })
    const other = await server.post('save', { model: 'wallet', id, data: { currency: 'IRR' } }, as())
    expect([other.status, other.body.errors]).toEqual([422, { currency: ['The wallet has transactions, so its currency stays as it is.'] }])
  })

  test('takes out no more than is free', async () => {
    const id = await emptyWallet()
    await save({ wallet_id: id, type: 'in', amount: '100' })
    const blocked = await server.post('save', { model: 'wallet_block', data: { wallet_id: id, amount: '30', reason: 'Order' } }, as())
    expect(blocked.status).toBe(200)
    expect(await wallet(id)).toMatchObject({ balance: '100', blocked_amount: '30' })
    const { status, body } = await save({ wallet_id: id, type: 'out', amount: '71' })
    expect(status).toBe(422)
    expect(JSON.stringify(body)).toContain('Only 70')
    expect((await save({ wallet_id: id, type: 'out', amount: '70' })).status).toBe(200)
    expect(await wallet(id)).toMatchObject({ balance: '30', free_amount: '0' })
    await server.post('transition', { model: 'wallet_block', id: blocked.body.results.id, transition: 'release' }, as())
    expect(await wallet(id)).toMatchObject({ blocked_amount: '0', free_amount: '30' })
  })

  test.each<[string, Record<string, unknown>, string]>([
    ['another type', { type: 'charge' }, 'type'],
    ['no amount', { amount: undefined }, 'amount'],
    ['zero', { amount: '0' }, 'amount'],
    ['less than nothing', { amount: '-1' }, 'amount'],
    ['letters', { amount: 'ten' }, 'amount'],
    ['three decimals', { amount: '1.234' }, 'amount'],
    ['a wallet that is not there', { wallet_id: 999_999 }, 'wallet_id'],
    ['the id of another transaction', { id: 1 }, 'id'],
    ['a fraction of a rial', { amount: '5.5' }, 'amount'],
    ['a payment without its path', { with_payment: true }, 'path'],
  ])('with %s is refused at its field', async (_, change, field) => {
    const first = await rialWallet()
    const before = await wallet(first.id)
    const { status, body } = await save({ wallet_id: first.id, type: 'in', amount: '5', ...change })
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual([field])
    expect((await wallet(first.id)).balance).toBe(before.balance)
  })

  test.each([
    ['wallet-transaction-save', (data: object) => data],
    ['save', (data: object) => ({ model: 'wallet_transaction', data })],
  ])('with a payment needs its path by %s', async (name, payload) => {
    const first = await rialWallet()
    const data = { wallet_id: first.id, type: 'in', amount: '5', with_payment: true, tracking_number: '77' }
    const { status, body } = await server.post(name, payload(data), as())
    expect([status, Object.keys(body.errors)]).toEqual([422, ['path']])
    const stored = await server.post(name, payload({ ...data, path_id: 2 }), as())
    expect(stored.body.results).toMatchObject({ path_id: 2, tracking_number: '77' })
  })

  test('by a gate of another currency is refused at the path, with both currencies', async () => {
    const data = { wallet_id: await emptyWallet(), type: 'in', amount: '5', with_payment: true, path_id: 2 }
    const { status, body } = await save(data)
    expect([status, body.errors]).toEqual([
      422,
      { path: [expect.stringMatching(/^This is in Iranian Rial, and only (US Dollar|Euro) fits/)] },
    ])
  })

  test('without a payment has neither a path nor a tracking number', async () => {
    const first = await rialWallet()
    const { body } = await save({ wallet_id: first.id, type: 'in', amount: '5', with_payment: false, path_id: 2, tracking_number: '77' })
    const { results } = (await server.get('single', { model: 'wallet_transaction', id: body.results.id }, as())).body
    expect(results).toMatchObject({ with_payment: false, path_id: null, tracking_number: null })
  })

  test('takes the permission', async () => {
    const { id } = await mine()
    expect((await server.post('wallet-transaction-save', { wallet_id: id, type: 'in', amount: '5' }, as('customer'))).status).toBe(403)
  })
})

test('a wallet is trashed only while it is empty', async () => {
  const id = await emptyWallet()
  const trash = () => server.delete('trash', { model: 'wallet', id }, as())
  await save({ wallet_id: id, type: 'in', amount: '10' })
  const { status, body } = await trash()
  expect([status, body.errorCode, body.userMessage]).toEqual([409, 'in-use', expect.stringContaining('A wallet with a balance')])
  await save({ wallet_id: id, type: 'out', amount: '10' })
  expect((await trash()).status).toBe(200)
})

test('a person sees only the own wallets', async () => {
  for (const user of ['customer', 'administrator'] as const) {
    const { results } = (await server.get('wallet-my-wallets', {}, as(user))).body
    expect(results).toHaveLength(1)
    expect(Object.keys(results[0])).toEqual(expect.arrayContaining(['currency', 'balance', 'blocked_amount', 'payment', 'paths']))
  }
  const [other] = (await grid('accountant-wallets-grid')).filter(({ owner }) => (owner as Row).id !== 1)
  const foreign = await server.get('single', { model: 'wallet', id: other!.id }, as('customer'))
  expect([200, 404]).toContain(foreign.status)
  expect(foreign.status === 200 ? (await mine()).id : other!.id).toBe(other!.id)
})

test('wallets of a list have the title that their dialogs show', async () => {
  for (const { title } of await grid('accountant-wallets-grid')) expect(title).toMatch(/^.+ – .+$/)
})

test('what is blocked adds up to the blocked amount of each wallet', async () => {
  const blocks = await grid('accountant-wallets-blocked-amounts-grid')
  expect(blocks.length).toBeGreaterThan(3)
  for (const row of await grid('accountant-wallets-grid')) {
    const sum = blocks.filter((block) => block.wallet_id === row.id).reduce((total, block) => total + Number(block.amount), 0)
    expect(Number(row.blocked_amount)).toBe(sum)
  }
})

describe('a charge', () => {
  const start = (payload: Record<string, unknown> = {}) =>
    server.post('wallet-online-charge', { amount: '50000', ...payload }, as('customer'))
  const visit = (url: string) => server.app.inject({ method: 'GET', url })
  const choose = (address: string, choice: string) => visit(`${address}&choice=${choice}`)
  const payment = async (number: string) => (await server.get('wallet-payment-single', { number }, as('customer'))).body.results
  const balance = async () => Number((await mine()).balance)

  test('is offered by the gates that this server has', async () => {
    expect((await server.get('wallet-online-gates', {}, as('customer'))).body.results).toMatchObject([
      { title: 'Test gateway', currency: 'IRR', minimum: '10000' },
    ])
  })

  test('that is paid makes the balance grow by its amount', async () => {
    const before = await balance()
    const { address, number } = (await start()).body.results
    expect((await visit(address)).statusCode).toBe(200)
    expect(await balance()).toBe(before)
    const answer = await choose(address, 'pay')
    expect(answer.statusCode).toBe(303)
    const back = await visit(String(answer.headers.location))
    expect(back.headers.location).toBe(`/wallet/payments/${number}`)
    expect(await payment(number)).toMatchObject({ status: 'paid' })
    expect(await balance()).toBe(before + 50_000)
  })

  test('that is answered again and again is credited once', async () => {
    const before = await balance()
    const { address } = (await start()).body.results
    const answer = await choose(address, 'twice')
    for (let at = 0; at < 3; at++) expect((await visit(String(answer.headers.location))).statusCode).toBe(303)
    expect(await balance()).toBe(before + 50_000)
  })

  test('that is refused, or never answered, credits nothing', async () => {
    const before = await balance()
    const refused = (await start()).body.results
    await visit(String((await choose(refused.address, 'refuse')).headers.location))
    expect(await payment(refused.number)).toMatchObject({ status: 'refused' })
    const silent = (await start()).body.results
    expect((await choose(silent.address, 'silent')).statusCode).toBe(200)
    expect(await payment(silent.number)).toMatchObject({ status: 'started' })
    expect(await balance()).toBe(before)
  })

  test('with another amount or a forged answer credits nothing', async () => {
    const before = await balance()
    const { address, number } = (await start()).body.results
    const location = String((await choose(address, 'pay')).headers.location)
    for (const forged of [
      location.replace('amount=50000', 'amount=90000'),
      location.replace(/signature=[^&]*/, 'signature=x'),
      location.replace(/&signature=[^&]*/, ''),
    ])
      expect((await visit(forged)).statusCode).toBe(400)
    expect((await visit(address.replace('amount=50000', 'amount=1'))).statusCode).toBe(400)
    expect(await payment(number)).toMatchObject({ status: 'started' })
    expect(await balance()).toBe(before)
  })

  const payBack = async (address: string) => String((await choose(address, 'pay')).headers.location)
  const letExpire = (number: string) =>
    server.database.transaction(async (trx) => {
      await trx
        .updateTable('data.wallet_payment' as never)
        .set({ expires_at: '2020-01-01T00:00:00Z' } as never)
        .where('number' as never, '=', number as never)
        .execute()
    })
  const settle = (id: number, transition: string, note?: string) => server.post('wallet-payment-settle', { id, transition, note }, as())
  const told = async (number: string) => {
    const { results } = (await server.get('user-notification-list', { unread: '1' }, as('administrator'))).body
    return (results as { data: { title: string } }[]).filter(({ data }) => data.title === `Paid, not credited: ${number}`).length
  }

  test('that is paid after its time is noted, told once, and credited by an accountant once', async () => {
    const before = await balance()
    const { id, address, number } = (await start()).body.results
    const location = await payBack(address)
    await letExpire(number)
    for (let at = 0; at < 3; at++) expect((await visit(location)).statusCode).toBe(303)
    expect(await payment(number)).toMatchObject({ status: 'unsettled', paid_amount: '50000.00', reference: `T${number.slice(-8)}` })
    expect([await balance(), await told(number)]).toEqual([before, 1])
    expect((await grid('accountant-charges-grid')).find((row) => row.number === number)).toMatchObject({ can_credit: true })
    expect(Object.keys((await settle(id, 'credit')).body.errors)).toEqual(['note'])
    const answers = await Promise.all([settle(id, 'credit', 'Checked with the bank'), settle(id, 'credit', 'Checked with the bank')])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422])
    expect((await visit(location)).statusCode).toBe(303)
    expect(await payment(number)).toMatchObject({ status: 'paid' })
    expect(await balance()).toBe(before + 50_000)
  })

  test('that is paid after a refusal is noted, and marked as given back with a note', async () => {
    const before = await balance()
    const { id, address, number } = (await start()).body.results
    await visit(String((await choose(address, 'refuse')).headers.location))
    const location = await payBack(address)
    await visit(location)
    expect(await payment(number)).toMatchObject({ status: 'unsettled' })
    expect((await settle(id, 'give_back', 'By card')).status).toBe(200)
    await visit(location)
    expect(await payment(number)).toMatchObject({ status: 'given_back' })
    expect(await balance()).toBe(before)
  })

  test.each<[string, string | null]>([
    ['40000', '40000.00'],
    ['a lot', null],
  ])('that is paid with the amount %s is noted, and credited with what was paid', async (amount, paid) => {
    const before = await balance()
    const { id, number } = (await start()).body.results
    await visit(answerAddress(server.config, { number, isPaid: true, amount, reference: 'x'.repeat(80) }))
    expect(await payment(number)).toMatchObject({ status: 'unsettled', paid_amount: paid })
    expect((await settle(id, 'credit', 'Less was paid')).status).toBe(paid === null ? 422 : 200)
    expect(await balance()).toBe(before + Number(paid))
  })

  test('that is paid twice under two references is credited once, and the second is noted once as a payment of its own', async () => {
    const before = await balance()
    const { id, number } = (await start()).body.results
    const paid = (reference: string) => visit(answerAddress(server.config, { number, isPaid: true, amount: '50000', reference }))
    await paid('first')
    await Promise.all([paid('second'), paid('second')])
    await paid('first')
    const repeating = async (): Promise<Row[]> =>
      (await server.get('list', { model: 'wallet_payment', page_size: 100 }, as())).body.results.filter(
        ({ repeats_id }: Row) => repeats_id === id,
      )
    const again = await repeating()
    expect(again).toMatchObject([{ status: 'unsettled', amount: '50000.00', paid_amount: '50000.00', reference: 'second' }])
    expect([await balance(), await told(String(again[0]!.number))]).toEqual([before + 50_000, 1])
    expect((await settle(again[0]!.id, 'give_back', 'Twice by mistake')).status).toBe(200)
    await paid('second')
    expect(await repeating()).toHaveLength(1)
  })

  test('that nobody has paid late is settled by nobody, and a customer settles none', async () => {
    const { id } = (await start()).body.results
    expect((await settle(id, 'credit', 'Now')).status).toBe(422)
    const own = await server.post('wallet-payment-settle', { id, transition: 'credit', note: 'Mine' }, as('customer'))
    expect(own.status).toBe(403)
  })

  test('is decided by nobody but its gateway', async () => {
    const { id } = (await start()).body.results
    for (const transition of ['pay', 'refuse', 'report_paid']) {
      const { status, body } = await server.post('wallet-payment-settle', { id, transition }, as('administrator'))
      expect([status, body.errors]).toEqual([422, { status: ['Only the answer of the gateway decides this payment.'] }])
      expect((await server.post('wallet-payment-settle', { id, transition }, as())).status).toBe(403)
    }
  })

  test.each<[string, Record<string, unknown>, string]>([
    ['too little', { amount: '9999' }, 'amount'],
    ['too much', { amount: '2000000001' }, 'amount'],
    ['nothing', { amount: '0' }, 'amount'],
    ['three decimals', { amount: '10000.123' }, 'amount'],
    ['a wallet of somebody else', { wallet_id: 999_999 }, 'wallet_id'],
    ['a gate that is not online', { gate_id: 2 }, 'gate_id'],
  ])('of %s is refused at its field', async (_, payload, field) => {
    const { status, body } = await start(payload)
    expect(status).toBe(422)
    expect(Object.keys(body.errors)).toEqual([field])
  })
})
