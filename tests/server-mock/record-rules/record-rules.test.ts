import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createUser } from '#server/features/persons/store.ts'
import { demoPassword } from '#server/features/persons/seed.ts'
import { startTestServer, type TestServer } from '#tests/helpers/server.ts'
import { importForm } from '#tests/server-mock/panel/import-form.ts'
import { desk, roles } from './desk.ts'

interface Ticket {
  id: number
  version: number
  title: string
  region: 'north' | 'south'
  status: 'open' | 'closed'
  /** Who keeps it. */
  keeper?: string
  sum: number
}
type Sees = (ticket: Ticket) => boolean

const kept: (name: string) => Sees = (name) => (ticket) => ticket.keeper === name
const north: Sees = ({ region }) => region === 'north'
const open: Sees = ({ status, sum }) => status === 'open' && sum >= 10
/** What each reader may read, and change where that is less. */
const readers: Record<string, { sees: Sees; changes?: Sees }> = {
  administrator: { sees: () => true },
  developer: { sees: () => true },
  everything: { sees: () => true },
  nobody: { sees: () => false },
  keeper: { sees: kept('keeper') },
  northerner: { sees: north },
  opener: { sees: open },
  both: { sees: (ticket) => kept('both')(ticket) || open(ticket) },
  looker: { sees: north, changes: (ticket) => north(ticket) && kept('looker')(ticket) },
}

let server: TestServer
const tokens: Record<string, string> = {}
const users: Record<string, number> = {}
const tickets: Ticket[] = []
const regions: Record<string, number> = {}

const as = (name: string) => ({ token: tokens[name], headers: { 'x-locale': 'en' } })
const read = (name: string, endpoint: string, params: object = {}) => server.get(endpoint, params as Record<string, unknown>, as(name))
const grid = (part: string, kind = 'ticket') => ({ module: 'desk', class: kind, part })
const made = async (model: string, data: object) => {
  const { status, body } = await server.post('save', { model, data }, as('administrator'))
  expect([status, body.errors]).toEqual([200, undefined])
  return body.results as { id: number; version: number }
}
const stored = async () =>
  (await server.database.read((trx) => sql<Record<string, unknown>>`select * from data.ticket order by id`.execute(trx))).rows

beforeAll(async () => {
  server = await startTestServer()
  for (const name of ['administrator', 'developer']) tokens[name] = await server.signIn(name)
  const { status, body } = await server.post('publish', { module: 'desk', documents: desk }, as('developer'))
  expect([status, body.errors]).toEqual([200, undefined])
  for (const role of Object.keys(roles)) {
    users[role] = (await createUser(server.database, { username: role, password: demoPassword, role })).id
    tokens[role] = await server.signIn(role)
  }
  for (const code of ['north', 'south']) regions[code] = (await made('region', { title: code, code })).id
  const rows: Omit<Ticket, 'id' | 'version'>[] = [
    { title: 'Amber', region: 'north', status: 'open', sum: 1 },
    { title: 'Basalt', region: 'north', status: 'closed', sum: 20, keeper: 'keeper' },
    { title: 'Cobalt', region: 'south', status: 'open', sum: 300 },
    { title: 'Diorite', region: 'south', status: 'closed', sum: 4000, keeper: 'both' },
    { title: 'Emerald', region: 'north', status: 'open', sum: 50_000, keeper: 'looker' },
    { title: 'Feldspar', region: 'south', status: 'open', sum: 6, keeper: 'keeper' },
  ]
  for (const [at, { region, keeper, ...row }] of rows.entries()) {
    const above = at === 0 ? {} : { above: tickets[at - 1]!.id }
    const data = { ...row, region: regions[region], ...(keeper && { keeper: users[keeper] }), place: (at + 1) * 10, ...above }
    const { id, version } = await made('ticket', data)
    tickets.push({ ...rows[at]!, id, version })
    await made('memo', { text: `memo ${at}`, ticket: tickets[at]!.id })
  }
}, 200_000)
afterAll(() => server.close())

describe.each(Object.keys(readers))('what %s may do with records', (name) => {
  const { sees, changes = sees } = readers[name]!
  const seen = () => tickets.filter(sees)
  const hidden = () => tickets.filter((ticket) => !sees(ticket))
  const titles = (list: readonly Ticket[]) => list.map(({ title }) => title).sort()
  const titlesIn = (body: unknown) => tickets.map(({ title }) => title).filter((title) => JSON.stringify(body).includes(title))

  it.each<[string, () => Promise<{ status: number; body: unknown }>]>([
    ['list', () => read(name, 'list', { model: 'ticket' })],
    ['list of ids', () => read(name, 'list', { model: 'ticket', ids: tickets.map(({ id }) => id).join() })],
    ['list of some fields', () => read(name, 'list', { model: 'ticket', fields: 'title,sum' })],
    ['grid', () => read(name, 'grid', grid('list'))],
    ['grid of ids', () => read(name, 'grid', { ...grid('list'), ids: tickets.map(({ id }) => id).join() })],
    ['grid by another order', () => read(name, 'grid', { ...grid('list'), sort: 'place', order: 'desc' })],
    ['all levels of a tree', () => read(name, 'grid', { ...grid('tree'), under: 'all' })],
    ['a declared list', () => read(name, 'desk-list')],
    ['the menu', () => read(name, 'layout')],
    ['a file of the grid', () => server.post('grid-export', { grid: 'desk/ticket/list', format: 'csv', rows: 'all' }, as(name))],
    [
      'a file of chosen rows',
      () =>
        server.post(
          'grid-export',
          { grid: 'desk/ticket/list', format: 'csv', rows: 'selection', ids: tickets.map(({ id }) => id) },
          as(name),
        ),
    ],
    ['records that refer to them', () => read(name, 'grid', grid('list', 'memo'))],
    ['a list of records that refer to them', () => read(name, 'list', { model: 'memo' })],
  ])('names the same records by %s', async (_, ask) => {
    const { status, body } = await ask()
    expect(status).toBe(200)
    expect(titlesIn(body)).toEqual(titles(seen()))
  })

  it('finds none outside by search, conditions, filters through references and parameters', async () => {
    for (const { id, title, sum } of hidden()) {
      const results = async (endpoint: string, params: object) => (await read(name, endpoint, params)).body.results as unknown[]
      expect(await results('list', { model: 'ticket', q: title })).toEqual([])
      expect(await results('list', { model: 'ticket', title })).toEqual([])
      expect(await results('grid', { ...grid('list'), where: `title:is(${title})` })).toEqual([])
      expect(await results('grid', { ...grid('list', 'memo'), 'ticket.title': title })).toEqual([])
      expect(await results('grid', { ...grid('list', 'memo'), sum: String(sum) })).toEqual([])
      expect(await results('grid', { ...grid('list', 'memo'), of: title })).toEqual([])
      expect(titlesIn(await results('grid', { ...grid('tree'), under: id }))).toEqual(
        titles(seen().filter((one) => tickets.indexOf(one) === tickets.findIndex((other) => other.id === id) + 1)),
      )
      expect((await read(name, 'desk-exists', { title })).body.results).toEqual({ exists: false })
    }
    for (const { title } of seen()) expect((await read(name, 'desk-exists', { title })).body.results).toEqual({ exists: true })
  })

  it('shows a record at the top level of a tree where its parent is outside', async () => {
    const top = seen().filter((ticket) => {
      const parent = tickets[tickets.indexOf(ticket) - 1]
      return parent === undefined || !sees(parent)
    })
    expect(titlesIn((await read(name, 'grid', grid('tree'))).body.results)).toEqual(titles(top))
  })

  it('counts and sums up the same records', async () => {
    const { metadata } = (await read(name, 'grid', grid('list'))).body as {
      metadata: { pagination: { total: number }; grid: { tabs: { key: string; count: number }[] }; summary: { values: { sum: unknown } } }
    }
    expect(metadata.pagination.total).toBe(seen().length)
    expect(Object.fromEntries(metadata.grid.tabs.map(({ key, count }) => [key, count]))).toEqual({
      all: seen().length,
      closed: seen().filter(({ status }) => status === 'closed').length,
      north: seen().filter(north).length,
      trash: 0,
    })
    expect(Number(metadata.summary.values.sum ?? 0)).toBe(seen().reduce((total, { sum }) => total + sum, 0))
  })

  it.each<[string, (ticket: Ticket) => Promise<{ status: number; body: unknown }>]>([
    ['single', ({ id }) => read(name, 'single', { model: 'ticket', id })],
    ['single for editing', ({ id }) => read(name, 'single', { model: 'ticket', id, edit: 1 })],
    ['history', ({ id }) => read(name, 'history', { model: 'ticket', id })],
    ['a declared single', ({ id }) => read(name, 'desk-single', { id })],
  ])('answers by %s what it may see, and of all else that it is not there', async (_, ask) => {
    for (const ticket of tickets) {
      const { status, body } = await ask(ticket)
      expect([ticket.title, status]).toEqual([ticket.title, sees(ticket) ? 200 : 404])
      expect(titlesIn(body).filter((title) => !titles(seen()).includes(title))).toEqual([])
    }
  })

  it.each<[string, (ticket: Ticket) => Promise<{ status: number; body: unknown }>]>([
    ['save', ({ id }) => server.post('save', { model: 'ticket', id, data: { sum: 77 } }, as(name))],
    ['save of a stale version', ({ id }) => server.post('save', { model: 'ticket', id, version: 900, data: { sum: 77 } }, as(name))],
    ['trash', ({ id }) => server.delete('trash', { model: 'ticket', id }, as(name))],
    ['restore', ({ id }) => server.patch('restore', { model: 'ticket', id }, as(name))],
    ['destroy', ({ id }) => server.delete('destroy', { model: 'ticket', id }, as(name))],
    ['activate', ({ id }) => server.post('activate', { model: 'ticket', id }, as(name))],
    ['a declared set', ({ id }) => server.post('desk-close', { id }, as(name))],
    ['a declared set under a condition', ({ id }) => server.post('desk-close-big', { id }, as(name))],
    ['a declared trash', ({ id }) => server.post('desk-trash', { id }, as(name))],
  ])('changes nothing outside by %s', async (_, change) => {
    const before = JSON.stringify(await stored())
    for (const ticket of tickets.filter((one) => !changes(one))) {
      const { status, body } = await change(ticket)
      expect([ticket.title, status]).toEqual([ticket.title, sees(ticket) ? 403 : 404])
      expect(titlesIn(body)).toEqual([])
    }
    expect(JSON.stringify(await stored())).toBe(before)
  })

  it('changes nothing outside by bulk work, imports and moves, and refers to nothing outside', async () => {
    const before = JSON.stringify(await stored())
    const outside = tickets.filter((one) => !changes(one))
    const bulk = await server.post(
      'bulk',
      {
        title: 'x',
        grid: { name: 'grid', params: grid('list') },
        call: { name: 'trash', method: 'DELETE', params: { model: 'ticket', id: '{row.id}' } },
        rows: [{ id: 999_999 }, ...outside.map(({ id }) => ({ id }))],
      },
      as(name),
    )
    expect(bulk.body.results.done).toEqual([])
    expect(titlesIn(bulk.body)).toEqual(titles(outside.filter(sees)))
    for (const { title } of outside) {
      const form = importForm(`title,sum\n${title},88\n`, 'desk/ticket/list', {})
      const headers = { authorization: `Bearer ${tokens[name]}`, 'x-locale': 'en', ...form.headers }
      const opened = await server.inject({ method: 'POST', url: '/api/v1/grid-import-open', ...form, headers })
      expect(opened.status).toBe(200)
      const { import: file, mapping } = opened.body.results
      const run = await server.post('grid-import-run', { import: file, mapping, mode: 'update', dry: false }, as(name))
      expect(run.body.results).toMatchObject({ updated: 0, created: 0 })
    }
    for (const { id } of outside) {
      const move = await server.post('reorder', { grid: 'desk/ticket/list', id, at: 'first' }, as(name))
      expect(move.status).toBe(403)
    }
    for (const { id } of hidden()) {
      const memo = await server.post('save', { model: 'memo', data: { text: 'x', ticket: id } }, as(name))
      expect([memo.status, memo.body.errors]).toMatchObject([422, { ticket: [expect.any(String)] }])
    }
    expect(JSON.stringify(await stored())).toBe(before)
  })

  it('says of what it may see whether it may change it', async () => {
    const { results } = (await read(name, 'grid', grid('list'))).body as { results: { title: string; can_edit: boolean }[] }
    const editable = results.filter((row) => row.can_edit).map((row) => row.title)
    expect(editable.sort()).toEqual(titles(seen().filter(changes)))
  })
})

describe('a write whose result is outside', () => {
  it('is refused at the field, and nothing of it stays', async () => {
    const before = JSON.stringify(await stored())
    const inside = tickets.find(({ title }) => title === 'Basalt')!
    const away = await server.post('save', { model: 'ticket', id: inside.id, data: { region: regions.south } }, as('northerner'))
    expect([away.status, Object.keys(away.body.errors)]).toEqual([422, ['region']])
    const given = await server.post('save', { model: 'ticket', id: inside.id, data: { keeper: users.both } }, as('keeper'))
    expect([given.status, Object.keys(given.body.errors)]).toEqual([422, ['keeper']])
    const elsewhere = await server.post('save', { model: 'ticket', data: { title: 'X', region: regions.south } }, as('northerner'))
    expect([elsewhere.status, Object.keys(elsewhere.body.errors)]).toEqual([422, ['region']])
    expect((await server.post('desk-close', { id: tickets[2]!.id }, as('opener'))).status).toBe(422)
    expect((await server.post('save', { model: 'ticket', data: { title: 'X' } }, as('nobody'))).status).toBe(403)
    expect(JSON.stringify(await stored())).toBe(before)
  })
  it('a new record gets what the rule says', async () => {
    const { status, body } = await server.post('save', { model: 'ticket', data: { title: 'Granite', keeper: null } }, as('keeper'))
    expect([status, body.results?.keeper_id]).toEqual([200, users.keeper])
    const { id, version } = body.results as { id: number; version: number }
    const headers = { ...as('keeper').headers, 'idempotency-key': 'granite-once' }
    const once = () => server.post('save', { model: 'ticket', id, version, data: { sum: 5 } }, { ...as('keeper'), headers })
    expect((await once()).status).toBe(200)
    expect((await once()).status).toBe(200)
    // The keeper changes: what was answered is told no more, nor what the record was like.
    const moved = await server.post('save', { model: 'ticket', id, data: { keeper: users.both } }, as('administrator'))
    expect(moved.status).toBe(200)
    expect((await once()).status).toBe(404)
    const conflict = await server.post('save', { model: 'ticket', id, version, data: { sum: 6 } }, as('both'))
    expect([conflict.status, conflict.body.metadata.base]).toEqual([409, null])
    await server.delete('trash', { model: 'ticket', id }, as('administrator'))
    expect((await server.delete('destroy', { model: 'ticket', id }, as('administrator'))).status).toBe(200)
  })
})

it('the rules of the documentation are published', async () => {
  const [, text] = /### Record rules[^]*?```json\n([^]*?)\n```/.exec(readFileSync('docs/writing-a-module.md', 'utf8'))!
  const cart = JSON.parse(text!) as { access: { rows: { permission: string }[] } }
  const permissions = ['cart.read', 'cart.write', ...cart.access.rows.map(({ permission }) => permission)]
  const entity = (name: string, properties: object) => ({
    name,
    title: '$cart',
    display: '{title}',
    schema: { type: 'object', properties },
  })
  const texts = Object.fromEntries(
    ['cart', ...['number', 'customer', 'assignee', 'branch', 'status'].map((name) => `entities.cart.${name}`)].map((key) => [key, key]),
  )
  const more = { 'entities.branch.title': 'T', 'entities.branch.organization': 'O', 'entities.firm.title': 'T' }
  const states = { 'entities.cart.status.open': 'Open', 'entities.cart.status.closed': 'Closed' }
  const { status, body } = await server.post(
    'publish',
    {
      module: 'cart',
      documents: {
        'module.json': {
          name: 'cart',
          title: '$cart',
          version: '1.0.0',
          requires: ['persons'],
          permissions,
          grants: { staff: permissions },
        },
        'entities/cart.json': cart,
        'entities/firm.json': entity('firm', { title: { type: 'string' } }),
        'entities/branch.json': entity('branch', { title: { type: 'string' }, organization: { type: 'integer', references: 'firm' } }),
        'locales/en.json': { ...texts, ...more, ...states },
        'locales/fa.json': { ...texts, ...more, ...states },
      },
    },
    as('developer'),
  )
  expect([status, body.errors, JSON.stringify(body.metadata?.problems ?? [])]).toMatchObject([200, undefined, expect.any(String)])
  expect((await read('administrator', 'list', { model: 'cart' })).status).toBe(200)
})
