import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  changeGridQuery,
  dropKeys,
  emptyQuery,
  formatGridQuery,
  formatGridRequest,
  initialDefaults,
  nextSort,
  parseGridQuery,
  printSearch,
  type GridQuery,
} from '#renderer/grid/data/grid-query.ts'

const read = (search: string) => parseGridQuery(new URLSearchParams(search))

describe('the state of a grid in its URL', () => {
  test('a plain address is the defaults, and the defaults are a plain address', () => {
    expect(read('')).toMatchObject({ query: emptyQuery, dropped: [] })
    expect(formatGridQuery(emptyQuery).toString()).toBe('')
  })

  test('every part is read', () => {
    const { query } = read('page=3&page_size=50&sort=title,id&order=asc,desc&tab=drafts&q=%DA%A9%D8%AA%D8%A7%D8%A8&status=draft,published')
    expect(query).toEqual({
      page: 3,
      pageSize: 50,
      sort: [
        { field: 'title', order: 'asc' },
        { field: 'id', order: 'desc' },
      ],
      tab: 'drafts',
      q: 'کتاب',
      filters: { status: 'draft,published' },
      where: '',
      view: null,
    })
  })

  test.each(['page=0', 'page=-1', 'page=1.5', 'page=abc', 'page=99999999999999', 'page=%DB%B2'])(
    '%s is dropped and read as the first page',
    (search) => {
      expect(read(search)).toMatchObject({ query: emptyQuery, dropped: [{ key: 'page', value: new URLSearchParams(search).get('page') }] })
      expect(read(`${search}&tab=drafts`).kept.toString()).toBe('tab=drafts')
    },
  )

  test.each([
    ['page=2&page=3', 'page=2', { key: 'page', value: '3' }],
    ['page=x&page=3', 'page=3', { key: 'page', value: 'x' }],
    ['status=b&status=a&tab=t', 'status=b&tab=t', { key: 'status', value: 'a' }],
  ])('of %s the first that can be meant is kept: %s', (search, kept, left) => {
    const { query, dropped, kept: rest } = read(search)
    expect(rest.toString()).toBe(kept)
    expect(query).toEqual(read(kept).query)
    expect(dropped).toEqual([left])
  })

  test.each(['status:', 'or(', 'and(or(and(or(a:empty))))'])('conditions that cannot be read are dropped and told: %s', (where) => {
    expect(read(`where=${encodeURIComponent(where)}&tab=t`)).toMatchObject({
      query: { where: '', tab: 't' },
      dropped: [{ key: 'where', value: where }],
    })
  })

  test.each([
    ['count:foo(1),status:any_of(new)', 'status:any_of(new)', ['count:foo(1)']],
    ['or(a:empty,b:foo),c:between(1)', 'or(a:empty)', ['b:foo', 'c:between(1)']],
    ['a:foo("x,(y")', '', ['a:foo("x,(y")']],
  ])('of %s what nobody understands is left out alone', (where, left, told) => {
    const { query, dropped, kept } = parseGridQuery(new URLSearchParams({ where, tab: 't' }))
    expect([query.where, query.tab, kept.get('where') ?? '', dropped.map(({ value }) => value)]).toEqual([left, 't', left, told])
  })
  test('a plain list where a view would come first says so, and only then', () => {
    const begins = { ...initialDefaults, view: 7 }
    expect(printSearch(formatGridQuery(emptyQuery, begins))).toBe('view=none')
    expect(printSearch(formatGridQuery({ ...emptyQuery, q: 'a' }, begins))).toBe('q=a')
    expect(read('view=none')).toMatchObject({ query: emptyQuery, dropped: [] })
    expect(read('view=7').query.view).toBe(7)
    expect(read('view=mine')).toMatchObject({ query: { view: null }, dropped: [{ key: 'view', value: 'mine' }] })
  })

  test('an address can be read', () => {
    expect(
      printSearch(formatGridQuery({ ...emptyQuery, filters: { status: 'a,b' }, where: 'or(price:between(10,),title:contains(x & y))' })),
    ).toBe('status=a,b&where=or(price:between(10,),title:contains(x+%26+y))')
  })

  test('a page size past the limit is dropped', () => {
    expect(read('page_size=1001').dropped).toEqual([{ key: 'page_size', value: '1001' }])
    expect(read('page_size=1000').query.pageSize).toBe(1000)
  })

  test.each(['sort=a,b&order=asc', 'sort=a&order=up', 'sort=a,a&order=asc,desc', 'sort=a;drop&order=asc'])(
    'the order %s makes no sense and both keys are dropped',
    (search) => {
      expect(read(search).query.sort).toBeNull()
      expect(read(search).dropped.map(({ key }) => key)).toEqual(['sort', 'order'])
    },
  )

  test('a sort without an order is ascending', () => {
    expect(read('sort=title').query.sort).toEqual([{ field: 'title', order: 'asc' }])
  })

  test('a hostile filter name stays a filter', () => {
    const { query } = read('__proto__=1&constructor=2')
    expect(Object.keys(query.filters)).toEqual(['__proto__', 'constructor'])
    expect(Object.getPrototypeOf(query.filters)).toBe(Object.prototype)
  })

  test('what was written is read back', () => {
    const key = fc
      .stringMatching(/^[a-z][a-z_]{0,8}$/)
      .filter((name) => !['page', 'page_size', 'sort', 'order', 'tab', 'q', 'where', 'view'].includes(name))
    const query: fc.Arbitrary<GridQuery> = fc.record({
      page: fc.integer({ min: 1, max: 1e6 }),
      pageSize: fc.option(fc.integer({ min: 1, max: 200 })),
      sort: fc.option(
        fc.uniqueArray(fc.record({ field: key, order: fc.constantFrom('asc' as const, 'desc' as const) }), {
          minLength: 1,
          maxLength: 2,
          selector: (entry) => entry.field,
        }),
      ),
      tab: fc.option(fc.stringMatching(/^[a-z]{1,6}$/)),
      q: fc.string({ unit: 'grapheme' }),
      filters: fc.dictionary(key, fc.string({ minLength: 1 }), { noNullPrototype: true }),
      view: fc.option(fc.integer({ min: 1, max: 1e6 })),
      where: fc.constantFrom('', 'status:none_of(draft)', 'or(title:contains("a,b"),price:between(10,))'),
    })
    fc.assert(
      fc.property(query, (one) => {
        expect(parseGridQuery(new URLSearchParams(formatGridQuery(one, { ...initialDefaults, sort: [] }).toString())).query).toEqual(one)
      }),
    )
  })

  test('a default of the grid is not written', () => {
    const defaults = { sort: [{ field: 'title', order: 'asc' as const }], firstTab: 'all', pageSize: 15, view: null }
    const query = { ...emptyQuery, sort: defaults.sort, tab: 'all', pageSize: 15 }
    expect(formatGridQuery(query, defaults).toString()).toBe('')
    expect(formatGridQuery({ ...query, sort: [{ field: 'created_at', order: 'desc' }] }, defaults).toString()).toBe(
      'sort=created_at&order=desc',
    )
  })
})

describe('the request', () => {
  test('says page, sort and order even when the URL does not', () => {
    expect(formatGridRequest(emptyQuery)).toEqual({ page: 1, sort: 'created_at', order: 'desc', defaults: 1 })
  })

  test('carries filters under bare keys', () => {
    expect(formatGridRequest({ ...emptyQuery, filters: { countries_id: '4' }, tab: 'trashed', q: 'تهران', pageSize: 50 })).toEqual({
      page: 1,
      sort: 'created_at',
      order: 'desc',
      defaults: 1,
      countries_id: '4',
      tab: 'trashed',
      q: 'تهران',
      page_size: 50,
    })
  })

  test('an order that somebody chose is no default', () => {
    expect(formatGridRequest({ ...emptyQuery, sort: [{ field: 'title', order: 'asc' }] })).toEqual({ page: 1, sort: 'title', order: 'asc' })
  })
})

describe('changes', () => {
  const third: GridQuery = { ...emptyQuery, page: 3, filters: { status: 'draft' } }

  test('a change of what is shown leads back to the first page', () => {
    expect(changeGridQuery(third, { tab: 'trashed' }).page).toBe(1)
    expect(changeGridQuery(third, { page: 4 }).page).toBe(4)
  })

  test('refused keys leave, the others stay', () => {
    const query: GridQuery = { ...third, sort: [{ field: 'nonsense', order: 'asc' }], q: 'x' }
    expect(dropKeys(query, ['sort', 'status'])).toEqual({ ...emptyQuery, page: 3, q: 'x' })
    expect(dropKeys(query, ['page'])).toMatchObject({ page: 1, filters: { status: 'draft' }, q: 'x' })
  })
})

describe('sorting by a header', () => {
  test('ascending, descending, then the grid’s own', () => {
    const first = nextSort(initialDefaults.sort, 'title', false)
    expect(first).toEqual([{ field: 'title', order: 'asc' }])
    const second = nextSort(first ?? [], 'title', false)
    expect(second).toEqual([{ field: 'title', order: 'desc' }])
    expect(nextSort(second ?? [], 'title', false)).toBeNull()
  })

  test('shift adds a second column, turns it, and takes it away', () => {
    const one = [{ field: 'status', order: 'asc' as const }]
    const two = nextSort(one, 'title', true)
    expect(two).toEqual([...one, { field: 'title', order: 'asc' }])
    const turned = nextSort(two ?? [], 'title', true)
    expect(turned).toEqual([...one, { field: 'title', order: 'desc' }])
    expect(nextSort(turned ?? [], 'title', true)).toEqual(one)
  })

  test('never more than five columns', () => {
    const five = [...'abcde'].map((field) => ({ field, order: 'asc' as const }))
    expect(nextSort(five, 'f', true)?.map((key) => key.field)).toEqual(['b', 'c', 'd', 'e', 'f'])
  })
})
