import { sql, type KyselyPlugin } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import type { GridDocument } from '#schemas/types/contract.d.ts'
import { migrateEntities } from '#server/database/tables/entity-tables.ts'
import { buildRegistry } from '#server/documents/build-registry.ts'
import { gridRows, listRecords, seedRecords } from '#server/model/model.ts'
import { databaseKinds, freshDatabase } from '#tests/helpers/database.ts'
import { caller, documentsOf, entities, grids, libraryRegistry, migrate, refusal, run } from '#tests/server-mock/model/library.ts'

const titles = ['آبی', 'بابا', 'پدر', 'ژاله', 'سیب', 'کتاب‌های ۱۲', 'گل', 'یاس', 'Apple', 'zebra']

describe.each(databaseKinds)('grids on %s', (kind) => {
  let database: Database
  const registry = libraryRegistry()
  const summed: GridDocument = {
    entity: 'book',
    part: 'summed',
    columns: [
      { key: 'price', summary: 'sum' },
      { key: 'pages', summary: 'average' },
      { key: 'published_at', summary: 'max' },
      { key: 'bought_on', summary: 'min' },
      { key: 'title', summary: 'count' },
      { key: 'secret', summary: 'count' },
    ],
    filters: ['price', 'title'],
  }
  const summedRegistry = buildRegistry([{ ...registry.modules.get('library')!, grids: { summed } }], 1, undefined)
  const grid = (query: Record<string, unknown> = {}, as = caller(), now = new Date()) =>
    run(database, registry, (context) => gridRows(context, 'library/book/books', query, {}), as, now)
  const shown = async (query: Record<string, unknown>, as = caller(), now = new Date()) =>
    (await grid(query, as, now)).rows.map((row) => row.title)

  beforeAll(async () => {
    database = await freshDatabase(kind)
    await migrate(database)
    await database.transaction(async (trx) => {
      await seedRecords(trx, registry, 'user', [{ name_full: 'Sara', mobile: '0912' }])
      const authors = await seedRecords(trx, registry, 'author', [{ name_full: 'گلی ترقی' }, { name_full: 'Zadie Smith' }])
      await seedRecords(
        trx,
        registry,
        'book',
        titles.map((title, at) => ({
          title,
          isbn: `978${String(at).padStart(10, '0')}`,
          author_id: authors[at % 2],
          price: at === 9 ? null : String((at + 1) * 10),
          status: at < 4 ? 'draft' : 'published',
          lent: at === 0,
          created_at: `2024-01-${String(at + 10)}T12:00:00Z`,
          created_by: at < 3 ? 1 : 2,
          tags: at === 2 ? ['رمان', 'novel'] : [],
          address: { city: 'شیراز' },
          secret: `s${at}`,
          published_at: at === 5 ? '2024-01-14T20:30:00Z' : at === 6 ? '2024-01-15T20:29:59Z' : at === 7 ? '2024-01-15T20:30:00Z' : null,
          bought_on: at === 1 ? '2024-02-29' : null,
        })),
      )
      await seedRecords(trx, registry, 'book', [
        { title: 'زباله', isbn: '9789999999999', deleted_at: '2024-03-01T00:00:00Z', created_by: 1 },
      ])
      await seedRecords(trx, registry, 'genre', [
        { name: { fa: 'یاس', en: 'Alpha' } },
        { name: { fa: 'آب', en: 'Zulu' } },
        { name: { en: 'Middle' } },
      ])
    })
  })
  afterAll(() => database.close())

  it('shows the newest first, a page at a time, with its columns and nothing more', async () => {
    const page = await grid({ page: '2', page_size: '3' })
    expect(page.rows.map((row) => row.title)).toEqual([titles[6], titles[5], titles[4]])
    expect(page.pagination).toEqual({
      page: 2,
      page_size: 3,
      total: 10,
      total_is_exact: true,
      pages: 4,
      next: expect.any(String),
      previous: expect.any(String),
    })
    expect([page.sort, page.order]).toEqual(['created_at', 'desc'])
    expect(Object.keys(page.rows[0]!).sort()).toEqual([
      'address',
      'author',
      'author_id',
      'can_activate',
      'can_deactivate',
      'can_destroy',
      'can_edit',
      'can_restore',
      'can_trash',
      'can_view',
      'id',
      'price',
      'published_at',
      'status',
      'title',
      'version',
    ])
    expect(page.rows[1]!.author).toEqual({ id: 2, title: 'Zadie Smith', name_full: 'Zadie Smith' })
  })

  it('has the fields that links insert and conditions of actions name, without a column of their own', async () => {
    const linking: GridDocument = {
      entity: 'book',
      part: 'linking',
      columns: [{ key: 'title', to: { name: 'book', params: { isbn: '{row.isbn}' } } }],
      row: [
        {
          type: 'call',
          title: 'Lend',
          when: { properties: { lent: { const: false } } },
          options: { name: 'lend', params: { id: '{row.id}' } },
        },
      ],
    }
    const linked = buildRegistry([{ ...registry.modules.get('library')!, grids: { linking } }], 1, undefined)
    const { rows } = await run(database, linked, (context) => gridRows(context, 'library/book/linking', { page_size: '1' }, {}), caller())
    expect(rows).toMatchObject([{ title: titles[9], isbn: '9780000000009', lent: false }])
    expect(rows[0]).not.toHaveProperty('price')
  })

  it('sorts choices in the order that the entity lists them in, pages by cursor included', async () => {
    const list = (query: object) =>
      run(database, registry, (context) => listRecords(context, 'book', { sort: 'status', page_size: 20, ...query }))
    const states = async (query: object) => (await list(query)).results.map((row) => row.status)
    const up = await states({ order: 'asc' })
    expect([up.slice(0, 4), up.slice(4)]).toEqual([Array(4).fill('draft'), Array(up.length - 4).fill('published')])
    expect(await states({ order: 'desc' })).toEqual([...up].reverse())
    const first = await list({ order: 'asc', page_size: 3 })
    const rest = await list({ order: 'asc', after: first.metadata.pagination.next })
    expect(new Set([...first.results, ...rest.results].map(({ id }) => id)).size).toBe(up.length)
  })

  it('sorts text as a Persian reader expects, empty values last either way', async () => {
    expect(await shown({ sort: 'title', order: 'asc' })).toEqual([
      'Apple',
      'zebra',
      'آبی',
      'بابا',
      'پدر',
      'ژاله',
      'سیب',
      'کتاب‌های ۱۲',
      'گل',
      'یاس',
    ])
    expect((await shown({ sort: 'price', order: 'asc' })).at(-1)).toBe('zebra')
    expect((await shown({ sort: 'price', order: 'desc' })).at(-1)).toBe('zebra')
    expect((await shown({ sort: 'price', order: 'asc' }))[0]).toBe('آبی')
    expect((await shown({ sort: 'author.name_full,title', order: 'asc,desc' })).slice(0, 2)).toEqual(['یاس', 'کتاب‌های ۱۲'])
  })

  it.each([
    ['text, folded', { title: 'كتابهاي 12' }, ['کتاب‌های ۱۲']],
    ['text with signs of LIKE', { title: '%' }, []],
    ['a select of several', { status: 'draft,published', title: 'a' }, ['zebra', 'Apple']],
    ['a reference', { author: '1', status: 'draft' }, ['پدر', 'آبی']],
    ['a boolean', { lent: '1' }, ['آبی']],
    ['a number range with both ends', { price: '20..30' }, ['پدر', 'بابا']],
    ['a number range with one end', { price: '90..' }, ['Apple']],
    ["days in the caller's zone, both included", { published_at: '2024-01-15..2024-01-15' }, ['گل', 'کتاب‌های ۱۲']],
    ['a day of a date', { bought_on: '2024-02-29..' }, ['بابا']],
    ['an item of a list', { tags: 'novel' }, ['پدر']],
    ['a text behind a reference', { writer: 'ترقي', status: 'draft' }, ['پدر', 'آبی']],
    ['quick search', { q: 'ZEB' }, ['zebra']],
    ['quick search for something that stands in a guarded field', { q: 's3' }, []],
    ['a parameter of the grid', { by: 'Zadie Smith', status: 'draft' }, ['ژاله', 'بابا']],
    ['days that move with today', { published_at: 'this-week.sat' }, ['یاس', 'گل', 'کتاب‌های ۱۲']],
    ['a month of the calendar in the token', { published_at: 'this-month.jalali' }, ['یاس', 'گل', 'کتاب‌های ۱۲']],
    ["yesterday in the caller's zone", { published_at: 'yesterday' }, ['گل', 'کتاب‌های ۱۲']],
    ['text that is not there', { where: 'title:not_contains(ا)', status: 'draft' }, ['پدر']],
    ['a whole text, folded', { where: 'title:is(كتابهاي 12)' }, ['کتاب‌های ۱۲']],
    ['a word whose parts are joined or apart in quick search', { q: 'کتاب های' }, ['کتاب‌های ۱۲']],
    ['a whole text whose parts are apart', { where: 'title:is("کتاب های 12")' }, ['کتاب‌های ۱۲']],
    ['the beginning of a text whose parts are apart', { where: 'title:starts_with("کتاب ها")' }, ['کتاب‌های ۱۲']],
    ['no whole text that goes on', { where: 'title:is("کتاب ها")' }, []],
    ['a sentence of more words than are searched', { q: `zebra${' zebra'.repeat(7)} elephant` }, ['zebra']],
    ['the beginning of a text', { where: 'title:starts_with(ك)' }, ['کتاب‌های ۱۲']],
    ['another text', { where: 'title:is_not(apple),price:between(80,)' }, ['یاس']],
    ['none of a list', { where: 'status:none_of(draft),price:between(,80)' }, ['یاس', 'گل', 'کتاب‌های ۱۲', 'سیب']],
    ['none of a list where it is empty', { where: 'price:is_not(90),status:none_of(draft),author:any_of(1)' }, ['گل', 'سیب']],
    ['what is empty', { where: 'price:empty' }, ['zebra']],
    ['what is filled', { where: 'bought_on:filled' }, ['بابا']],
    ['empty lists', { where: 'tags:filled' }, ['پدر']],
    [
      'one group in another',
      { where: 'or(price:is(10),and(lent:is(0),or(tags:contains(novel),title:contains(zeb))))' },
      ['zebra', 'پدر', 'آبی'],
    ],
    ['conditions beside bare keys', { where: 'or(price:is(10),price:is(20))', lent: '1' }, ['آبی']],
    ['days in a group', { where: 'or(published_at:within(today),bought_on:between(2024-02-29,2024-02-29))' }, ['یاس', 'بابا']],
    ['a text behind a reference in a group', { where: 'writer:starts_with(zad),status:any_of(draft)' }, ['ژاله', 'بابا']],
    ['an empty value as none', { status: '', tags: 'novel' }, ['پدر']],
  ])('filters by %s', async (_, query, expected) => {
    expect(await shown(query, caller(), new Date('2024-01-16T12:00:00Z'))).toEqual(expected)
  })

  it.each([
    ['price:between(a,)', { place: [0], key: 'price' }, 'errors.where_value'],
    ['price:between(50,10)', { place: [0], key: 'price' }, 'errors.where_value'],
    ['lent:is(1),or(title:is(a),price:is(x))', { place: [1, 1], key: 'price' }, 'errors.where_value'],
    ['secret:is(s1)', { place: [0], key: 'secret' }, 'errors.where_key'],
    ['created_by:is(1)', { place: [0], key: 'created_by' }, 'errors.where_key'],
    ['title:within(today)', { place: [0], key: 'title' }, 'errors.where_operator'],
    ['published_at:within(this-month)', { place: [0], key: 'published_at' }, 'errors.where_value'],
    ['__proto__:empty', { place: [0], key: '__proto__' }, 'errors.where_key'],
    ['title:like(a)', { at: 6 }, 'errors.where_syntax'],
    [Array.from({ length: 21 }, () => 'title:empty').join(), { at: expect.any(Number) }, 'errors.where_limit'],
    [Array.from({ length: 6 }, () => 'title:contains(a b c d e f g h)').join(), { place: [5], key: 'title' }, 'errors.where_words'],
  ])('refuses %j naming the condition', async (where, place, message) => {
    expect(await refusal(grid({ where }))).toMatchObject({ code: '422', errors: { where: [message] }, metadata: { where: [place] } })
  })

  it('refuses a range of numbers that ends before it begins, as one of days', async () => {
    for (const query of [{ price: '50..10' }, { published_at: '2024-02-01..2024-01-01' }])
      expect(Object.keys((await refusal(grid(query))).errors)).toEqual(Object.keys(query))
    expect((await grid({ price: '10..10' })).rows.length).toBeGreaterThan(0)
  })

  it('a search that is longer than what is looked for says which part was, in quick search, filters and conditions', async () => {
    const sentence = 'zebra '.repeat(9).trim()
    const part = { text: 'zebra '.repeat(8).trim() }
    expect(await grid({ q: sentence })).toMatchObject({ shortened: [{ key: 'q', ...part }] })
    expect(await grid({ where: `title:contains("${sentence}")` })).toMatchObject({ shortened: [{ key: 'title', ...part }] })
    expect((await grid({ q: part.text })).shortened).toBeUndefined()
    expect((await grid({ where: `title:is("${sentence}")` })).shortened).toBeUndefined()
  })

  it('counts its tabs under the filters, and leaves that out of a refresh of rows', async () => {
    const counts = (result: Awaited<ReturnType<typeof grid>>) => Object.fromEntries(result.tabs.map((tab) => [tab.key, tab.count]))
    expect(counts(await grid())).toEqual({ all: 10, drafts: 4, mine: 3, trash: 1 })
    expect(counts(await grid({ lent: '1' }))).toEqual({ all: 1, drafts: 1, mine: 1, trash: 0 })
    expect(await refusal(grid({ parts: 'results,nope' }))).toMatchObject({ errors: { parts: [expect.any(String)] } })
    expect((await grid({ parts: 'results' })).tabs).toEqual([])
    const all = await grid({ parts: 'results', sort: 'title' })
    expect((await grid({ parts: 'ids', sort: 'title' })).rows).toEqual(all.rows.map(({ id }) => ({ id })))
    expect((await grid({ parts: 'ids,results', sort: 'title' })).rows).toEqual(all.rows)
    expect(await grid({ parts: 'tabs', page_size: '3' })).toMatchObject({ rows: [], tabs: { length: 4 }, pagination: { total: 10 } })
    expect(await shown({ tab: 'mine' })).toEqual(['پدر', 'بابا', 'آبی'])
  })

  it('counts all its tabs in one statement', async () => {
    let counting = 0
    const plugin: KyselyPlugin = {
      transformQuery: ({ node }) => {
        if (JSON.stringify(node).includes('count(*)')) counting += 1
        return node
      },
      transformResult: async ({ result }) => result,
    }
    const { tabs } = await run(database, registry, (context) =>
      gridRows({ ...context, trx: context.trx.withPlugin(plugin) as typeof context.trx }, 'library/book/books', { page_size: '3' }),
    )
    expect(tabs).toHaveLength(4)
    expect(counting).toBe(1)
  })

  it('shows what is in the trash in its tab only, with the flags of its state', async () => {
    const [row] = (await grid({ tab: 'trash' })).rows
    expect(row).toMatchObject({
      title: 'زباله',
      can_view: true,
      can_edit: false,
      can_trash: false,
      can_restore: true,
      can_destroy: true,
      can_activate: false,
    })
    expect((await grid({ lent: '1' })).rows[0]).toMatchObject({
      can_edit: true,
      can_trash: true,
      can_restore: false,
      can_destroy: false,
      can_activate: false,
      can_deactivate: true,
    })
    expect((await grid({}, caller({ permissions: new Set(['library.read']) }))).rows[0]).toMatchObject({
      can_view: true,
      can_edit: false,
      can_trash: false,
      can_destroy: false,
      can_activate: false,
    })
  })

  it('reads single rows again whatever the filters', async () => {
    const page = await grid({ ids: '2,11', status: 'published' })
    expect(page.rows.map((row) => row.id).sort()).toEqual([11, 2])
  })

  it.each([
    [{ colour: 'red' }, 'colour'],
    [{ page: '0' }, 'page'],
    [{ page: '-1' }, 'page'],
    [{ page: 'x' }, 'page'],
    [{ page: '99999999' }, 'page'],
    [{ page_size: '1001' }, 'page_size'],
    [{ page_size: '1e9' }, 'page_size'],
    [{ sort: 'secret' }, 'sort'],
    [{ sort: 'status' }, 'sort'],
    [{ sort: 'isbn' }, 'sort'],
    [{ sort: 'title; drop table x' }, 'sort'],
    [{ sort: 'title,title', order: 'asc,asc' }, 'sort'],
    [{ sort: 'title', order: 'up' }, 'order'],
    [{ sort: 'title', order: 'asc,desc' }, 'order'],
    [{ tab: 'nothing' }, 'tab'],
    [{ status: 'sold' }, 'status'],
    [{ author: 'x' }, 'author'],
    [{ author: '1,' }, 'author'],
    [{ lent: 'yes' }, 'lent'],
    [{ price: 'a..b' }, 'price'],
    [{ price: '1..2..3' }, 'price'],
    [{ published_at: '2024-02-30..' }, 'published_at'],
    [{ published_at: '2024-02-02..2024-02-01' }, 'published_at'],
    [{ secret: 's1' }, 'secret'],
    [{ ids: '1,x' }, 'ids'],
    [{ ids: Array.from({ length: 201 }, (_, id) => id + 1).join() }, 'ids'],
    [{ q: 'a\0b' }, 'q'],
    [{ q: 'x'.repeat(4001) }, 'q'],
    [{ title: ['a', 'b'] }, 'title'],
    [{ title: { a: 1 } }, 'title'],
    [{ search_text: 'x' }, 'search_text'],
    [JSON.parse('{"__proto__":"x"}'), '__proto__'],
  ])('refuses %j by its key', async (query, key) => {
    const { code, errors } = await refusal(grid(query))
    expect([code, Object.keys(errors)]).toEqual(['422', [key]])
  })

  it.each(['text', 'select', 'remote-select', 'boolean', 'date-range', 'number-range'] as const)(
    'answers or refuses a filter of the kind %s over a column of any kind',
    async (filterKind) => {
      const fields = Object.keys(entities.find(({ name }) => name === 'book')!.schema.properties).filter((field) => field !== 'secret')
      const document: GridDocument = {
        entity: 'book',
        part: 'odd',
        columns: ['title'],
        filters: fields.map((field) => ({ key: `${field}_odd`, field, kind: filterKind })),
      }
      const odd = buildRegistry([{ ...registry.modules.get('library')!, grids: { odd: document } }], 1, undefined)
      await database.transaction((trx) => migrateEntities(trx, new Map(), documentsOf(entities), [...Object.values(grids), document]))
      for (const field of fields) {
        for (const value of ['1', 'abc', '2024-01-01..2024-02-01', '1..2', '1.5']) {
          const outcome = await run(database, odd, (context) => gridRows(context, 'library/book/odd', { [`${field}_odd`]: value })).then(
            () => '422',
            (error: unknown) => (error as { code: unknown }).code,
          )
          expect([field, value, outcome]).toEqual([field, value, '422'])
        }
      }
    },
  )

  it.each([
    [{}],
    [{ sort: 'title', order: 'asc' }],
    [{ sort: 'price', order: 'asc' }],
    [{ sort: 'price', order: 'desc' }],
    [{ sort: 'published_at', order: 'desc' }],
    [{ sort: 'published_at', order: 'asc' }],
    [{ sort: 'author.name_full,published_at', order: 'desc,asc' }],
    [{ sort: 'author.name_full,price', order: 'asc,asc' }],
    [{ sort: 'published_at,price', order: 'desc,desc' }],
    [{ sort: 'id', order: 'asc', status: 'published' }],
  ])('goes on from the last row and back from the first: %j', async (query) => {
    const all = (await grid({ ...query, page_size: '200' })).rows.map((row) => row.id)
    const pages: number[][] = []
    let page = await grid({ ...query, page_size: '3' })
    for (; pages.length < 10; page = await grid({ ...query, page_size: '3', after: page.pagination.next })) {
      pages.push(page.rows.map((row) => row.id))
      if (page.pagination.next === undefined) break
    }
    expect(pages.flat()).toEqual(all)
    const back = [page.rows.map((row) => row.id)]
    while (page.pagination.previous !== undefined && back.length < 10) {
      page = await grid({ ...query, page_size: '3', before: page.pagination.previous })
      back.unshift(page.rows.map((row) => row.id))
    }
    expect(back).toEqual(pages)
    expect(page.pagination).toMatchObject({ total: all.length, total_is_exact: true })
  })

  it('takes no cursor of another order, and none that is made up', async () => {
    const { next } = (await grid({ page_size: '3' })).pagination
    const made = (...parts: unknown[]) => Buffer.from(JSON.stringify(parts)).toString('base64url')
    for (const [key, query] of [
      ['after', { after: next, sort: 'title' }],
      ['after', { after: 'nonsense' }],
      ['before', { before: made() }],
      ['after', { after: made('-created_at', 'x', 1) }],
      ['after', { after: made('-created_at', '2024-13-01 00:00:00+00', 1) }],
      ['after', { after: made('-created_at', null, 1) }],
      ['after', { after: made('-created_at', '2024-01-01 00:00:00+00', '1') }],
      ['after', { after: made('price', '1;2', 1), sort: 'price' }],
      ['before', { after: next, before: next }],
    ] as const)
      expect(Object.keys((await refusal(grid({ page_size: '3', ...query }))).errors), JSON.stringify(query)).toEqual([key])
  })

  it("tells what all matching rows come to, in the caller's access", async () => {
    const sums = async (query: Record<string, unknown> = {}, as = caller()) =>
      (await run(database, summedRegistry, (context) => gridRows(context, 'library/book/summed', query), as)).summary
    expect(await sums({ page_size: '1' })).toEqual({
      rows: 10,
      is_exact: true,
      values: { price: '450', pages: null, published_at: '2024-01-15T20:30:00.000Z', title: 10, bought_on: '2024-02-29' },
    })
    expect(await sums({ where: 'price:between(,25)' })).toMatchObject({ rows: 2, values: { price: '30', published_at: null } })
    expect(await sums({ title: 'nothing' })).toEqual({
      rows: 0,
      is_exact: true,
      values: { price: null, pages: null, published_at: null, title: 0, bought_on: null },
    })
    expect((await sums({}, caller({ permissions: new Set(['library.read', 'library.secret']) })))!.values).toMatchObject({ secret: 10 })
    expect(await sums({ parts: 'results' })).toBeUndefined()
    expect(await sums({ parts: 'results,summary' })).toMatchObject({ rows: 10 })
    expect((await grid()).summary).toBeUndefined()
  })

  it.runIf(kind === 'postgres')('gives up a list that takes too long, and says so', async () => {
    const slow = run(database, registry, (context) =>
      gridRows(context, 'library/book/books', {}, { tabConditions: new Map([['all', sql`pg_sleep(0.05) is not null`]]), timeoutMs: 60 }),
    )
    expect(await refusal(slow)).toMatchObject({ code: 'not-ready' })
  })

  it('refuses an unknown grid, and callers without access', async () => {
    expect(await refusal(run(database, registry, (context) => gridRows(context, 'a/b/c', {})))).toMatchObject({ code: 'unknown-grid' })
    expect(await refusal(grid({}, caller({ permissions: new Set() })))).toMatchObject({ code: 'permission-denied' })
  })

  it('gives guarded columns and filters to those with the permission', async () => {
    const as = caller({ permissions: new Set(['library.read', 'library.secret']) })
    expect((await grid({ secret: 's1' }, as)).rows).toMatchObject([{ title: 'بابا', secret: 's1' }])
  })

  it('sorts translated text by what the caller reads', async () => {
    const names = async (locale: string) =>
      (await run(database, registry, (context) => gridRows(context, 'library/genre/genres', {}), caller({ locale }))).rows.map(
        (row) => row.name,
      )
    expect(await names('fa')).toEqual(['Middle', 'آب', 'یاس'])
    expect(await names('en')).toEqual(['Alpha', 'Middle', 'Zulu'])
  })

  it.each([
    ['name:is(زولو)', []],
    ['name:is(آب)', ['آب']],
    ['name:is(ALPHA)', ['یاس']],
    ['name:starts_with(zu)', ['آب']],
    ['name:starts_with(lu)', []],
    ['name:is_not(alpha)', ['Middle', 'آب']],
  ])('compares whole texts of any language: %s', async (where, expected) => {
    expect(
      (await run(database, registry, (context) => gridRows(context, 'library/genre/genres', { where }))).rows.map((row) => row.name),
    ).toEqual(expected)
  })

  it('lists records with every field as a filter', async () => {
    const list = await run(database, registry, (context) =>
      listRecords(context, 'book', { author_id: '2', pages: '', sort: 'price', order: 'desc', page_size: '2' }),
    )
    expect(list.results.map((record) => record.title)).toEqual(['یاس', 'کتاب‌های ۱۲'])
    expect(list.metadata.pagination.total).toBe(5)
    expect(
      (
        await run(database, registry, (context) => listRecords(context, 'book', { where: 'or(price:is(10),title:starts_with(ze))' }))
      ).results.map((record) => record.title),
    ).toEqual(['zebra', 'آبی'])
    expect(
      await refusal(run(database, registry, (context) => listRecords(context, 'book', { where: 'or(secret:is(s1),price:is(10))' }))),
    ).toMatchObject({ errors: { where: ['errors.where_key'] }, metadata: { where: [{ place: [0], key: 'secret' }] } })
    expect(await refusal(run(database, registry, (context) => listRecords(context, 'book', { secret: 's1' })))).toMatchObject({
      errors: { secret: ['errors.unknown_key'] },
    })
  })
})

describe.each(databaseKinds)('a grid of 20,000 rows on %s', (kind) => {
  let database: Database
  const registry = libraryRegistry()
  beforeAll(async () => {
    database = await freshDatabase(kind)
    await migrate(database)
    await database.transaction(async (trx) => {
      const authors = await seedRecords(
        trx,
        registry,
        'author',
        Array.from({ length: 50 }, (_, at) => ({ name_full: `Author ${at}` })),
      )
      await seedRecords(
        trx,
        registry,
        'book',
        Array.from({ length: 20_000 }, (_, at) => ({
          title: `کتاب شمارهٔ ${(at * 7919) % 20_000}`,
          isbn: `978${String(at).padStart(10, '0')}`,
          author_id: authors[at % 50],
          status: at % 3 ? 'draft' : 'published',
          created_at: new Date(1.6e12 + at * 1000),
          created_by: 1,
        })),
      )
      await sql`analyze`.execute(trx)
    })
  })
  afterAll(() => database.close())

  it.each([
    ['the first page', {}],
    ['page 600', { page: '600' }],
    ['sorted by title', { sort: 'title', order: 'desc' }],
    ["sorted by an author's name", { sort: 'author.name_full' }],
    ['a filter', { title: 'شماره 777' }],
    ['a search without result', { q: 'nothing here' }],
  ])('answers %s without counting past 10,000', async (_, query) => {
    const { rows, pagination } = await run(database, registry, (context) =>
      gridRows(context, 'library/book/books', { ...query, parts: 'results' }),
    )
    expect(rows.length).toBeLessThanOrEqual(pagination.page_size)
    expect(pagination.total).toBeLessThanOrEqual(10_000)
  })

  it('counts exactly to 10,000 and says when there are more', async () => {
    const { pagination, tabs } = await run(database, registry, (context) => gridRows(context, 'library/book/books', {}))
    expect(pagination).toMatchObject({ total: 10_000, total_is_exact: false })
    expect(tabs.find((tab) => tab.key === 'trash')).toEqual({ key: 'trash', count: 0, count_is_exact: true })
  })
})
