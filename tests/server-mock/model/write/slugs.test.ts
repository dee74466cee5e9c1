import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EntityDocument } from '#schemas/types/contract.d.ts'
import { expandForm } from '#server/documents/expand-form.ts'
import { ApiError, type FieldMessage } from '#server/errors.ts'
import { seedRecords, trashRecord, trusted, writeRecord } from '#server/model/model.ts'
import { databaseKinds, freshDatabase, usualKind, type TestDatabase } from '../../../helpers/database.ts'
import { caller, entities, libraryRegistry, migrate, refusal, run } from '../library.ts'

const access = { read: 'library.read', write: 'library.write' }
/** With a slug in each shelf, from the title in any language, else the kind. */
const article: EntityDocument = {
  name: 'wall_article',
  title: 'Article',
  display: '{title}',
  schema: {
    type: 'object',
    required: ['title', 'slug'],
    properties: {
      title: { type: 'string', rules: 'required|max:200' },
      kind: { type: 'string' },
      shelf: { type: 'integer', references: 'author' },
      slug: { type: 'string', rules: 'required|max:30', slug: { from: ['title', 'kind'], within: ['shelf'], max: 20 } },
    },
  },
  storage: { translate: ['title'], search: ['slug'] },
  access,
}
/** With a slug that people write. */
const topic: EntityDocument = {
  name: 'topic',
  title: 'Topic',
  display: '{slug}',
  schema: { type: 'object', properties: { slug: { type: ['string', 'null'], slug: {} }, count: { type: 'integer' } } },
  access,
}
const documents = [...entities, article, topic]
const registry = libraryRegistry(documents)
let database: TestDatabase
let shelves: number[]
beforeAll(async () => {
  database = await freshDatabase(usualKind)
  expect(await migrate(database, documents)).toEqual([])
  shelves = await run(database, registry, ({ trx }) => seedRecords(trx, registry, 'author', [{ name_full: 'a' }, { name_full: 'b' }]))
})
afterAll(() => database.close())

const write = (data: Record<string, unknown>, id?: number, model = 'wall_article') =>
  run(database, registry, (context) => writeRecord(context, model, { id, data }))
/** The slug of a new article; each test has words of its own. */
const slugOf = async (data: Record<string, unknown>) => (await write(data)).slug
const taken = (suggestion: string) => ({ slug: [`errors.slug_taken ${suggestion}`] })
const malformed = (suggestion: string) => ({ slug: [`errors.slug_malformed ${suggestion}`] })
/** Errors of a call by field, with what they suggest; none of a call that succeeds. Anything but a 422 is a failure of the test. */
const fault = (call: Promise<unknown>): Promise<Record<string, string[]>> =>
  call.then(
    () => ({}),
    (reason: unknown) => {
      if (!(reason instanceof ApiError) || reason.code !== '422') throw reason
      return Object.fromEntries(Object.entries(reason.errors ?? {}).map(([field, messages]) => [field, messages.map(told)]))
    },
  )
const told = (message: FieldMessage): string =>
  typeof message === 'string' ? message : [message.key, message.values?.suggestion].filter(Boolean).join(' ')

test('one that is left empty is made from the first text that is filled, and is the next free one', async () => {
  expect(await slugOf({ title: 'City life' })).toBe('city-life')
  expect(await slugOf({ title: 'City Life!', slug: '' })).toBe('city-life-2')
  expect(await slugOf({ title: 'CITY LIFE', slug: null })).toBe('city-life-3')
  expect(await slugOf({ title: { fa: 'شهر', en: 'Town' } })).toBe('town')
  expect(await slugOf({ title: { fa: 'شهرِ ما' } })).toBe('شهر-ما')
  expect(await slugOf({ title: '؟!', kind: 'Odd one' })).toBe('odd-one')
  expect(await slugOf({ title: '؟!' })).toBe('article')
  expect(await slugOf({ title: 'A very long title of an article' })).toBe('a-very-long-title-of')
})

test('one that is written is an address that no other record has, those in the trash included; the error names a free one', async () => {
  const first = await write({ title: 'X', slug: ' first ' })
  expect(first.slug).toBe('first')
  expect(await fault(write({ title: 'X', slug: 'first' }))).toEqual(taken('first-2'))
  await write({ title: 'X', slug: 'first-2' })
  expect(await fault(write({ title: 'X', slug: 'first-2' }))).toEqual(taken('first-3'))
  expect(await fault(write({ title: 'X', slug: 'First/../x' }))).toEqual(malformed('firstx'))
  expect(await fault(write({ title: 'X', slug: 'FIRST' }))).toEqual(malformed('first-3'))
  expect(await fault(write({ title: 'X', slug: '/' }))).toEqual(malformed('article-2'))
  await run(database, registry, (context) => trashRecord(context, 'wall_article', first.id, undefined, trusted))
  expect(await fault(write({ title: 'X', slug: 'first' }))).toEqual(taken('first-3'))
  expect(await fault(write({ slug: 'first' }))).toEqual({ ...taken('first-3'), title: ['rules.required'] })
})

test('a number counts where there is the name without it; a year belongs to the name', async () => {
  for (const slug of ['report-2026', 'top-10', 'street', 'street-7']) await write({ title: 'X', slug })
  expect(await fault(write({ title: 'X', slug: 'report-2026' }))).toEqual(taken('report-2026-2'))
  expect(await fault(write({ title: 'X', slug: 'top-10' }))).toEqual(taken('top-10-2'))
  expect(await fault(write({ title: 'X', slug: 'street-7' }))).toEqual(taken('street-2'))
  await write({ title: 'X', slug: 'report' })
  expect(await fault(write({ title: 'X', slug: 'report-2026' }))).toEqual(taken('report-2026-2'))
})

test('a free one is never longer than the field takes', async () => {
  const long = 'a'.repeat(30)
  await write({ title: 'X', slug: long })
  expect(await fault(write({ title: 'X', slug: long }))).toEqual(taken('a'.repeat(20)))
  await write({ title: 'X', slug: 'a'.repeat(20) })
  expect(await fault(write({ title: 'X', slug: long }))).toEqual(taken(`${'a'.repeat(20)}-2`))
  expect((await refusal(write({ title: 'X', slug: 'b'.repeat(31) }))).errors).toHaveProperty('slug')
})

test('it is the only one within its fields, of which an empty value is one too', async () => {
  expect(await slugOf({ title: 'Within' })).toBe('within')
  expect(await slugOf({ title: 'Within', shelf: shelves[0] })).toBe('within')
  expect(await slugOf({ title: 'Within', shelf: shelves[1] })).toBe('within')
  expect(await slugOf({ title: 'Within', shelf: shelves[1] })).toBe('within-2')
  expect(await fault(write({ title: 'Other', slug: 'within' }))).toEqual(taken('within-2'))
})

test('it stays while its text changes, is made anew when sent empty, and is checked where its record moves', async () => {
  const moved = await write({ title: 'Moved', shelf: shelves[0] })
  await write({ title: 'Moved', shelf: shelves[1] })
  expect(await write({ title: 'Renamed' }, moved.id)).toMatchObject({ slug: 'moved' })
  expect(await fault(write({ shelf: shelves[1] }, moved.id))).toEqual(taken('moved-2'))
  expect(await write({ shelf: shelves[1], slug: '' }, moved.id)).toMatchObject({ slug: 'renamed' })
  expect(await write({ slug: '' }, moved.id)).toMatchObject({ slug: 'renamed' })
  expect(await write({ slug: 'renamed', title: 'Again' }, moved.id)).toMatchObject({ slug: 'renamed' })
})

test('without a text to make it from, people write it or leave it empty', async () => {
  const write_ = (data: Record<string, unknown>, id?: number) => write(data, id, 'topic')
  expect(await write_({ count: 1 })).toMatchObject({ slug: null })
  const { id } = await write_({ slug: '' })
  expect(await write_({ slug: 'news' }, id)).toMatchObject({ slug: 'news' })
  expect(await fault(write_({ slug: 'news' }))).toEqual(taken('news-2'))
  expect(await write_({ slug: null }, id)).toMatchObject({ slug: null })
  expect((await refusal(write_({ slug: 7 }))).errors).toHaveProperty('slug')
})

test('a form does not ask for one that the server makes', () => {
  const form = expandForm(registry, caller({ locale: 'en' }), 'library', { entity: 'wall_article' })
  expect(form.schema.required).toEqual(['title'])
  expect((form.schema.properties as Record<string, object>).slug).toMatchObject({ type: 'string', rules: 'max:30' })
})

test('a text of which records share a value cannot become a slug', async () => {
  const before: EntityDocument = { ...topic, name: 'label', schema: { type: 'object', properties: { slug: { type: 'string' } } } }
  expect(await migrate(database, [...entities, before])).toEqual([])
  await run(database, registry, ({ trx }) =>
    trx
      .insertInto('data.label')
      .values([{ slug: 'x' }, { slug: 'x' }, { slug: null }])
      .execute(),
  )
  const after = { ...before, schema: { type: 'object' as const, properties: { slug: { type: 'string', slug: {} } } } } as EntityDocument
  expect(await migrate(database, [...entities, after])).toEqual([
    expect.objectContaining({ entity: 'label', pointer: '/schema/properties/slug/slug', message: expect.stringContaining('share values') }),
  ])
})

// PGlite has one connection, so nothing happens there at the same time.
describe.runIf(databaseKinds.includes('postgres'))('slugs that several people take at once', () => {
  test('those that are made are all different', async () => {
    const made = await Promise.all(Array.from({ length: 12 }, () => slugOf({ title: 'Rush' })))
    expect(made.sort()).toEqual(['rush', ...Array.from({ length: 11 }, (_, at) => `rush-${at + 2}`)].sort())
  })
  test('of those that are written one is stored, and the others are told a free one', async () => {
    const outcomes = await Promise.all(
      Array.from({ length: 12 }, () =>
        fault(write({ title: 'X', slug: 'written' })).then((errors) => JSON.stringify(errors).replace(/written-\d+/, 'written-N')),
      ),
    )
    expect(outcomes.filter((each) => each === '{}')).toHaveLength(1)
    expect(outcomes.filter((each) => each === JSON.stringify(taken('written-N')))).toHaveLength(11)
  })
  test('and those of records that are there', async () => {
    const ids = await Promise.all(Array.from({ length: 8 }, async (_, at) => (await write({ title: `Own ${at}` })).id))
    const outcomes = await Promise.all(ids.map((id) => fault(write({ slug: 'changed' }, id))))
    expect(outcomes.filter((errors) => Object.keys(errors).length === 0)).toHaveLength(1)
    expect(outcomes.filter(({ slug }) => slug?.[0]?.startsWith('errors.slug_taken changed-'))).toHaveLength(7)
  })
})
