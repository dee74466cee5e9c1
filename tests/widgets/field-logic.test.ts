import { describe, expect, it } from 'vitest'
import { chosenCalendar, isDayAllowed } from '#renderer/form/controls/dates/day-limits.ts'
import { monthOf, shiftDays } from '#renderer/form/controls/dates/month-table.tsx'
import { rangePicks } from '#renderer/form/controls/dates/range-picks.ts'
import { joinInstant, parseTime, splitInstant, stepTime } from '#schemas/rules/calendar/zoned-time.ts'
import { acceptedLevels, askedLevels, storedOf, levels, parentOf, pathOf, withLevel } from '#widgets/division-picker/division-path.ts'
import { readPeriod } from '#schemas/rules/calendar/period.ts'
import { writeRange } from '#widgets/date-range/range-value.ts'
import { offeredLocales } from '#widgets/locale-select/offered-locales.ts'
import { fieldList, joinPages, readOption, readOptions } from '#renderer/form/controls/choices/remote-options.ts'
import { decimalsOf, linesBetween, scaleAt, stepAt } from '#widgets/map-point/graticule-lines.ts'
import { keepPoint, readPoint } from '#widgets/map-point/point-value.ts'
import { tileOwner } from '#widgets/map-point/tile-owner.ts'
import { groupItems, moveItem, readItem } from '#widgets/multi-pick/picked-items.ts'
import { cleanAddress } from '#widgets/email/clean-address.ts'
import { completeColor } from '#widgets/color/hex-color.ts'
import { jsonProblem } from '#widgets/json/json-problem.ts'
import { estimateStrength } from '#widgets/password/password-strength.ts'
import { countCharacters, directionOfText } from '#widgets/textarea/text-length.ts'
import { completeAddress, linkOf } from '#widgets/url/web-address.ts'
import { buildTree, findNodes, pathText, readRows, visibleNodes } from '#widgets/tree-select/tree-nodes.ts'
import { beneath, top } from '#widgets/tree-select/use-tree-rows.ts'
import { addTags } from '#widgets/tags/add-tags.ts'

describe('an address of mail', () => {
  it.each([
    [' a@b.ir\u200f ', 'a@b.ir'],
    ['Sara <sara@b.ir>', 'sara@b.ir'],
    ['mailto:a@b.ir', 'a@b.ir'],
    ['a۱@b.ir', 'a1@b.ir'],
    ['a b', 'a b'],
  ])('%s is meant as %s', (typed, meant) => expect(cleanAddress(typed)).toBe(meant))
})

describe('a web address', () => {
  it.each([
    ['example.com', 'https://example.com'],
    ['example.com/a?b', 'https://example.com/a?b'],
    ['http://a.ir', 'http://a.ir'],
    ['mailto:a@b.ir', 'mailto:a@b.ir'],
    ['javascript:alert(1)', 'javascript:alert(1)'],
    ['localhost', 'localhost'],
    ['', ''],
    ['دانشگاه.ایران', 'https://دانشگاه.ایران'],
  ])('%s is completed to %s', (typed, whole) => expect(completeAddress(typed)).toBe(whole))
  it('is a link when it leads to a page', () =>
    expect(['https://a.ir/', 'javascript:alert(1)', 'data:text/html,x', 'a'].map(linkOf)).toEqual([
      'https://a.ir/',
      undefined,
      undefined,
      undefined,
    ]))
})

describe('a colour', () => {
  it.each([
    ['027A79', '#027a79'],
    ['#abc', '#aabbcc'],
    ['#DB2777', '#DB2777'],
    [' #۱۲۳۴۵۶ ', '#123456'],
    ['red', 'red'],
    ['#12', '#12'],
  ])('%s is read as %s', (typed, color) => expect(completeColor(typed)).toBe(color))
})

describe('a JSON text', () => {
  it.each(['', ' ', '{}', '[1, "a"]', 'null'])('%s is sound', (text) => expect(jsonProblem(text)).toBeUndefined())
  it.each([
    ['{"a": }', 'value', 1, 7],
    ['{\n  "a" 1\n}', 'colon', 2, 7],
    ['[1 2]', 'comma', 1, 4],
    ['{a: 1}', 'symbol', 1, 2],
    ['{"a": 1,}', 'property', 1, 9],
    ['{"a": [1', 'bracket', 1, 9],
    ['"abc', 'string', 1, 1],
    ['{} x', 'symbol', 1, 4],
    ['// a\n1', 'comment', 1, 1],
  ])('%s is wrong in its place', (text, kind, line, column) => expect(jsonProblem(text)).toMatchObject({ kind, line, column }))
})

describe('a password', () => {
  const strengthOf = (password: string) => estimateStrength(password).strength
  it.each(['password', 'qwerty123', '123456', 'aaaaaaaa', 'P@ssw0rd', 'ضصثقفغ', 'ali1370', '۱۲۳۴۵۶'])('%s is guessed soon', (password) =>
    expect(strengthOf(password)).toBeLessThan(2),
  )
  it.each(['kX9#vL2qPz', 'correct horse battery staple', 'باران ریز پنجره کاغذ'])('%s is strong', (password) =>
    expect(strengthOf(password)).toBe(4),
  )
  it('is stronger the longer it is', () =>
    expect(['x', 'xk7', 'xk7m2q', 'xk7m2qv9', 'xk7m2qv9wd'].map(strengthOf)).toEqual([0, 1, 2, 3, 4]))
  it('says what makes it easy', () =>
    expect(['letmein', 'abcdefgh', 'zzzzzzz', 'xk7m'].map((one) => estimateStrength(one).reason)).toEqual([
      'common',
      'sequence',
      'repeat',
      'short',
    ]))
})

describe('a text of several lines', () => {
  it.each([
    ['Twelve chars', 12],
    ['سلام', 4],
    ['👨‍👩‍👧‍👦!', 2],
    ['é', 1],
    ['a\nb', 3],
    ['', 0],
  ])('%s has so many characters', (text, count) => expect(countCharacters(text)).toBe(count))
  it.each([
    ['سلام hello', 'rtl'],
    ['hello سلام', 'ltr'],
    ['۱۲ - سلام', 'rtl'],
    ['12, — a', 'ltr'],
    ['123', undefined],
    ['', undefined],
    ['Привет', 'ltr'],
    ['שלום', 'rtl'],
  ])('%s goes the way of its first letter', (text, direction) => expect(directionOfText(text)).toBe(direction))
})

describe('a moment in a zone', () => {
  it.each(['2', '2024', '2024/05', '2024-5-1', '1405/12/0', '20 May', 'tomorrow'])(
    'sees no moment in %s, which somebody may be typing',
    (text) => expect(splitInstant(text, 'Asia/Tehran')).toBeUndefined(),
  )
  it('makes no moment of a day that is half typed', () => expect(joinInstant('2024', '14:30', 'Asia/Tehran')).toBeUndefined())
  it('shows the wall clock of the zone', () =>
    expect(splitInstant('2024-03-20T08:30:00.000Z', 'Asia/Tehran')).toEqual({ day: '2024-03-20', time: '12:00' }))
  it('comes back as it went, also around a change of the clock', () => {
    for (const instant of [
      '2024-03-31T00:30:00.000Z',
      '2024-03-31T01:30:00.000Z',
      '2024-10-27T03:30:00.000Z',
      '2024-07-01T22:15:00.000Z',
    ]) {
      const { day, time } = splitInstant(instant, 'Europe/Berlin') ?? { day: '', time: '' }
      expect(joinInstant(day, time, 'Europe/Berlin')).toBe(instant)
    }
  })
  it.each([
    ['8:5', '08:05'],
    ['۰۹:۰۵', '09:05'],
    ['7', '07:00'],
    ['24:00', undefined],
    ['x', undefined],
  ])('reads %s as %s', (typed, time) => expect(parseTime(typed)).toBe(time))
})

describe('days that may be chosen', () => {
  it('lie between both ends, which are included', () =>
    expect(
      ['2024-03-19', '2024-03-20', '2024-03-25', '2024-03-26'].map((day) => isDayAllowed(day, { min: '2024-03-20', max: '2024-03-25' })),
    ).toEqual([false, true, true, false]))
  it('are not those left out, by weekday or by date', () => {
    expect(isDayAllowed('2024-03-22', { disabledWeekdays: [5] })).toBe(false)
    expect(isDayAllowed('2024-03-23', { disabledWeekdays: [5], disabledDays: ['2024-03-23'] })).toBe(false)
    expect(isDayAllowed('2024-03-24', { disabledWeekdays: [5], disabledDays: ['2024-03-23'] })).toBe(true)
  })
  it('are shown in the calendar of the locale unless the document names one', () =>
    expect([
      chosenCalendar('auto', 'fa'),
      chosenCalendar(undefined, 'en'),
      chosenCalendar('jalali', 'en'),
      chosenCalendar('gregorian', 'fa'),
    ]).toEqual(['jalali', 'gregorian', 'jalali', 'gregorian']))
})

describe('months and periods', () => {
  it('are those of their calendar, also in leap years and over the turn of a year', () => {
    expect(monthOf('2025-03-20', 'jalali')).toEqual({ year: 1403, month: 12, first: '2025-02-19', last: '2025-03-20' })
    expect(monthOf('2025-03-20', 'jalali', 1)).toMatchObject({ year: 1404, month: 1, first: '2025-03-21' })
    expect(monthOf('2024-01-15', 'gregorian', -1)).toEqual({ year: 2023, month: 12, first: '2023-12-01', last: '2023-12-31' })
    expect(monthOf('2024-02-15', 'gregorian').last).toBe('2024-02-29')
    expect(shiftDays('2024-02-28', 2)).toBe('2024-03-01')
  })
  it('offers today, seven days, this month and the last', () => {
    expect(rangePicks('2024-03-20', 'jalali', (key) => key).map(({ from, to }) => [from, to])).toEqual([
      ['2024-03-20', '2024-03-20'],
      ['2024-03-14', '2024-03-20'],
      ['2024-03-20', '2024-04-19'],
      ['2024-02-20', '2024-03-19'],
    ])
  })
  it('are kept as an object or as text', () => {
    expect(readPeriod('2024-01-01..')).toEqual({ from: '2024-01-01', to: undefined })
    expect(readPeriod({ from: '2024-01-01', to: null })).toEqual({ from: '2024-01-01', to: undefined })
    expect([readPeriod(null), readPeriod([1]), readPeriod(5)]).toEqual([{}, {}, {}])
    expect(writeRange({ to: '2024-02-01' }, true)).toBe('..2024-02-01')
    expect(writeRange({ from: '2024-01-01', to: undefined }, false)).toEqual({ from: '2024-01-01' })
    expect(writeRange({}, true)).toBeUndefined()
  })
})

describe('the path to a place', () => {
  const tehran = { id: 30, type: 'city', title: 'Tehran', continents_id: 1, countries_id: 10, provinces_id: 20, cities_id: null }
  it('is read from a row and kept with what is above', () => {
    const path = pathOf(tehran)
    expect(path).toEqual({ continent: 1, country: 10, province: 20, city: 30 })
    expect(storedOf(path!)).toEqual({ id: 30, type: 'city', continents_id: 1, countries_id: 10, provinces_id: 20 })
    expect(pathOf(storedOf(path!))).toEqual(path)
    expect([pathOf(7), pathOf(null), pathOf({ id: 1, type: 'planet' }), storedOf({})]).toEqual([undefined, undefined, undefined, undefined])
  })
  it('loses what stood below a level that changes', () => {
    expect(withLevel(pathOf(tehran)!, 'country', 11)).toEqual({ continent: 1, country: 11 })
    expect(withLevel(pathOf(tehran)!, 'country', undefined)).toEqual({ continent: 1 })
  })
  it('is asked level by level', () => {
    expect(askedLevels({}, levels)).toEqual(['continent'])
    expect(askedLevels({ continent: 1 }, levels)).toEqual(['continent', 'country'])
    expect(askedLevels({ continent: 1, country: 10 }, ['country', 'province'])).toEqual(['country', 'province'])
    expect(parentOf({ continent: 1, country: 10 }, 'city')).toBe(10)
    expect(parentOf({}, 'country')).toBeUndefined()
  })
})

describe('a time moved by keys', () => {
  it.each([
    ['08:05', 15, '08:15'],
    ['08:00', 15, '08:15'],
    ['08:05', -15, '08:00'],
    ['08:00', -15, '07:45'],
    ['23:50', 30, '00:00'],
    ['00:00', -15, '23:45'],
  ] as const)('%s by %i is %s', (time, step, next) => expect(stepTime(time, step)).toBe(next))
})

describe('options of an answer', () => {
  it('are records, options or plain values', () =>
    expect(
      readOptions([{ id: 1, title: 'A' }, { value: 'b', title: 'B' }, 'c', null, {}]).map(({ value, title }) => ({ value, title })),
    ).toEqual([
      { value: 1, title: 'A' },
      { value: 'b', title: 'B' },
      { value: 'c', title: 'c' },
    ]))
  it('take the keys that the document names', () =>
    expect(readOption({ id: 1, slug: 's', name: 'N' }, { value_key: 'slug', title_key: 'name' })).toMatchObject({ value: 's', title: 'N' }))
  it('tell further fields under the title', () =>
    expect(
      readOption({ id: 1, name_full: 'Ann', username: 'ann', email: null, mobile: '1' }, { note_keys: ['username', 'email', 'mobile'] })
        ?.note,
    ).toBe('ann · 1'))
  it('are asked for with the fields that are shown, or those of the document', () => {
    expect(fieldList(undefined, {})).toBe('id,title')
    expect(fieldList(undefined, { value_key: 'slug', title_key: 'name', note_keys: ['code'] })).toBe('slug,name,code')
    expect(fieldList(['code', 'code'], {})).toBe('code')
  })
  it('of several pages are there once, each group in one piece', () => {
    const option = (value: number, group?: string) => ({ value, title: String(value), group })
    expect(joinPages([option(1, 'a'), option(2, 'b')], [option(2, 'b'), option(3, 'a')]).map(({ value }) => value)).toEqual([1, 3, 2])
  })
})

describe('picked items', () => {
  const items = [
    { id: 1, title: 'One', group: 'a', group_title: 'A' },
    { id: 2, title: 'Two', group: 'b', group_title: 'B' },
    { id: 3, title: 'Three', group: 'a', group_title: 'A' },
  ]
  it('are read from rows, options and kept items', () => {
    expect(readItem(items[0])).toEqual(items[0])
    expect(readItem({ value: 'x', title: 'X', group: 'g' })).toEqual({ id: 'x', title: 'X', group: 'g', group_title: 'g' })
    expect(readItem({ id: 5 })).toEqual({ id: 5, title: '5', group: null, group_title: null })
    expect([readItem(null), readItem({}), readItem([])]).toEqual([undefined, undefined, undefined])
  })
  it('stand under their groups', () =>
    expect(groupItems(items).map(({ title, items: inside }) => [title, inside.map(({ id }) => id)])).toEqual([
      ['A', [1, 3]],
      ['B', [2]],
    ]))
  it('move past their neighbour of the same group', () => {
    expect(moveItem(items, 3, -1).map(({ id }) => id)).toEqual([3, 1, 2])
    expect(moveItem(items, 2, 1).map(({ id }) => id)).toEqual([1, 3, 2])
  })
})

describe('tags', () => {
  it('are parted by commas of both scripts', () => expect(addTags([], 'a, b، c').list).toEqual(['a', 'b', 'c']))
  it('are there once', () => expect(addTags(['News'], 'news, x')).toEqual({ list: ['News', 'x'], duplicates: 1 }))
  it('stop at the limit', () => expect(addTags(['a'], 'b,c', 2).list).toEqual(['a', 'b']))
})

describe('a list of languages', () => {
  const configured = ['fa', 'en', 'de', 'zh']
  it('is that of the panel, the reader’s own first, by their own names', () => {
    expect(offeredLocales('all', configured, 'de')).toEqual([
      { value: 'de', title: 'Deutsch' },
      { value: 'fa', title: 'فارسی' },
      { value: 'en', title: 'English' },
      { value: 'zh', title: '中文' },
    ])
    expect(offeredLocales(undefined, configured, 'fa').map((one) => one.value)).toEqual(configured)
  })
  it('is exactly fa, en, fr and ru where it is the short one', () => {
    expect(offeredLocales('short', configured, 'tr').map((one) => one.value)).toEqual(['fa', 'en', 'fr', 'ru'])
    expect(offeredLocales('short', configured, 'ru').map((one) => one.value)).toEqual(['ru', 'fa', 'en', 'fr'])
  })
})

describe('a point on the map', () => {
  it('is read from numbers and from numbers as text', () =>
    expect(
      [{ lat: 1, long: 2 }, { lat: '35.7', long: '51.4', id: 3 }, { lat: '', long: 1 }, { lat: 91, long: 0 }, null, []].map(readPoint),
    ).toEqual([{ lat: 1, long: 2 }, { lat: 35.7, long: 51.4 }, undefined, undefined, undefined, undefined]))
  it('keeps the id that it has', () =>
    expect(keepPoint({ lat: 1, long: 2 }, { lat: 3, long: 4, id: 7 }, { properties: { id: { type: 'integer' } } })).toEqual({
      lat: 1,
      long: 2,
      id: 7,
    }))
  it.each([
    [{}, { id: null }],
    [{ properties: { id: { type: ['integer', 'null'] } } }, { id: null }],
    [{ properties: { id: { type: 'integer' } } }, {}],
    [{ properties: { lat: {} } }, {}],
  ])('is new without an id, by the schema %j', (schema, id) =>
    expect(keepPoint({ lat: 1.00000004, long: 2 }, undefined, schema)).toEqual({ lat: 1, long: 2, ...id }),
  )
})

describe('the graticule of a map', () => {
  it.each([
    [1, 80, 30],
    [17, 80, 0.001],
    [19, 80, 0.0005],
    [10, 80, 0.2],
  ])('of zoom %i with %i pixels between its lines has a step of %d degrees', (zoom, px, step) =>
    expect(stepAt(zoom, px)).toBeCloseTo(step, 8),
  )
  it('stands on multiples of its step', () => expect(linesBetween(51.4021, 51.4049, 0.001)).toEqual([51.403, 51.404]))
  it('tells its lines apart', () => expect([0.001, 0.0005, 0.2, 1, 30].map(decimalsOf)).toEqual([3, 4, 1, 0, 0]))
  it('has a scale of a round length', () => expect(scaleAt(17, 35.7, 90)).toEqual({ metres: 50, px: 52 }))
  it('names whom its pictures are owed to', () =>
    expect(
      [null, 'https://{s}.tile.openstreetmap.org/{z}/{x}/{y}.png', 'https://maps.example.com/{z}/{x}/{y}.png'].map(
        (url) => tileOwner(url)?.text,
      ),
    ).toEqual([undefined, '© OpenStreetMap', 'maps.example.com']))
})

describe('a tree of choices', () => {
  const nested = [
    { value: 1, title: 'Books', children: [{ value: 2, title: 'Novels', children: [{ value: 3, title: 'كتاب جنایی' }] }] },
    { value: 4, title: 'Archive', disabled: true, children: [{ value: 5, title: 'Maps' }] },
  ]
  const seen = (rows: unknown, keys = {}) =>
    visibleNodes(buildTree(readRows(rows, keys)).roots, () => true).map(({ node, level }) => [
      level,
      node.value,
      ...(node.misplaced ? [node.misplaced] : []),
    ])
  it('is read from nested rows, and from rows that name the one above', () => {
    expect(seen(nested)).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
      [1, 4],
      [2, 5],
    ])
    expect(
      seen(
        [
          { id: 3, title: 'c', above: { id: 2 } },
          { id: 2, title: 'b', above: 1 },
          { id: 1, title: 'a', above: null },
        ],
        { parent_key: 'above' },
      ),
    ).toEqual([
      [1, 1],
      [2, 2],
      [3, 3],
    ])
  })
  it('shows rows in a ring, beneath themselves and without the one above in their place, each once', () => {
    expect(
      seen([
        { id: 1, parent_id: 3 },
        { id: 2, parent_id: 1 },
        { id: 3, parent_id: 2 },
        { id: 4, parent_id: 4 },
        { id: 5, parent_id: 99 },
        { id: 5, parent_id: 1 },
      ]),
    ).toEqual([
      [1, 3, 'cycle'],
      [2, 1],
      [3, 2],
      [1, 4, 'cycle'],
      [1, 5, 'orphan'],
    ])
  })
  it('is searched at every depth, in any spelling, and tells the path', () => {
    const tree = buildTree(readRows(nested, {}))
    expect(findNodes(tree, 'کتاب جنایی').map((node) => [node.value, pathText(node)])).toEqual([[3, 'Books › Novels']])
    expect(findNodes(tree, 'map')[0]).toMatchObject({ value: 5, disabled: true })
  })
  it('knows what has not been asked for', () => {
    const { byKey } = buildTree(readRows([{ id: 1 }, { id: 2, has_children: false }, { id: 3 }], {}), new Set(['3']))
    expect(['1', '2', '3'].map((key) => byKey.get(key)?.children)).toEqual([undefined, [], []])
  })
})

describe('the levels of a place that count', () => {
  it.each([
    ['those that the document accepts', ['city'], {}, ['city']],
    ['those of the reference', undefined, { references: 'division', where: { type: ['city', 'province'] } }, ['province', 'city']],
    ['those of the object', undefined, { properties: { type: { const: 'city' } } }, ['city']],
    ['all where nothing is said', undefined, {}, [...levels]],
    ['all where nothing that is said is a level', ['village'], {}, [...levels]],
  ] as const)('are %s', (_, accepts, schema, expected) => expect(acceptedLevels(accepts, schema)).toEqual(expected))
})

describe('the rows beneath one', () => {
  it.each([
    [top, 'parent_id', {}],
    ['7', 'parent_id', { parent_id: '7' }],
    [top, 'under', { under: 'top' }],
    ['7', 'under', { under: '7' }],
    [top, undefined, {}],
  ])('of %j are asked for by %j as %j', (key, parameter, expected) => expect(beneath(key, parameter)).toEqual(expected))
})
