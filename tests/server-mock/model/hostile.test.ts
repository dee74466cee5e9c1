import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { errorTable, ApiError } from '#server/errors.ts'
import {
  destroyRecord,
  gridRows,
  listRecords,
  readRecord,
  restoreRecord,
  writeRecord,
  seedRecords,
  setActive,
  trashRecord,
  type ModelContext,
} from '#server/model/model.ts'
import { databaseKinds, freshDatabase } from '#tests/helpers/database.ts'
import { caller, entities, libraryRegistry, migrate, refusal, run } from './library.ts'

const nasty = fc.constantFrom<unknown>(
  '',
  ' ',
  '\0',
  '\ud800',
  "'; drop table data.book; --",
  '%',
  '\\',
  '{title}',
  '$.a',
  '..',
  '1..',
  '..1',
  '1e400',
  '-0',
  'NaN',
  'Infinity',
  '9'.repeat(400),
  '0000-00-00',
  '99999-01-01',
  '2024-02-30..2024-03-01',
  '0000-01-01..9999-12-31',
  '9999-12-31..9999-12-31',
  '__proto__',
  'constructor',
  null,
  true,
  -1,
  0,
  0.1,
  -0,
  2 ** 53,
  1e300,
  Number.MAX_SAFE_INTEGER,
  [],
  {},
  [null],
  [[]],
  { id: 1 },
  { id: 'x' },
  { fa: 1 },
  { fa: 'x' },
  { toString: 1 },
  JSON.parse('{"__proto__":{"a":1}}'),
  'ا'.repeat(5000),
)
const value = fc.oneof(
  nasty,
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary' }),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.integer().map(String),
  fc.double(),
)
const key = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.constantFrom(
      ...new Set(entities.flatMap((entity) => Object.keys(entity.schema.properties))),
      'author_id',
      'id',
      'version',
      'locale',
      'sister_group',
      'page',
      'page_size',
      'sort',
      'order',
      'tab',
      'q',
      'ids',
      'trashed',
      'parts',
      'writer',
      'by',
      'created_by',
      'deleted_at',
      'search_text',
    ),
  },
  { weight: 1, arbitrary: fc.string() },
)
const object = fc.dictionary(key, value, { maxKeys: 6 })
const model = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(...entities.map((entity) => entity.name)) },
  { weight: 1, arbitrary: fc.oneof(fc.string(), fc.constantFrom('__proto__', 'library/book', 'nothing/')) },
)

const calls = {
  read: (context: ModelContext, name: string, id: unknown, _version: unknown): Promise<unknown> => readRecord(context, name, id),
  trash: trashRecord,
  restore: restoreRecord,
  destroy: destroyRecord,
}

describe.each(databaseKinds)('hostile input on %s', (kind) => {
  let database: Database
  const registry = libraryRegistry()
  const as = caller({ isAdmin: true })
  beforeAll(async () => {
    database = await freshDatabase(kind)
    await migrate(database)
    await database.transaction((trx) => seedRecords(trx, registry, 'book', [{ title: 'a', isbn: '9780000000001' }]))
  })
  afterAll(() => database.close())

  /** Every outcome but an answer or a refusal of the caller's own is a bug. */
  const survives = async (work: (context: ModelContext) => Promise<unknown>) => {
    try {
      await run(database, registry, work, as)
    } catch (error) {
      if (!(error instanceof ApiError) || errorTable[error.code].status >= 500) throw error
    }
  }

  it('never makes saving fail in another way than by a refusal', async () => {
    await fc.assert(
      fc.asyncProperty(
        model,
        object,
        fc.option(value, { nil: undefined }),
        fc.option(value, { nil: undefined }),
        (name, data, id, version) => survives((context) => writeRecord(context, name, { data, id, version })),
      ),
      { numRuns: 400 },
    )
  })

  it('never makes lists and grids fail in another way than by a refusal', async () => {
    await fc.assert(
      fc.asyncProperty(model, object, (name, query) => survives((context) => listRecords(context, name, query))),
      { numRuns: 300 },
    )
    await fc.assert(
      fc.asyncProperty(object, (query) => survives((context) => gridRows(context, 'library/book/books', query))),
      { numRuns: 300 },
    )
  })

  it('never makes the other calls fail in another way than by a refusal', async () => {
    await fc.assert(
      fc.asyncProperty(model, value, value, fc.constantFrom('read', 'trash', 'restore', 'destroy'), (name, id, version, call) =>
        survives((context) => calls[call](context, name, id, version)),
      ),
      { numRuns: 200 },
    )
    await fc.assert(
      fc.asyncProperty(model, value, value, (name, id, version) => survives((context) => setActive(context, name, id, version, true))),
      { numRuns: 100 },
    )
  })

  it('refuses a unique text that no index can hold', async () => {
    expect(
      await refusal(
        run(
          database,
          registry,
          (context) => writeRecord(context, 'page', { data: { title: 'x', slug: randomBytes(9000).toString('hex') } }),
          as,
        ),
      ),
    ).toMatchObject({ code: 'bad-request' })
  })
})
