import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { EntityDocument } from '#schemas/types/contract.d.ts'
import { readRecord } from '#server/model/model.ts'
import { freshDatabase, usualKind, type TestDatabase } from '../../helpers/database.ts'
import { entities, libraryRegistry, migrate, run } from '../model/library.ts'

const access = { read: 'library.read', write: 'library.write' }
const item = { type: 'object', properties: { book: { type: 'integer' }, count: { type: 'integer' } } }
const before: EntityDocument[] = [
  ...entities,
  {
    name: 'loan',
    title: 'Loan',
    display: '{id}',
    schema: { type: 'object', properties: { lines: { type: 'array', items: item } } },
    access,
  },
]
const after: EntityDocument[] = [
  ...entities,
  {
    name: 'loan',
    title: 'Loan',
    display: '{id}',
    schema: { type: 'object', properties: { lines: { type: 'array', rows: 'loan_line', from: 'lines', maxItems: 50 } } },
    access,
  },
  {
    name: 'loan_line',
    title: 'Line',
    parent: 'loan',
    display: '{note}',
    schema: {
      type: 'object',
      required: ['count'],
      properties: {
        author: { type: 'integer', references: 'author' },
        count: { type: 'integer' },
        note: { type: 'string', default: 'moved' },
      },
    },
    storage: { unique: [['loan', 'count']] },
  },
]

let database: TestDatabase
beforeEach(async () => {
  database = await freshDatabase(usualKind)
  expect(await migrate(database, before)).toEqual([])
})
afterEach(() => database.close())

const store = (id: number, lines: unknown) =>
  database.transaction((trx) => sql`insert into data.loan (id, lines) values (${id}, ${JSON.stringify(lines)}::text::jsonb)`.execute(trx))

test('a list of objects becomes rows when its entity is published, and its column stays', async () => {
  await database.transaction((trx) => sql`insert into data.author (id, name_full) values (7, 'Rumi')`.execute(trx))
  await store(1, [
    { author_id: 7, count: 2 },
    { author: { id: 7 }, count: 3, note: 'own' },
  ])
  await store(2, null)
  expect(await migrate(database, after)).toEqual([])
  const { lines } = await run(database, libraryRegistry(after), (context) => readRecord(context, 'loan', 1))
  expect(lines).toMatchObject([
    { count: 2, note: 'moved', author_id: 7, version: 1 },
    { count: 3, note: 'own', author_id: 7 },
  ])
  const kept = await database.read((trx) => sql<{ lines: unknown[] }>`select lines from data.loan where id = 1`.execute(trx))
  expect(kept.rows[0]!.lines).toHaveLength(2)
  // What is published again finds the table there.
  expect(await migrate(database, after)).toEqual([])
  expect(await run(database, libraryRegistry(after), (context) => readRecord(context, 'loan', 1))).toMatchObject({ lines: [{}, {}] })
})

test.each([
  ['a missing value', [{ count: 1 }, {}], 'row 2 of the record 5 does not fit: "count" is missing'],
  ['a value of another kind', [{ count: 'many' }], 'row 1 of the record 5 does not fit: "count" is not integer'],
  ['a reference to nothing', [{ count: 1, author: 99 }], '"author" refers to the record 99, which is not there'],
])('%s is told with its place, and nothing is published', async (_, lines, message) => {
  await store(5, lines)
  expect(await migrate(database, after)).toEqual([{ entity: 'loan', field: 'lines', pointer: '/schema/properties/lines/from', message }])
})
