import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { destroyRecord, readRecord, takeTransition, trashRecord, trusted, writeRecord, type ModelContext } from '#server/model/model.ts'
import { databaseKinds, freshDatabase, type TestDatabase } from '../../../helpers/database.ts'
import { refusal, run } from '../library.ts'
import { balancesOf, entriesOf, ledgerRegistry, migrateLedger } from './stock.ts'

const registry = ledgerRegistry()

describe.each(databaseKinds)('ledgers (%s)', (kind) => {
  let database: TestDatabase
  let ware: number
  beforeAll(async () => {
    database = await freshDatabase(kind)
    expect(await migrateLedger(database, registry)).toEqual([])
    expect(await migrateLedger(database, registry)).toEqual([])
  })
  afterAll(() => database.close())
  beforeEach(async () => {
    ware = (await write('ware', { title: 'Pen', stop_when_empty: true })).id
  })

  const call = <T>(work: (context: ModelContext) => Promise<T>) => run(database, registry, work)
  const write = (model: string, data: Record<string, unknown>) => call((context) => writeRecord(context, model, { data }))
  const change = (kind: string, quantity: unknown, more: Record<string, unknown> = {}) => write('change', { ware, kind, quantity, ...more })
  const order = (...counts: string[]) => write('order', { lines: counts.map((count) => ({ ware, count })) })
  const step = (id: number, transition: string) => call((context) => takeTransition(context, 'order', { id, transition }))
  const read = (id: number) => call((context) => readRecord(context, 'ware', id))

  test('a record posts when it is made; balances follow, with the average of what was supplied', async () => {
    await change('supply', '10', { fee: '2.5', reason: 'first' })
    await change('supply', '5', { fee: '4' })
    await change('damage', '1.5')
    expect(await balancesOf(database, ware)).toMatchObject({ on_hand: '13.5', available: '13.5', supplied_value: '45', average_price: '3' })
    expect(await read(ware)).toMatchObject({ stock: '13.5', average: '3' })
    const [first] = await entriesOf(database)
    expect(first).toMatchObject({
      kind: 'supply',
      quantity: '10',
      fee: '2.5',
      source: 'change',
      note: 'first',
      on_hand_after: '10',
      created_by: 1,
    })
  })

  test('what nobody posted to reads nothing, and its average is empty', async () => {
    expect(await read(ware)).toMatchObject({ stock: '0', average: null })
  })

  test('lines of one account are summed before they are held to its floor, and the line that goes below is named', async () => {
    await change('supply', '10', { fee: '1' })
    const { id } = await order('6', '5')
    expect(await refusal(step(id, 'confirm'))).toMatchObject({ code: '422', errors: { 'lines.1.count': ['از Pen فقط ۱۰ موجود است.'] } })
    expect(await read(ware)).toMatchObject({ stock: '10' })
    const fitting = await order('6', '4')
    await step(fitting.id, 'confirm')
    expect(await balancesOf(database, ware)).toMatchObject({ on_hand: '10', reserved: '10', available: '0' })
  })

  test('what is issued closes the hold of its own source, and no other', async () => {
    await change('supply', '10', { fee: '1' })
    const [one, other] = [await order('4'), await order('3')]
    await step(one.id, 'confirm')
    await step(other.id, 'confirm')
    await step(one.id, 'send')
    expect(await balancesOf(database, ware)).toMatchObject({ on_hand: '6', reserved: '3', available: '3' })
    const unheld = await order('2')
    await step(unheld.id, 'send')
    expect(await balancesOf(database, ware)).toMatchObject({ on_hand: '4', reserved: '3', available: '1' })
    const { rows } = await sql`select source_id, reserved, is_open from data.stock_hold where ware_id = ${ware} order by id`.execute(
      database.kysely,
    )
    expect(rows).toMatchObject([
      { source_id: one.id, is_open: false },
      { source_id: other.id, reserved: '3', is_open: true },
    ])
  })

  test('a reversal takes back all that is not taken back yet, once, and the same may be posted again', async () => {
    await change('supply', '10', { fee: '1' })
    const { id } = await order('4')
    for (const transition of ['confirm', 'send', 'reopen', 'confirm', 'send', 'cancel']) await step(id, transition)
    expect(await balancesOf(database, ware)).toMatchObject({ on_hand: '10', reserved: '0', available: '10' })
    const entries = (await entriesOf(database, 'stock', 'order')).filter(({ source_id }) => source_id === id)
    expect(entries).toHaveLength(8)
    expect(entries.filter(({ reverses_id }) => reverses_id !== null)).toHaveLength(4)
    expect(new Set(entries.map(({ occasion }) => occasion)).size).toBe(6)
  })

  test('a floor holds for the accounts that have it, and switching it on below it is refused with the balance', async () => {
    const loose = await write('ware', { title: 'Loose' })
    const { id } = await write('order', { lines: [{ ware: loose.id, count: '2' }] })
    await step(id, 'confirm')
    expect(await read(loose.id)).toMatchObject({ stock: '-2' })
    const on = call((context) => writeRecord(context, 'ware', { id: loose.id, data: { stop_when_empty: true } }))
    expect(await refusal(on)).toMatchObject({ code: '422', errors: { stop_when_empty: ['errors.ledger_beyond_limit'] } })
    await step(id, 'cancel')
    await call((context) => writeRecord(context, 'ware', { id: loose.id, data: { stop_when_empty: true } }))
    const again = await write('order', { lines: [{ ware: loose.id, count: '1' }] })
    expect(await refusal(step(again.id, 'confirm'))).toMatchObject({ errors: { 'lines.0.count': ['از Loose فقط ۰ موجود است.'] } })
  })

  test('a floor of some kinds holds for them alone, with its own sentence', async () => {
    await change('supply', '3', { fee: '1' })
    expect(await refusal(change('damage', '4'))).toMatchObject({ code: '422', errors: { quantity: ['موجودی Pen ۳ است.'] } })
  })

  test.each([
    ['more decimals than the ledger has', { quantity: '1.0001' }, { quantity: ['errors.ledger_amount_decimals'] }],
    ['zero', { quantity: '0' }, { quantity: ['errors.ledger_amount_positive'] }],
    ['less than zero', { quantity: '-2' }, { quantity: ['errors.ledger_amount_positive'] }],
    ['a missing amount', { kind: 'supply' }, { fee: ['rules.required'] }],
    ['an unknown kind', { kind: 'theft' }, { kind: ['errors.ledger_unknown_kind'] }],
  ])('%s is refused at its field, and nothing is written', async (_, data, errors) => {
    await change('supply', '5', { fee: '1' })
    const before = await entriesOf(database)
    expect(await refusal(change('damage', '1', data))).toMatchObject({ code: '422', errors })
    expect(await entriesOf(database)).toEqual(before)
  })

  test('an account in the trash takes no entries', async () => {
    const { id } = await order('1')
    await call((context) => sql`update data.ware set deleted_at = now() where id = ${ware}`.execute(context.trx))
    expect(await refusal(step(id, 'confirm'))).toMatchObject({ errors: { 'lines.0.ware': ['errors.ledger_account_in_trash'] } })
  })

  test('what was posted is kept until it is reversed: fields, rows, the record and its account', async () => {
    const made = await change('supply', '5', { fee: '1' })
    const save = (model: string, id: number, data: Record<string, unknown>) => call((context) => writeRecord(context, model, { id, data }))
    expect(await refusal(save('change', made.id, { quantity: '6' }))).toMatchObject({
      errors: { quantity: ['errors.ledger_posted_field'] },
    })
    await save('change', made.id, { quantity: '5.0', fee: '1' })
    expect(await refusal(call((context) => trashRecord(context, 'change', made.id)))).toMatchObject({ code: 'in-use' })
    expect(
      await refusal(call((context) => trashRecord(context, 'ware', ware).then(() => destroyRecord(context, 'ware', ware)))),
    ).toMatchObject({ code: 'in-use' })
    const { id, lines } = (await order('2')) as unknown as { id: number; lines: { id: number }[] }
    await step(id, 'confirm')
    const line = { id: lines[0]!.id, ware, count: '2' }
    expect(await refusal(save('order', id, { lines: [{ ...line, count: '1' }] }))).toMatchObject({
      errors: { 'lines.0.count': ['errors.ledger_posted_field'] },
    })
    expect(await refusal(save('order', id, { lines: [line, { ware, count: '1' }] }))).toMatchObject({
      errors: { 'lines.1': ['errors.ledger_posted_field'] },
    })
    expect(await refusal(save('order', id, { lines: [] }))).toMatchObject({ errors: { lines: ['errors.ledger_posted_field'] } })
    await step(id, 'reopen')
    await save('order', id, { lines: [{ ...line, count: '1' }] })
  })

  test('entries are added and nothing else, whoever asks the database', async () => {
    await change('supply', '5', { fee: '1' })
    for (const statement of [
      'update data.stock_entry set quantity = 7',
      'delete from data.stock_entry',
      'truncate data.stock_entry cascade',
    ])
      await expect(sql.raw(statement).execute(database.kysely)).rejects.toThrow('can only be added to')
    expect(await refusal(call((context) => writeRecord(context, 'stock_entry', { data: {} }, trusted)))).toMatchObject({
      code: 'permission-denied',
    })
  })

  test('the database holds floors and holds by itself', async () => {
    await change('supply', '5', { fee: '1' })
    for (const set of ['on_hand = -1', 'reserved = 6', 'reserved = -1'])
      await expect(
        sql.raw(`update ledger.stock_balance set ${set} where ware_id = ${ware}`).execute(database.kysely),
      ).rejects.toMatchObject({ code: '23514' })
  })
})
