import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { GridDocument } from '#schemas/types/contract.d.ts'
import { seedEntries } from '#server/model/ledgers/seed-entries.ts'
import { gridRows, listRecords, readRecord, seedRecords, takeTransition, writeRecord, type ModelContext } from '#server/model/model.ts'
import { databaseKinds, freshDatabase, type TestDatabase } from '../../../helpers/database.ts'
import { caller, refusal, run } from '../library.ts'
import { documents, ledgerRegistry, migrateLedger, stock } from './stock.ts'

const grids: Record<string, GridDocument> = {
  wares: {
    entity: 'ware',
    sort: '-stock',
    columns: ['title', { key: 'stock', sortable: true, summary: 'sum' }, { key: 'average', sortable: true }],
    filters: ['title', 'stock', 'average'],
  },
  entries: {
    entity: 'stock_entry',
    columns: [
      'ware.title',
      { key: 'kind', sortable: true },
      { key: 'on_hand', sortable: true },
      'on_hand_after',
      'created_by',
      'created_at',
      'effective_at',
      'source',
      'source_id',
    ],
    filters: ['kind', 'ware', 'on_hand', 'effective_at'],
  },
  holds: {
    entity: 'stock_hold',
    columns: ['ware.title', { key: 'reserved', summary: 'sum' }],
    filters: ['is_open', 'ware'],
    tabs: [{ key: 'open', where: { is_open: true } }],
  },
  changes: { entity: 'change', columns: ['quantity'] },
  lines: { entity: 'order_line', columns: ['count', { key: 'ware.stock', sortable: true }] },
}
const ruled = documents.map((entity) =>
  entity.name === 'ware'
    ? {
        ...entity,
        access: { ...entity.access, rows: [{ permission: 'library.all' }, { permission: 'library.pens', where: { title: 'Pen' } }] },
      }
    : entity,
)
const registry = ledgerRegistry(ruled as typeof documents, [{ ...stock, access: { read: 'library.stock' } }], grids)
const allowed = caller({ permissions: new Set(['library.read', 'library.write', 'library.stock', 'library.all']), locale: 'en' })

describe.each(databaseKinds)('lists of balances and entries (%s)', (kind) => {
  let database: TestDatabase
  const wares: Record<string, number> = {}
  const call = <T>(work: (context: ModelContext) => Promise<T>, as = allowed) => run(database, registry, work, as)
  const rows = async (grid: string, query: Record<string, unknown> = {}, as = allowed) =>
    (await call((context) => gridRows(context, `library/${grid}`, query, {}), as)).rows
  const titles = async (query: Record<string, unknown>, as = allowed) => (await rows('ware/wares', query, as)).map(({ title }) => title)

  beforeAll(async () => {
    database = await freshDatabase(kind)
    expect(await migrateLedger(database, registry)).toEqual([])
    await database.transaction(async (trx) => {
      const names = ['Pen', 'Ink', 'Pad', 'Cap']
      const ids = await seedRecords(
        trx,
        registry,
        'ware',
        names.map((title) => ({ title })),
      )
      names.forEach((name, at) => (wares[name] = ids[at]!))
      const entry = (name: string, kind: string, quantity: string, fee?: string) => ({
        entry: kind,
        account: { ware: wares[name] },
        amounts: { quantity, fee },
        at: '2024-03-20T08:00:00Z',
        note: 'opening',
      })
      await seedEntries(trx, registry, 'stock', [
        entry('Pen', 'supply', '12', '2'),
        entry('Ink', 'supply', '3.5', '10'),
        entry('Pen', 'damage', '2'),
        entry('Pad', 'supply', '40', '1'),
        entry('Pad', 'damage', '40'),
      ])
    })
  })
  afterAll(() => database.close())

  test('a balance sorts, filters and sums up as a stored field does; what was never posted to is nothing', async () => {
    expect((await rows('ware/wares')).map(({ title, stock: amount, average }) => [title, amount, average])).toEqual([
      ['Pen', '10', '2'],
      ['Ink', '3.5', '10'],
      ['Cap', '0', null],
      ['Pad', '0', '1'],
    ])
    expect(await titles({ sort: 'stock' })).toEqual(['Pad', 'Cap', 'Ink', 'Pen'])
    expect(await titles({ stock: '1..5' })).toEqual(['Ink'])
    expect(await titles({ stock: '..0' })).toHaveLength(2)
    expect(await titles({ where: 'stock:between(3,)' })).toEqual(['Pen', 'Ink'])
    const { summary } = await call((context) => gridRows(context, 'library/ware/wares', {}, {}))
    expect(summary?.values).toMatchObject({ stock: '13.5' })
  })

  test('pages go on behind a balance', async () => {
    const first = await call((context) => gridRows(context, 'library/ware/wares', { page_size: '2' }, {}))
    expect(await titles({ page_size: '2', after: first.pagination.next })).toEqual(['Cap', 'Pad'])
  })

  test('a balance is reached through a reference, and needs the permission of its ledger', async () => {
    await call((context) => writeRecord(context, 'order', { data: { lines: [{ ware: wares.Ink, count: '1' }] } }))
    expect(await rows('order_line/lines', { sort: 'ware.stock' })).toMatchObject([{ ware: { stock: '3.5' } }])
    const blind = caller({ permissions: new Set(['library.read', 'library.all']) })
    expect(await call((context) => readRecord(context, 'ware', wares.Pen), blind)).not.toHaveProperty('stock')
    expect(await refusal(call((context) => gridRows(context, 'library/ware/wares', { stock: '1..' }, {}), blind))).toMatchObject({
      code: '422',
    })
    expect(await refusal(rows('stock_entry/entries', {}, blind))).toMatchObject({ code: 'permission-denied' })
  })

  test('entries are a list with what each came to, newest first, of the accounts that the record rules leave', async () => {
    const list = await rows('stock_entry/entries', { ware: String(wares.Pen) })
    expect(list).toMatchObject([
      { kind: 'damage', on_hand: '-2', on_hand_after: '10', ware: { title: 'Pen' } },
      {
        kind: 'supply',
        on_hand: '12',
        on_hand_after: '12',
        created_at: '2024-03-20T08:00:00.000Z',
        effective_at: '2024-03-20T08:00:00.000Z',
      },
    ])
    const pens = caller({ permissions: new Set(['library.read', 'library.stock', 'library.pens']) })
    expect((await rows('stock_entry/entries', {}, pens)).map(({ ware }) => (ware as { title: string }).title)).toEqual(['Pen', 'Pen'])
    expect(await call((context) => listRecords(context, 'stock_entry', { where: 'on_hand:between(,-1)' }))).toMatchObject({
      results: [{}, {}],
    })
  })

  test('an entry names the record that it comes from, with its address where there is one for the reader', async () => {
    const { id } = await call((context) =>
      writeRecord(context, 'change', { data: { ware: wares.Cap, kind: 'supply', quantity: '1', fee: '1' } }),
    )
    const [entry] = await rows('stock_entry/entries', { ware: String(wares.Cap) })
    expect(entry!.source).toEqual({ model: 'change', id, title: `Change supply ${id}`, to: expect.objectContaining({ name: 'grid' }) })
    const blind = caller({ permissions: new Set(['library.stock', 'library.all']), locale: 'en' })
    const hidden = ledgerRegistry(
      ruled.map((entity) => (entity.name === 'change' ? { ...entity, access: { read: 'library.none' } } : entity)) as typeof documents,
      [{ ...stock, access: { read: 'library.stock' } }],
      grids,
    )
    const { rows: seen } = await run(
      database,
      hidden,
      (context) => gridRows(context, 'library/stock_entry/entries', { ware: String(wares.Cap) }, {}),
      blind,
    )
    expect(seen[0]!.source).toEqual({ model: 'change', id, title: 'Change' })
  })

  test('open holds are a list that adds up to what is reserved', async () => {
    const hold = async (count: string) => {
      const { id } = await call((context) => writeRecord(context, 'order', { data: { lines: [{ ware: wares.Pen, count }] } }))
      await call((context) => takeTransition(context, 'order', { id, transition: 'confirm' }))
      return id
    }
    const [first] = [await hold('2'), await hold('3')]
    await call((context) => takeTransition(context, 'order', { id: first, transition: 'send' }))
    const { rows: open, summary } = await call((context) => gridRows(context, 'library/stock_hold/holds', { tab: 'open' }, {}))
    expect(open).toMatchObject([{ reserved: '3', ware: { title: 'Pen' } }])
    expect(summary?.values).toMatchObject({ reserved: '3' })
  })
})
