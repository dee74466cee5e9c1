import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EntityDocument, GridDocument } from '#schemas/types/contract.d.ts'
import type { CallContext } from '#server/feature.ts'
import { gridAnswer } from '#server/model/grid/grid-answer.ts'
import { freshDatabase, usualKind, type TestDatabase } from '#tests/helpers/database.ts'
import { entities, libraryRegistry, migrate, refusal, run } from '#tests/server-mock/model/library.ts'

const decimal = { type: 'string', format: 'decimal', scale: 2 }
const documents = [
  ...entities,
  {
    name: 'crate',
    title: 'Crate',
    display: '{id}',
    schema: { type: 'object', properties: { price: decimal, total: { ...decimal, computed: 'price * 2' } } },
    access: { read: 'library.read', write: 'library.write' },
  },
] as unknown as EntityDocument[]
const grids: Record<string, GridDocument> = {
  crates: { entity: 'crate', columns: ['price', { key: 'total', sortable: true }], filters: ['price', { key: 'sum', field: 'total' }] },
}
const registry = libraryRegistry(documents, grids)
let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase(usualKind)
  expect(await migrate(database, documents)).toEqual([])
})
afterAll(() => database.close())

const read = (query: Record<string, unknown> = {}) =>
  run(database, registry, (context) =>
    gridAnswer({ ...context, config: { locales: ['fa', 'en'] } } as unknown as CallContext, 'library/crate/crates', query),
  )
const totalOf = async () => {
  const { metadata } = await read()
  return { column: metadata.grid!.columns.find(({ key }) => key === 'total')!, filters: metadata.grid!.filters?.map(({ key }) => key) }
}

test('what is still being computed is shown with a note, and neither filtered nor sorted by', async () => {
  expect(await totalOf()).toMatchObject({ column: { sortable: true }, filters: ['price', 'sum'] })
  await database.transaction((trx) =>
    sql`insert into pishkhan.backfill (entity, field, root, queued_at) values ('crate', 'total', 'crate', now())`.execute(trx),
  )
  const { column, filters } = await totalOf()
  expect(column).toMatchObject({ computing: true })
  expect(column.sortable).toBeUndefined()
  expect(filters).toEqual(['price'])
  expect((await refusal(read({ sort: '-total' }))).errors).toEqual({ sort: ['errors.being_computed'] })
  expect((await refusal(read({ sum: '1..2' }))).errors).toEqual({ sum: ['errors.being_computed'] })
  await database.transaction((trx) => sql`update pishkhan.backfill set done_at = now()`.execute(trx))
  expect((await totalOf()).filters).toEqual(['price', 'sum'])
})
