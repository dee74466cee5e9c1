import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { migrateEntities } from '#server/database/tables/entity-tables.ts'
import { buildRegistry } from '#server/documents/build-registry.ts'
import { gridRows, seedRecords } from '#server/model/model.ts'
import type { EntityDocument, GridDocument } from '#schemas/types/contract.d.ts'
import { databaseKinds, freshDatabase } from '#tests/helpers/database.ts'
import { caller, documentsOf, entities, libraryRegistry, refusal, run } from '#tests/server-mock/model/library.ts'

const shelf: EntityDocument = {
  name: 'shelf',
  title: 'Shelf',
  display: '{name}',
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      room: { type: 'string' },
      size: { type: 'integer' },
      parent: { type: ['integer', 'null'], references: 'shelf' },
    },
  },
  storage: { search: ['name'] },
  access: { read: 'library.read', write: 'library.write' },
}
const grids: Record<string, GridDocument> = {
  tree: {
    entity: 'shelf',
    sort: 'name',
    tree: { parent: 'parent_id' },
    columns: [
      { key: 'name', sortable: true },
      { key: 'size', summary: 'sum' },
    ],
    filters: ['room'],
    tabs: [
      { key: 'all', count: true },
      { key: 'north', where: { room: 'north' } },
      { key: 'trash', trashed: true },
    ],
  },
  grouped: {
    entity: 'shelf',
    sort: 'name',
    group_by: 'room',
    columns: [
      { key: 'name', sortable: true },
      { key: 'room', sortable: true },
    ],
  },
}

describe.each(databaseKinds)('trees and groups on %s', (kind) => {
  let database: Database
  const registry = buildRegistry([{ ...libraryRegistry([...entities, shelf]).modules.get('library')!, grids }], 1, undefined)
  const rows = async (part: string, query: Record<string, unknown> = {}) =>
    run(database, registry, (context) => gridRows(context, `library/shelf/${part}`, query, {}))
  const names = async (part: string, query: Record<string, unknown> = {}) => (await rows(part, query)).rows.map((row) => row.name)

  beforeAll(async () => {
    database = await freshDatabase(kind)
    await database.transaction((trx) => migrateEntities(trx, new Map(), documentsOf([...entities, shelf]), Object.values(grids)))
    await database.transaction(async (trx) => {
      await seedRecords(trx, registry, 'user', [{ name_full: 'Sara', mobile: '0912' }])
      const [a, b, gone] = await seedRecords(trx, registry, 'shelf', [
        { name: 'a', room: 'south', size: 1 },
        { name: 'b', room: 'north', size: 2 },
        { name: 'gone', room: 'north', deleted_at: '2024-03-01T00:00:00Z' },
      ])
      const [inner] = await seedRecords(trx, registry, 'shelf', [
        { name: 'a1', room: 'north', parent_id: a, size: 4 },
        { name: 'a2', room: 'south', parent_id: a, size: 8 },
        { name: 'orphan', room: 'north', parent_id: gone, size: 16 },
      ])
      await seedRecords(trx, registry, 'shelf', [
        { name: 'a1x', room: 'north', parent_id: inner, size: 32 },
        { name: 'left', parent_id: b, deleted_at: '2024-03-01T00:00:00Z' },
      ])
    })
  })
  afterAll(() => database.close())

  it('a tree begins with what has nothing above it, and tells what has rows beneath it', async () => {
    const { rows: found, pagination, tabs, summary } = await rows('tree')
    expect(found.map((row) => `${row.name as string} ${row.has_children as boolean}`)).toEqual(['a true', 'b false', 'orphan false'])
    expect([pagination.total, tabs[0]!.count, summary?.values]).toEqual([3, 6, { size: 63 }])
  })
  it('rows beneath one are asked for by its id', async () => {
    const [a] = (await rows('tree')).rows
    expect(
      (await rows('tree', { under: String(a!.id) })).rows.map((row) => `${row.name as string} ${row.has_children as boolean}`),
    ).toEqual(['a1 true', 'a2 false'])
    expect(await names('tree', { under: '99999' })).toEqual([])
  })
  it.each([
    [{ room: 'north' }, ['a1', 'a1x', 'b', 'orphan']],
    [{ q: 'a1' }, ['a1', 'a1x']],
    [{ tab: 'north' }, ['a1', 'a1x', 'b', 'orphan']],
    [{ tab: 'trash' }, ['gone', 'left']],
    [{ where: 'room:is(south)' }, ['a', 'a2']],
  ])('what %o finds is one flat list', async (query, expected) => {
    const { rows: found } = await rows('tree', query)
    expect(found.map((row) => row.name)).toEqual(expected)
    expect(found.every((row) => row.has_children === undefined)).toBe(true)
  })
  it.each([
    ['tree', 'x'],
    ['tree', '-1'],
    ['grouped', '1'],
  ])('%s refuses under=%s', async (part, under) => {
    expect((await refusal(rows(part, { under }))).errors).toHaveProperty('under')
  })
  it('rows of a group stand together, whatever the order', async () => {
    expect(await names('grouped')).toEqual(['a1', 'a1x', 'b', 'orphan', 'a', 'a2'])
    expect(await names('grouped', { sort: 'name', order: 'desc' })).toEqual(['orphan', 'b', 'a1x', 'a1', 'a2', 'a'])
    expect(await names('grouped', { sort: 'name,room', order: 'asc,desc' })).toEqual(['a', 'a2', 'a1', 'a1x', 'b', 'orphan'])
    expect((await rows('grouped')).rows[0]).toHaveProperty('room', 'north')
  })
  it('groups that go beyond the page are counted in all', async () => {
    const counted = async (query: Record<string, unknown>) =>
      (await rows('grouped', query)).groups?.map(({ count, count_is_exact }) => [count, count_is_exact])
    expect(await counted({ page_size: '3' })).toEqual([[4, true]])
    expect(await counted({ page_size: '2', page: '2' })).toEqual([
      [4, true],
      [4, true],
    ])
    expect(await counted({ page_size: '3', page: '2' })).toEqual([[4, true]])
    expect(await counted({ q: 'a1', page_size: '1' })).toEqual([[2, true]])
    expect(await counted({})).toEqual([])
    expect((await rows('tree', { page_size: '1' })).groups).toBeUndefined()
  })
  it('a caller sees the tree of his own access', async () => {
    expect(
      (
        await refusal(
          run(database, registry, (context) => gridRows(context, 'library/shelf/tree', {}, {}), caller({ permissions: new Set() })),
        )
      ).code,
    ).toBe('permission-denied')
  })
})
