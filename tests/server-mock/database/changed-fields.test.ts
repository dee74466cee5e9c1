import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import timelineComment from '../../../modules/panel/entities/timeline_comment.json' with { type: 'json' }
import type { EntityDocument } from '#schemas/types/contract.d.ts'
import { castOf } from '#server/database/tables/column-casts.ts'
import { listRecords, readRecord, writeRecord } from '#server/model/model.ts'
import { readTimeline } from '#server/model/timeline/timeline.ts'
import { rowAtVersion } from '#server/model/audit.ts'
import { readStored } from '#server/model/read.ts'
import { findModel } from '#server/model/context.ts'
import { freshDatabase, usualKind, type TestDatabase } from '#tests/helpers/database.ts'
import { caller, entities, libraryRegistry, migrate, run } from '#tests/server-mock/model/library.ts'

/** The library's entities; timelines read the user's names. */
const library = entities.map((entity) =>
  entity.name === 'user'
    ? { ...entity, schema: { ...entity.schema, properties: { ...entity.schema.properties, username: { type: 'string' } } } }
    : entity,
) as EntityDocument[]
const access = { read: 'library.read', write: 'library.write' }
/** A loan of the library with the given properties. */
const loan = (properties: object, more: object = {}): EntityDocument[] => [
  ...library,
  timelineComment as unknown as EntityDocument,
  { name: 'loan', title: 'Loan', display: '{id}', schema: { type: 'object', properties }, access, timeline: {}, ...more } as EntityDocument,
]
const text = { type: 'string' }
const reference = { type: 'integer', references: 'author' }

let database: TestDatabase
beforeEach(async () => {
  database = await freshDatabase(usualKind)
})
afterEach(() => database.close())

const publish = (documents: EntityDocument[]) => migrate(database, documents)
const save = (documents: EntityDocument[], data: Record<string, unknown>, id?: number) =>
  run(database, libraryRegistry(documents), (context) => writeRecord(context, 'loan', { id, data }), caller())
const read = (documents: EntityDocument[], id: number) =>
  run(database, libraryRegistry(documents), (context) => readRecord(context, 'loan', id), caller())

describe('a field that is renamed', () => {
  const before = loan(
    { place: { ...text, enum: ['hall', 'attic'] }, owner: reference },
    { storage: { unique: [['place']], search: ['place'], index: [['owner']] } },
  )
  const renamed = { place: 'shelf', owner: 'lender' }
  const after = loan(
    { shelf: { ...text, enum: ['hall', 'attic', 'cellar'] }, lender: reference },
    { storage: { unique: [['shelf']], search: ['shelf'], index: [['lender']] }, renamed },
  )

  it('takes its values, search, uniqueness and references along, and back again', async () => {
    expect(await publish(before)).toEqual([])
    const author = await run(database, libraryRegistry(before), (context) =>
      writeRecord(context, 'author', { data: { name_full: 'Rumi' } }),
    )
    const { id } = await save(before, { place: 'hall', owner: author.id })
    expect(await publish(after)).toEqual([])
    expect(await publish(after)).toEqual([])
    expect(await read(after, id)).toMatchObject({ shelf: 'hall', lender: { id: author.id, title: 'Rumi' } })
    await expect(save(after, { shelf: 'hall' })).rejects.toMatchObject({ code: '422' })
    await expect(save(after, { lender: 99_999 })).rejects.toMatchObject({ code: '422' })
    const found = await run(database, libraryRegistry(after), (context) => listRecords(context, 'loan', { q: 'hall' }), caller())
    expect(found.results).toHaveLength(1)
    await save(after, { shelf: 'cellar' }, id)
    // The earlier version, published again, finds what was written in between.
    expect(await publish(before)).toEqual([])
    expect(await read(before, id)).toMatchObject({ place: 'cellar', owner: { id: author.id } })
    expect(await publish(after)).toEqual([])
    expect(await read(after, id)).toMatchObject({ shelf: 'cellar', lender: { id: author.id } })
  })

  it('is told by the history and by earlier versions under its present name', async () => {
    await publish(before)
    const { id } = await save(before, { place: 'hall' })
    await save(before, { place: 'attic' }, id)
    await publish(after)
    const registry = libraryRegistry(after)
    const earlier = await run(
      database,
      registry,
      async (context) => rowAtVersion(context, findModel(context, 'loan'), await readStored(context, 'loan', id), 1),
      caller(),
    )
    expect(earlier).toMatchObject({ shelf: 'hall', version: 1 })
    const { results } = await run(database, registry, (context) => readTimeline(context, 'loan', id, {}), caller())
    expect(results[0]!.changes).toMatchObject([{ field: 'shelf', from: expect.anything(), to: expect.anything() }])
  })

  it('takes the place of a column that nobody has filled', async () => {
    await publish(before)
    const { id } = await save(before, { place: 'hall' })
    // The new name was published without saying what it was before.
    const forgotten = loan({ shelf: text, lender: reference })
    expect(await publish(forgotten)).toEqual([])
    expect(await publish(loan({ shelf: text, lender: reference }, { renamed }))).toEqual([])
    expect(await read(after, id)).toMatchObject({ shelf: 'hall' })
    expect(await publish(before)).toEqual([])
    expect(await publish(forgotten)).toEqual([])
    expect(await read(forgotten, id)).toMatchObject({ shelf: 'hall' })
  })

  it('is refused while both names have values', async () => {
    await publish(before)
    await save(before, { place: 'hall' })
    const both = loan({ shelf: text, place: text, note: text })
    await publish(both)
    const { id } = await save(both, { shelf: 'attic', note: 'Ali' })
    expect(await publish(loan({ shelf: text, note: text }, { renamed: { place: 'shelf' }, display: 'Loan of {note}' }))).toMatchObject([
      {
        pointer: '/renamed/place',
        message: `1 record has a value in "shelf" already, so what is stored in "place" cannot become it: “Loan of Ali” (record ${id})`,
      },
    ])
  })
})

describe('a field that is converted', () => {
  const decimal = { type: 'string', format: 'decimal' }
  const before = loan({ price: text }, { storage: { search: ['price'], index: [['price']] } })
  const after = loan({ price: decimal }, { converted: ['price'] })

  it('is refused without a word, and while a value does not fit, which is named', async () => {
    await publish(before)
    const { id } = await save(before, { price: 'cheap' })
    expect(await publish(loan({ price: decimal }))).toMatchObject([{ pointer: '/schema/properties/price' }])
    expect(await publish(after)).toMatchObject([{ message: `1 record has a value that is not a decimal: "cheap" of record ${id}` }])
    const named = after.map((entity) => (entity.name === 'loan' ? { ...entity, display: 'Loan for {price}' } : entity))
    expect(await publish(named)).toMatchObject([
      { message: `1 record has a value that is not a decimal: "cheap" of “Loan for cheap” (record ${id})` },
    ])
    expect(await read(before, id)).toMatchObject({ price: 'cheap' })
  })

  it('is told what helps: "converted" where values can be converted, else another name', async () => {
    await publish(loan({ price: text, contact: { type: 'object' } }))
    expect(await publish(loan({ price: decimal, contact: { type: 'object' } }))).toMatchObject([
      { message: expect.stringMatching(/give the new field another name, or name it in "converted", and its values become a decimal$/) },
    ])
    expect(await publish(loan({ price: text, contact: text }))).toMatchObject([
      { message: expect.stringMatching(/cannot become a string: what is stored would be lost; give the new field another name$/) },
    ])
    expect(await publish(loan({ price: text, contact: text }, { converted: ['contact'] }))).toMatchObject([
      { message: expect.stringMatching(/^an object or a list cannot be converted to a string: give the new field another name/) },
    ])
  })

  it('has the converted values, and those of before again when an earlier version is published', async () => {
    await publish(before)
    const [kept, changed, empty] = [await save(before, { price: '007.50' }), await save(before, { price: '۱۲' }), await save(before, {})]
    expect(await publish(after)).toEqual([])
    expect(await publish(after)).toEqual([])
    expect(await read(after, kept.id)).toMatchObject({ price: '7.50' })
    expect(await read(after, changed.id)).toMatchObject({ price: '12' })
    await save(after, { price: '13.5' }, changed.id)
    expect(await publish(before)).toEqual([])
    expect(await read(before, kept.id)).toMatchObject({ price: '007.50' })
    expect(await read(before, changed.id)).toMatchObject({ price: '13.5' })
    expect(await read(before, empty.id)).toMatchObject({ price: null })
    await save(before, { price: '9' }, kept.id)
    expect(await publish(after)).toEqual([])
    expect(await read(after, kept.id)).toMatchObject({ price: '9' })
    expect(await read(after, changed.id)).toMatchObject({ price: '13.5' })
  })

  it('takes what can be of its new type', async () => {
    const all: [from: string, to: string, fitting: string[], others: string[]][] = [
      ['text', 'bigint', ['12', ' -3 ', '۱۲۳'], ['1.5', '', 'x', '12345678901234567']],
      ['text', 'boolean', ['true', '0'], ['yes', '2']],
      ['text', 'date', ['2024-02-29', '۲۰۲۴-۰۱-۳۱'], ['2023-02-29', '2024-13-01', '2024-04-31', '0000-01-01', '24-1-1']],
      ['text', 'timestamp with time zone', ['2024-02-29T23:59:59Z', '2024-01-01T00:00+03:30'], ['2024-01-01', '2024-01-01T24:00Z']],
      ['numeric', 'bigint', ['12', '12.00'], ['12.5', '99999999999999999']],
      ['bigint', 'boolean', ['0', '1'], ['2']],
    ]
    for (const [from, to, fitting, others] of all) {
      const cast = castOf(from, to)!
      const tried = (value: string) =>
        database.read(async (trx) => {
          const typed = sql`${value}::text::${sql.raw(from)}`
          const { rows } = await sql<{ fits: boolean }>`select ${cast.fits(typed)} as fits`.execute(trx)
          if (rows[0]!.fits) await sql`select ${cast.value(typed)}`.execute(trx)
          return rows[0]!.fits
        })
      for (const value of fitting) expect([from, to, value, await tried(value)]).toEqual([from, to, value, true])
      for (const value of others) expect([from, to, value, await tried(value)]).toEqual([from, to, value, false])
    }
  })
})

describe('a state that is no longer there', () => {
  const states = (names: string[], more: object = {}) =>
    loan(
      { status: { type: 'string', enum: names } },
      {
        lifecycle: {
          status: {
            initial: names[0],
            final: [names.at(-1)],
            transitions: { end: { from: [names[0]], to: names.at(-1), access: 'library.write' } },
            ...more,
          },
        },
      },
    )

  it('is refused while records are in it, unless it is said where they move; their history tells it', async () => {
    const before = states(['waiting', 'done'])
    await publish(before)
    const { id } = await save(before, {})
    expect(await publish(states(['new', 'done']))).toMatchObject([{ pointer: '/lifecycle/status' }])
    const after = states(['new', 'done'], { moved: { waiting: 'new' } })
    expect(await publish(after)).toEqual([])
    expect(await read(after, id)).toMatchObject({ status: 'new', version: 1 })
    const { results } = await run(database, libraryRegistry(after), (context) => readTimeline(context, 'loan', id, {}), caller())
    expect(results[0]).toMatchObject({
      kind: 'transition',
      from: { value: 'waiting', title: 'Waiting' },
      to: { value: 'new', title: 'New' },
      user: null,
    })
    // Rolled back, records would be in a state that the earlier version does not have.
    expect(await publish(before)).toMatchObject([{ pointer: '/lifecycle/status' }])
  })
})
