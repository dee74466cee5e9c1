import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Where } from '#schemas/types/contract.d.ts'
import type { Caller } from '#server/caller.ts'
import type { Database } from '#server/database/database.ts'
import { buildRegistry } from '#server/documents/build-registry.ts'
import { fillWhere, recordFits } from '#server/model/list/document-where.ts'
import { findModel } from '#server/model/context.ts'
import { gridRows, listRecords, seedRecords } from '#server/model/model.ts'
import { databaseKinds, freshDatabase } from '#tests/helpers/database.ts'
import { caller, libraryRegistry, migrate, run } from '#tests/server-mock/model/library.ts'

/** Each case with the titles that it finds on 20 March 2024 in Tehran, for user 1. */
const cases: [Where, string[]][] = [
  ['status:any_of(published)', ['b', 'c', 'd']],
  ['status:none_of(published),title:is_not(e)', ['a']],
  ['price:between(20,30)', ['b', 'c']],
  ['or(price:is(10),price:between(50,))', ['a', 'e']],
  ['bought_on:between(,today-1)', ['a']],
  ['bought_on:between(today,today+7)', ['b', 'c']],
  ['bought_on:empty()', ['d', 'e']],
  ['bought_on:within(this-month.jalali)', ['b', 'c']],
  ['author:any_of({session.user.id})', ['a', 'b']],
  ['author.name_full:is({session.user.username})', ['c', 'd', 'e']],
  // What an insertion does not find fits nothing.
  ['author:any_of({session.nobody.id})', []],
  ['or(author:any_of({session.nobody.id}),title:is(a))', ['a']],
  [{ status: 'draft', bought_on: null }, ['e']],
  [{ author: '{session.user.id}' }, ['a', 'b']],
  [{ author: ['{session.user.id}', 2] }, ['a', 'b', 'c', 'd', 'e']],
]
const reader: Caller = caller({ user: { id: 1, username: 'Zadie, or(x:is(y))', name_full: 'S' }, timezone: 'Asia/Tehran' })
const now = new Date('2024-03-19T21:00:00Z')

describe.each(databaseKinds)('a `where` of documents on %s', (kind) => {
  let database: Database
  const library = libraryRegistry().modules.get('library')!
  const registry = buildRegistry(
    [
      {
        ...library,
        grids: {
          cases: {
            entity: 'book',
            part: 'cases',
            columns: ['title'],
            tabs: cases.map(([where], at) => ({ key: `t${at}`, where, count: true })),
          },
        },
      },
    ],
    1,
    undefined,
  )
  const act = <T>(work: Parameters<typeof run<T>>[2]) => run(database, registry, work, reader, now)

  beforeAll(async () => {
    database = await freshDatabase(kind)
    await migrate(database)
    await database.transaction(async (trx) => {
      await seedRecords(trx, registry, 'user', [{ name_full: 'Sara', mobile: '0912' }])
      await seedRecords(trx, registry, 'author', [{ name_full: 'گلی ترقی' }, { name_full: 'Zadie, or(x:is(y))' }])
      const days = ['2024-03-19', '2024-03-20', '2024-03-27', null, null]
      await seedRecords(
        trx,
        registry,
        'book',
        ['a', 'b', 'c', 'd', 'e'].map((title, at) => ({
          title,
          isbn: `978000000000${at}`,
          price: String((at + 1) * 10),
          status: ['a', 'e'].includes(title) ? 'draft' : 'published',
          author_id: at < 2 ? 1 : 2,
          bought_on: days[at],
          created_by: 1,
        })),
      )
    })
  })
  afterAll(() => database.close())

  it.each(cases.map(([where, titles], at) => [JSON.stringify(where), at, titles] as const))(
    '%s narrows a tab, its count, a list and a single record',
    async (_, at, titles) => {
      const page = await act((context) => gridRows(context, 'library/book/cases', { tab: `t${at}`, sort: 'id', order: 'asc' }))
      expect(page.rows.map(({ title }) => title)).toEqual(titles)
      expect(page.tabs[at]).toMatchObject({ count: titles.length })
      const values = { session: { user: { ...reader.user } } }
      const { results } = await act((context) =>
        listRecords(context, 'book', { sort: 'id', order: 'asc' }, { fixed: fillWhere(cases[at]![0], values) }),
      )
      expect(results.map(({ title }) => title)).toEqual(titles)
      const fitting = await act(async (context) => {
        const fits: number[] = []
        for (const id of [1, 2, 3, 4, 5])
          if (await recordFits(context, findModel(context, 'book'), id, fillWhere(cases[at]![0], values)!)) fits.push(id)
        return fits
      })
      expect(fitting.map((id) => 'abcde'[id - 1])).toEqual(titles)
    },
  )
})
