import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runDueJobs } from '#server/jobs.ts'
import { createRegistries } from '#server/publishing/registries.ts'
import { importForm } from '#tests/server-mock/panel/import-form.ts'
import { openShop, type Shop } from './shop.ts'

const access = { read: 'shop.use', write: 'shop.use' }
const decimal = { type: 'string', format: 'decimal', scale: 3 }
const ware = { type: 'integer', references: 'ware' }
const posting = { post: 'stock', values: { ware: '{record.ware_id}', quantity: '{record.quantity}' } }
const labels = {
  ware: ['title', 'stock'],
  change: ['ware', 'kind', 'quantity', 'status'],
  stock_entry: ['quantity', 'on_hand', 'on_hand_after', 'reserved', 'reserved_after', 'available_after'],
}
const texts = {
  shop: 'Shop',
  keeper: 'Keeper',
  ware: 'Ware',
  change: 'Change',
  stock: 'Stock',
  short: 'Only {balance} of {account} are left.',
  'transitions.change.hold': 'Hold',
  'transitions.change.free': 'Free',
  ...Object.fromEntries(Object.entries(labels).flatMap(([name, fields]) => fields.map((field) => [`entities.${name}.${field}`, field]))),
}
const documents = {
  'module.json': {
    name: 'shop',
    title: '$shop',
    version: '1.0.0',
    permissions: ['shop.use', 'shop.post'],
    roles: { keeper: '$keeper' },
    grants: { keeper: ['shop.use'] },
  },
  'entities/ware.json': {
    name: 'ware',
    title: '$ware',
    schema: {
      type: 'object',
      properties: { title: { type: 'string' }, stock: { type: 'string', format: 'decimal', computed: { balance: 'stock.available' } } },
    },
    access,
  },
  'entities/change.json': {
    name: 'change',
    title: '$change',
    display: '{quantity}',
    schema: {
      type: 'object',
      required: ['ware', 'quantity'],
      properties: { ware, kind: { enum: ['supply', 'damage'] }, quantity: decimal, status: { enum: ['new', 'held'] } },
    },
    created: { effects: [{ ...posting, entry: '{record.kind}', only_if: { required: ['kind'] } }] },
    lifecycle: {
      status: {
        initial: 'new',
        transitions: {
          hold: { from: ['new'], to: 'held', access: 'shop.use', effects: [{ ...posting, entry: 'reserve' }] },
          free: { from: ['held'], to: 'new', access: 'shop.use', effects: [{ reverse: 'stock', entry: 'reserve' }] },
        },
      },
    },
    access,
  },
  'ledgers/stock.json': {
    name: 'stock',
    title: '$stock',
    of: 'ware',
    amounts: { quantity: { scale: 3 } },
    balances: { on_hand: { scale: 3 }, reserved: { scale: 3 }, available: 'on_hand - reserved' },
    entries: {
      supply: { on_hand: 'quantity' },
      damage: { on_hand: '-quantity' },
      reserve: { reserved: 'quantity', hold: true },
      release: { reserved: '-quantity', closes: 'reserve' },
    },
    never_below: { available: { floor: '0', message: '$short' } },
    access: { post: 'shop.post' },
  },
  'grids/wares.json': {
    entity: 'ware',
    title: '$ware',
    columns: ['title', { key: 'stock', sortable: true }],
    filters: ['stock'],
    export: true,
  },
  'grids/changes.json': { entity: 'change', title: '$change', columns: ['ware', 'kind', 'quantity'], filters: ['kind'], import: true },
  'grids/entries.json': {
    entity: 'stock_entry',
    title: '$stock',
    columns: ['ware.title', 'kind', 'on_hand', 'on_hand_after', 'source'],
    filters: ['kind', 'ware'],
  },
  'endpoints.json': {
    endpoints: [
      {
        name: 'shop-change-again',
        method: 'POST',
        access: 'shop.use',
        operation: 'run',
        entity: 'change',
        effects: [{ ...posting, entry: 'supply' }],
      },
    ],
  },
  'locales/en.json': texts,
  'locales/fa.json': texts,
}

describe('a ledger that was published', () => {
  let shop: Shop
  let pen: number
  beforeAll(async () => {
    shop = await openShop(documents)
    pen = (await save('ware', { title: 'Pen' })).body.results.id
  })
  afterAll(() => shop.server.close())
  const save = (model: string, data: object, by = shop.keeper) => shop.server.post('save', { model, data }, by)
  const stockOf = async (id: number) => (await shop.server.get('single', { model: 'ware', id }, shop.keeper)).body.results.stock
  const step = (id: number, transition: string) => shop.server.post('transition', { model: 'change', id, transition }, shop.keeper)

  it('is posted to by a save, and refuses what would go below with its sentence at the field', async () => {
    expect((await save('change', { ware: pen, kind: 'supply', quantity: '12.5' })).status).toBe(200)
    expect(await stockOf(pen)).toBe('12.5')
    const { status, body } = await save('change', { ware: pen, kind: 'damage', quantity: '13' })
    expect([status, body.errors]).toEqual([422, { quantity: ['Only 12.5 of Pen are left.'] }])
    expect(await stockOf(pen)).toBe('12.5')
  })

  it('holds and frees by transitions', async () => {
    const { id } = (await save('change', { ware: pen, quantity: '2.5' })).body.results
    expect((await step(id, 'hold')).status).toBe(200)
    expect(await stockOf(pen)).toBe('10')
    expect((await shop.server.delete('trash', { model: 'change', id }, shop.keeper)).body).toMatchObject({
      errorCode: 'in-use',
      userMessage: 'This record has entries in the ledger “Stock”. Reverse them first.',
    })
    expect((await step(id, 'free')).status).toBe(200)
    expect(await stockOf(pen)).toBe('12.5')
  })

  it('shows balances and entries in lists and exports, with a link to what an entry comes from', async () => {
    const wares = await shop.server.get(
      'grid',
      { module: 'shop', class: 'ware', part: 'wares', sort: 'stock', order: 'desc', stock: '10..' },
      shop.keeper,
    )
    expect(wares.body.results).toMatchObject([{ title: 'Pen', stock: '12.5' }])
    const listed = await shop.server.get(
      'list',
      { model: 'ware', where: 'stock:between(12,)', sort: 'stock', order: 'desc', fields: 'title,stock' },
      shop.keeper,
    )
    expect(listed.body).toMatchObject({ results: [{ title: 'Pen', stock: '12.5' }] })
    const entries = await shop.server.get('grid', { module: 'shop', class: 'stock_entry', part: 'entries', kind: 'supply' }, shop.keeper)
    expect(entries.body.results).toMatchObject([
      { kind: 'supply', on_hand: '12.5', on_hand_after: '12.5', source: { title: 'Change 12.5' } },
    ])
  })

  it('lets nobody write entries, by whatever call', async () => {
    for (const reply of [
      await save('stock_entry', { kind: 'supply' }, shop.developer),
      await shop.server.delete('trash', { model: 'stock_entry', id: 1 }, shop.developer),
      await shop.server.delete('destroy', { model: 'stock_entry', id: 1 }, shop.developer),
    ])
      expect(reply.status, JSON.stringify(reply.body)).toBe(403)
  })

  it('asks for its own permission where a call posts', async () => {
    const { id } = (await save('change', { ware: pen, quantity: '1' })).body.results
    expect((await shop.server.post('shop-change-again', { id }, shop.keeper)).status).toBe(403)
    expect((await shop.server.post('shop-change-again', { id }, shop.developer)).status).toBe(200)
    expect(await stockOf(pen)).toBe('13.5')
  })

  it('is posted to by an import, whole or not at all', async () => {
    const importing = async (rows: string) => {
      const form = importForm(`ware,kind,quantity\n${rows}\n`, 'shop/change/changes')
      const headers = { authorization: `Bearer ${shop.keeper.token}`, ...shop.keeper.headers, ...form.headers }
      const opened = await shop.server.inject({ method: 'POST', url: '/api/v1/grid-import-open', ...form, headers })
      const payload = { import: opened.body.results.import, mapping: { ware: 0, kind: 1, quantity: 2 }, mode: 'create' }
      const dry = await shop.server.post('grid-import-run', { ...payload, dry: true }, shop.keeper)
      const before = await stockOf(pen)
      const done = await shop.server.post('grid-import-run', payload, shop.keeper)
      return { dry: dry.body.results, before, done: done.body.results }
    }
    const refused = await importing('Pen,supply,1\nPen,damage,99')
    expect([refused.done.is_written, await stockOf(pen)]).toEqual([false, '13.5'])
    expect(refused.done.errors).toMatchObject([{ errors: { quantity: [expect.stringContaining('of Pen are left.')] } }])
    const fine = await importing('Pen,supply,1\nPen,supply,2')
    expect([fine.before, fine.done.created, await stockOf(pen)]).toEqual(['13.5', 2, '16.5'])
    const together = await importing('Pen,damage,10\nPen,damage,10')
    expect([together.done.is_written, await stockOf(pen)]).toEqual([false, '16.5'])
  })

  it('is compared with its entries every week', async () => {
    const { database, config } = shop.server
    const faults: unknown[] = []
    const log = { error: (fault: unknown) => void faults.push(fault), debug: () => undefined }
    const ran = await runDueJobs({ config, database, features: [], registries: createRegistries(config), log: log as never })
    expect(ran).toContain('check-ledgers')
    expect(faults).toEqual([])
  })
})
