import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { LedgerDocument } from '#schemas/types/contract.d.ts'
import { ApiError } from '#server/errors.ts'
import type { LedgerEntry } from '#server/model/ledgers/pending-posts.ts'
import { postEntries, reverseEntries } from '#server/model/ledgers/post-entries.ts'
import { seedEntries } from '#server/model/ledgers/seed-entries.ts'
import { writeRecord, type ModelContext } from '#server/model/model.ts'
import { databaseKinds, freshDatabase, type TestDatabase } from '../../../helpers/database.ts'
import { refusal, run } from '../library.ts'
import { cash, documents, entriesOf, ledgerRegistry, migrateLedger, stock } from './stock.ts'

/** An account is what one box has of one ware. */
const shelf: LedgerDocument = {
  name: 'shelf',
  of: ['ware', 'box'],
  amounts: { count: { scale: 0 } },
  balances: { there: { scale: 0 } },
  entries: { put: { there: 'count' }, take: { there: '-count' } },
  never_below: { there: { floor: '0', message: 'Only {balance} of {account}' } },
}
const registry = ledgerRegistry(documents, [stock, cash, shelf])

describe.each(databaseKinds)('rules of ledgers (%s)', (kind) => {
  let database: TestDatabase
  let bank: number
  beforeAll(async () => {
    database = await freshDatabase(kind)
    expect(await migrateLedger(database, registry)).toEqual([])
    bank = (await write('bank', { most: '100' })).id
  })
  afterAll(() => database.close())

  const call = <T>(work: (context: ModelContext) => Promise<T>) => run(database, registry, work)
  const write = (model: string, data: Record<string, unknown>, id?: number) => call((context) => writeRecord(context, model, { id, data }))
  const box = async (name: string, least: string | null = '0') => (await write('box', { name, least, bank })).id
  const transfer = (from: number, to: number, given: string, gotten = given, occasion = 1) => {
    const entry = (name: string, account: number, amount: string, row: number): LedgerEntry => ({
      entry: name,
      account: { box: account },
      amounts: { amount },
      source: { entity: 'bank', id: bank, row },
      occasion,
      pathOf: () => `${name}_amount`,
    })
    return call((context) => postEntries(context, 'cash', [entry('out', from, given, from), entry('in', to, gotten, to)]))
  }
  const balanceOf = async (id: number) =>
    (await sql<{ balance: string }>`select balance from ledger.cash_balance where box_id = ${id}`.execute(database.kysely)).rows[0]?.balance

  test('what one occasion posts adds up to nothing, or nothing of it is posted', async () => {
    const [one, other] = [await box('One', '-50'), await box('Other')]
    await transfer(one, other, '20')
    expect([await balanceOf(one), await balanceOf(other)]).toEqual(['-20', '20'])
    const before = await entriesOf(database, 'cash')
    expect(await refusal(transfer(one, other, '5', '4', 2))).toMatchObject({
      code: '422',
      errors: { out_amount: ['errors.ledger_not_zero'] },
    })
    expect(await entriesOf(database, 'cash')).toEqual(before)
  })

  test('a floor and a ceiling are fields of the account and of what it refers to; an empty one is no limit', async () => {
    const [poor, rich, free] = [await box('Poor', '-10'), await box('Rich'), await box('Free', null)]
    expect(await refusal(transfer(poor, rich, '11', '11', 10))).toMatchObject({
      errors: { out_amount: ['In Poor there is ۰, the least is \u200e−۱۰'] },
    })
    expect(await refusal(transfer(free, rich, '101', '101', 11))).toMatchObject({ errors: { in_amount: ['No more than ۱۰۰ in Rich'] } })
    await transfer(free, rich, '100', '100', 12)
    expect(await balanceOf(free)).toBe('-100')
  })

  test('an account beyond a new limit may come back, but not go further', async () => {
    const [debtor, other] = [await box('Debtor', '-50'), await box('Other')]
    await transfer(debtor, other, '40', '40', 20)
    expect(await refusal(write('box', { least: '-10' }, debtor))).toMatchObject({ errors: { least: ['errors.ledger_beyond_limit'] } })
    await sql`update data.box set least = -10 where id = ${debtor}`.execute(database.kysely)
    expect(await refusal(transfer(debtor, other, '1', '1', 21))).toMatchObject({ code: '422' })
    await transfer(other, debtor, '15', '15', 22)
    expect(await balanceOf(debtor)).toBe('-25')
    await expect(sql`update ledger.cash_balance set balance = -26 where box_id = ${debtor}`.execute(database.kysely)).rejects.toMatchObject(
      { code: '23514' },
    )
  })

  test('a kind is posted once on one occasion, and entries are reversed once', async () => {
    const [one, other] = [await box('One', '-50'), await box('Other')]
    await transfer(one, other, '5', '5', 30)
    expect(await refusal(transfer(one, other, '5', '5', 30))).toMatchObject({ code: 'precondition-failed' })
    const reverse = () => call((context) => reverseEntries(context, 'cash', { source: { entity: 'bank', id: bank, row: one } }))
    expect(await refusal(reverse())).toMatchObject({ code: '422' })
    await call((context) => reverseEntries(context, 'cash', { source: { entity: 'bank', id: bank } }))
    expect([await balanceOf(one), await balanceOf(other)]).toEqual(['0', '0'])
    const count = (await entriesOf(database, 'cash')).length
    await call((context) => reverseEntries(context, 'cash', { source: { entity: 'bank', id: bank } }))
    expect(await entriesOf(database, 'cash')).toHaveLength(count)
    const [taken] = (await entriesOf(database, 'cash')).filter(({ reverses_id }) => reverses_id !== null)
    await expect(
      sql`insert into data.cash_entry (box_id, kind, effective_at, source_row, occasion, reverses_id, amount) values (${one}, 'in', now(), 0, 0, ${taken!.reverses_id}, 1)`.execute(
        database.kysely,
      ),
    ).rejects.toMatchObject({ code: '23505' })
  })

  test('an account may be several records, each combination by itself', async () => {
    const [a, b] = [await box('A'), await box('B')]
    const { id: ware } = await write('ware', { title: 'Pen' })
    const put = (entry: string, place: number | undefined, count: string) =>
      call((context) => postEntries(context, 'shelf', [{ entry, account: { ware, box: place }, amounts: { count } }]))
    await put('put', a, '3')
    await put('put', b, '5')
    await put('take', b, '1')
    expect(await refusal(put('take', a, '4'))).toMatchObject({ errors: { count: ['Only ۳ of Pen'] } })
    expect(await refusal(put('put', undefined, '1'))).toMatchObject({ errors: { box: ['rules.required'] } })
    expect(await refusal(put('put', 999_999, '1'))).toMatchObject({ errors: { box: ['errors.unknown_reference'] } })
    expect(await refusal(put('put', a, '1.5'))).toMatchObject({ errors: { count: ['errors.ledger_amount_whole'] } })
    const { rows } = await sql`select box_id, there from ledger.shelf_balance where ware_id = ${ware} order by box_id`.execute(
      database.kysely,
    )
    expect(rows).toEqual([
      { box_id: a, there: '3' },
      { box_id: b, there: '4' },
    ])
  })

  test('a call posts ten thousand entries at most; a seed posts more, as they were', async () => {
    const { id: ware } = await write('ware', { title: 'Many' })
    const entries = Array.from({ length: 10_001 }, (_, row) => ({
      entry: 'supply',
      account: { ware },
      amounts: { quantity: '1', fee: '2' },
      source: { entity: 'ware', id: ware, row },
    }))
    expect(await refusal(call((context) => postEntries(context, 'stock', entries)))).toMatchObject({
      errors: { entries: ['errors.too_many_entries'] },
    })
    expect(await entriesOf(database, 'stock', 'ware')).toEqual([])
    await database.transaction((trx) => seedEntries(trx, registry, 'stock', entries))
    const { rows } = await sql`select on_hand, supplied_value, average_price from ledger.stock_balance where ware_id = ${ware}`.execute(
      database.kysely,
    )
    expect(rows).toEqual([{ on_hand: '10001', supplied_value: '20002', average_price: '2' }])
  }, 60_000)

  test('an effect of another record is refused under its title', async () => {
    const { id: ware } = await write('ware', { title: 'Ink', stop_when_empty: true })
    const entry: LedgerEntry = { entry: 'damage', account: { ware }, amounts: { quantity: '1' }, record: 'Order 17' }
    const fault = (await call((context) => postEntries(context, 'stock', [entry])).catch((reason: unknown) => reason)) as ApiError
    expect(fault).toBeInstanceOf(ApiError)
    expect(fault.userMessage).toMatchObject({ key: 'errors.of_record', values: { record: 'Order 17', message: 'موجودی Ink ۰ است.' } })
  })
})
