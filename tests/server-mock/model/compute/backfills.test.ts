import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EntityDocument } from '#schemas/types/contract.d.ts'
import { effectOnRecords } from '#schemas/cli/commands/diff.ts'
import { backfillBatch, hasBackfills, pendingFields, queueBackfills } from '#server/model/compute/backfills.ts'
import { storedEffects } from '#server/model/compute/stored-effects.ts'
import { writeRecord, takeTransition } from '#server/model/model.ts'
import { freshDatabase, usualKind, type TestDatabase } from '#tests/helpers/database.ts'
import { documentsOf, entities, libraryRegistry, migrate, run } from '#tests/server-mock/model/library.ts'

const access = { read: 'library.read', write: 'library.write' }
const amount = (computed?: unknown) => ({ type: 'string', format: 'decimal', scale: 2, ...(computed !== undefined && { computed }) })
const documentsWith = (total: unknown, double?: unknown): EntityDocument[] =>
  [
    ...entities,
    {
      name: 'bag',
      title: 'Bag',
      display: '{id}',
      schema: {
        type: 'object',
        properties: {
          state: { enum: ['open', 'sold'] },
          lines: { type: 'array', rows: 'bag_line' },
          total: amount(total),
          double: amount(double),
        },
      },
      lifecycle: { state: { initial: 'open', final: ['sold'], transitions: { sell: { from: ['open'], to: 'sold' } } } },
      access,
    },
    { name: 'bag_line', title: 'Line', parent: 'bag', display: '{id}', schema: { type: 'object', properties: { price: amount() } } },
  ] as unknown as EntityDocument[]

const before = documentsWith('sum(lines.price)')
let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase(usualKind)
  expect(await migrate(database, before)).toEqual([])
  const registry = libraryRegistry(before)
  for (let at = 1; at <= 60; at += 1) {
    const data = { lines: [{ price: String(at) }] }
    const bag = await run(database, registry, (context) => writeRecord(context, 'bag', { data }))
    if (at === 60) await run(database, registry, (context) => takeTransition(context, 'bag', { id: bag.id, transition: 'sell' }))
  }
})
afterAll(() => database.close())

const publish = (from: EntityDocument[], to: EntityDocument[]) => {
  const registry = libraryRegistry(to)
  const now = new Date()
  return {
    registry,
    now,
    queue: () => database.transaction((trx) => queueBackfills(trx, documentsOf(from), registry, now)),
    batch: () => database.transaction((trx) => backfillBatch(trx, registry, now)),
  }
}
const sums = async () => {
  const { rows } = await database.read((trx) =>
    sql<{ total: string; double: string | null; versions: string }>`select sum(total)::text as total, sum(double)::text as double,
      string_agg(distinct version::text, ',') as versions from data.bag`.execute(trx),
  )
  return rows[0]!
}

test('a trial counts the records that another formula would change, and those that a new check refuses, and writes nothing', async () => {
  const after = documentsWith([{ when: { properties: { state: { const: 'sold' } } }, formula: '0' }, { formula: 'sum(lines.price)' }])
  const bag = after.find(({ name }) => name === 'bag')!
  bag.checks = [{ formula: 'total', at_least: '20', field: 'total', message: 'Too little.' }]
  const effects = await database.transaction((trx) => storedEffects(trx, documentsOf(before), libraryRegistry(after), new Date()))
  expect(effects).toEqual([
    { entity: 'bag', field: 'total', count: 1, of: 60, is_all: true },
    { entity: 'bag', check: 'total', count: 19, of: 60, is_all: true },
  ])
  expect(effects.map(effectOnRecords).map(({ level, sentence }) => `${level}: ${sentence}`)).toEqual([
    'risky: gets another value in 1 of 60 stored records',
    'risky: "total" is not met by 19 of 60 stored records',
  ])
  expect((await sums()).total).toBe('1830.00')
})

test('another formula and a new one reach all stored records, batch by batch, without a new version', async () => {
  const after = documentsWith('sum(lines.price) + 1', 'total * 2')
  const { queue, batch, registry } = publish(before, after)
  await queue()
  expect(await sums()).toMatchObject({ total: '1830.00', double: null })
  expect(await database.read((trx) => pendingFields(trx, registry, 'bag'))).toEqual(new Set(['total', 'double']))
  expect(await batch()).toBe(true)
  const { rows } = await database.read((trx) =>
    sql<{ done: string }>`select (select count(*) from data.bag where id < next_id)::text as done from pishkhan.backfill`.execute(trx),
  )
  expect(rows).toEqual([{ done: '25' }, { done: '25' }])
  while (await batch());
  expect(await sums()).toMatchObject({ total: '1890.00', double: '3780.00', versions: '1,2' })
  expect(await database.read(hasBackfills)).toBe(false)
  expect(await database.read((trx) => pendingFields(trx, registry, 'bag'))).toEqual(new Set())
})

test('"from_now" leaves records in final states as they are, and the same formula is not computed again', async () => {
  const old = documentsWith('sum(lines.price) + 1', 'total * 2')
  const next = documentsWith({ formula: 'sum(lines.price)', from_now: true }, 'total * 2')
  const { queue, batch } = publish(old, next)
  await queue()
  const { rows } = await database.read((trx) => sql`select field from pishkhan.backfill where done_at is null`.execute(trx))
  expect(rows).toEqual([{ field: 'total' }])
  while (await batch());
  // The sold bag keeps its 61.
  expect(await sums()).toMatchObject({ total: '1831.00', double: '3662.00' })
})

test('what has too many digits stays as it was, with the reason; the others are computed', async () => {
  const next = documentsWith('sum(lines.price)', `total * 1${'0'.repeat(39)}`)
  const { queue, batch } = publish(documentsWith('sum(lines.price)', 'total * 2'), next)
  await queue()
  while (await batch());
  const { rows } = await database.read((trx) =>
    sql<{ fault: string }>`select fault from pishkhan.backfill where field = 'double'`.execute(trx),
  )
  expect(rows[0]!.fault).toContain('double')
  const { rows: bags } = await database.read((trx) =>
    sql<{ n: string }>`select count(*)::text as n from data.bag where double > 1000000`.execute(trx),
  )
  expect(bags[0]!.n).toBe('9')
})
