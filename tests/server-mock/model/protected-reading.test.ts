import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GridDocument } from '#schemas/types/contract.d.ts'
import type { Database } from '#server/database/database.ts'
import { migrateEntities } from '#server/database/tables/entity-tables.ts'
import { buildRegistry } from '#server/documents/build-registry.ts'
import { gridRows } from '#server/model/grid/grid.ts'
import { listRecords, readRecord } from '#server/model/model.ts'
import { seedRecords } from '#server/model/seed.ts'
import { databaseKinds, freshDatabase } from '#tests/helpers/database.ts'
import { caller, documentsOf, entities, libraryRegistry, refusal, run } from './library.ts'

/** A grid that names the protected field `secret` in every place in which a grid can name a field. */
const telling: GridDocument = {
  entity: 'book',
  part: 'telling',
  sort: '-secret',
  group_by: 'secret',
  columns: ['title', { key: 'secret', sortable: true, summary: 'max' }, 'author.user.mobile'],
  filters: ['secret', { key: 'number', field: 'author.user.mobile', kind: 'text' }],
  params: { of: 'secret' },
  tabs: [{ key: 'all' }, { key: 'first', where: { secret: 's1' }, count: true }],
}

describe.each(databaseKinds)('a field that a caller may not read, on %s', (kind) => {
  let database: Database
  const base = libraryRegistry()
  const registry = buildRegistry([{ ...base.modules.get('library')!, grids: { telling } }], 1, undefined)
  const reader = caller({ permissions: new Set(['library.read', 'persons.read']) })
  const insider = caller({ permissions: new Set(['library.read', 'persons.read', 'library.secret', 'persons.contact']) })
  const grid = (as: typeof reader, query: Record<string, unknown> = {}) =>
    run(database, registry, (context) => gridRows(context, 'library/book/telling', query, {}), as)
  const list = (as: typeof reader, query: Record<string, unknown> = {}) =>
    run(database, registry, (context) => listRecords(context, 'book', query), as)

  beforeAll(async () => {
    database = await freshDatabase(kind)
    await database.transaction((trx) => migrateEntities(trx, new Map(), documentsOf(entities), [telling]))
    await database.transaction(async (trx) => {
      const [user] = await seedRecords(trx, registry, 'user', [{ name_full: 'Sara', mobile: '0912' }])
      const [author] = await seedRecords(trx, registry, 'author', [{ name_full: 'Zadie', user_id: user }])
      const book = (title: string, secret: string, at: number) => ({ title, secret, isbn: `978000000000${at}`, author_id: author })
      await seedRecords(trx, registry, 'book', [book('One', 's1', 1), book('Three', 's3', 3), book('Two', 's2', 2)])
    })
  })
  afterAll(() => database.close())

  it('stands in no row, whether the grid, the list or a record by itself is read', async () => {
    const { rows } = await grid(reader)
    expect(rows).toHaveLength(3)
    const { results } = await list(reader)
    const single = await run(database, registry, (context) => readRecord(context, 'book', results[0]!.id), reader)
    expect(JSON.stringify([rows, results, single])).not.toMatch(/"s[123]"|0912|secret|mobile/)
    expect(JSON.stringify([await grid(insider), await list(insider)])).toMatch(/"s1".*0912/s)
  })
  it('puts no list in order, not even one whose document says so', async () => {
    const titlesFor = async (as: typeof reader) => (await grid(as)).rows.map(({ title }) => title)
    expect(await titlesFor(insider)).toEqual(['Three', 'Two', 'One'])
    expect(await titlesFor(reader)).not.toEqual(['Three', 'Two', 'One'])
    expect(await refusal(grid(reader, { sort: 'secret' }))).toMatchObject({ errors: { sort: [expect.any(String)] } })
    expect(await refusal(list(reader, { sort: 'secret' }))).toMatchObject({ errors: { sort: [expect.any(String)] } })
  })
  it('groups nothing and sums up to nothing', async () => {
    expect(JSON.stringify(await grid(insider))).toMatch(/s3/)
    const { groups, summary } = await grid(reader)
    expect(JSON.stringify([groups ?? null, summary ?? null])).not.toMatch(/s[123]|secret/)
  })
  it.each([{ secret: 's1' }, { number: '0912' }, { of: 's1' }, { where: 'secret:is(s1)' }])('filters no grid: %j', async (query) => {
    expect((await grid(insider, query)).rows.length).toBeGreaterThan(0)
    expect(await refusal(grid(reader, query))).toMatchObject({ code: '422' })
  })
  it.each([{ secret: 's1' }, { where: 'secret:is(s1)' }])('filters no list: %j', async (query) => {
    expect((await list(insider, query)).results).toHaveLength(1)
    expect(await refusal(list(reader, query))).toMatchObject({ code: '422' })
  })
  it('counts for no tab', async () => {
    const counted = async (as: typeof reader) => (await grid(as)).tabs?.map(({ key, count }) => [key, count])
    expect(await counted(insider)).toEqual([['first', 1]])
    expect(await counted(reader)).toEqual([])
  })
  it('is found by no search', async () => {
    expect((await list(reader, { q: 's1' })).results).toEqual([])
    expect((await grid(reader, { q: 's1' })).rows).toEqual([])
  })
})

describe.each(databaseKinds)('a record that a caller may not read, referred to by one that he may, on %s', (kind) => {
  let database: Database
  const base = libraryRegistry()
  const through: GridDocument = {
    entity: 'author',
    part: 'through',
    sort: '-user.mobile',
    columns: ['name_full', { key: 'user.mobile', sortable: true, summary: 'max' }, 'user.name_full'],
    filters: [{ key: 'number', field: 'user.mobile', kind: 'text' }],
    params: { of: 'user.mobile' },
    tabs: [{ key: 'all' }, { key: 'hers', where: 'user.mobile:starts_with(09)', count: true }],
  }
  const registry = buildRegistry([{ ...base.modules.get('library')!, grids: { through } }], 1, undefined)
  const stranger = caller({ permissions: new Set(['library.read', 'persons.contact']) })
  const insider = caller({ permissions: new Set(['library.read', 'persons.read', 'persons.contact']) })
  const grid = (as: typeof stranger, query: Record<string, unknown> = {}) =>
    run(database, registry, (context) => gridRows(context, 'library/author/through', query, {}), as)

  beforeAll(async () => {
    database = await freshDatabase(kind)
    await database.transaction((trx) => migrateEntities(trx, new Map(), documentsOf(entities), [through]))
    await database.transaction(async (trx) => {
      const [user] = await seedRecords(trx, registry, 'user', [{ name_full: 'Sara', mobile: '0912' }])
      await seedRecords(trx, registry, 'author', [{ name_full: 'Zadie', user_id: user }])
    })
  })
  afterAll(() => database.close())

  it('shows no more than what it is called', async () => {
    expect((await grid(stranger)).rows).toMatchObject([{ name_full: 'Zadie', user: { title: 'Sara', name_full: 'Sara' } }])
    expect(JSON.stringify(await grid(stranger))).not.toMatch(/0912/)
    expect(JSON.stringify(await grid(insider))).toMatch(/0912/)
  })
  it.each([{ number: '0912' }, { where: 'number:contains(09)' }, { sort: 'user.mobile' }])(
    'narrows and orders nothing: %j',
    async (query) => {
      expect((await grid(insider, query)).rows).toHaveLength(1)
      expect(await refusal(grid(stranger, query))).toMatchObject({ code: '422' })
    },
  )
  it('is compared where the document says so, as the type of a list in its address', async () => {
    for (const of of ['0912', '0912,0913']) expect((await grid(stranger, { of })).rows).toHaveLength(1)
    expect((await grid(stranger, { of: '0913' })).rows).toHaveLength(0)
  })
  it('counts for no tab', async () => {
    expect((await grid(insider)).tabs).toMatchObject([{ key: 'hers', count: 1 }])
    expect((await grid(stranger)).tabs).toMatchObject([{ key: 'hers', count: 0 }])
  })
})
