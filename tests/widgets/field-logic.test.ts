import { describe, expect, it } from 'vitest'
import { joinInstant, parseTime, splitInstant } from '#widgets/date-time/zoned-time.ts'
import { offeredLocales } from '#widgets/locale-select/offered-locales.ts'
import { keepTyped, readTyped } from '#widgets/number/typed-number.ts'
import { fieldList, joinPages, readOption, readOptions } from '#renderer/form/controls/remote-options.ts'
import { groupItems, moveItem, readItem } from '#widgets/multi-pick/picked-items.ts'
import { addTags } from '#widgets/tags/add-tags.ts'

describe('a typed number', () => {
  const any = { decimals: true, negative: true }
  it.each([['12', '12'], ['۱۲', '12'], ['١٢', '12'], ['12/5', '12.5'], ['۱۲٫۵', '12.5'], ['-3.', '-3'], ['.5', '0.5']])('%s is read as %s', (typed, value) => expect(readTyped(keepTyped(typed, any))).toBe(value))
  it('takes one separator, and no letters', () => expect(keepTyped('1.2.3a', any)).toBe('1.23'))
  it('takes no separator where whole numbers are wanted', () => expect(keepTyped('1.5', { decimals: false, negative: true })).toBe('15'))
  it('takes no minus where none is allowed', () => expect(keepTyped('-5', { decimals: true, negative: false })).toBe('5'))
  it('is nothing when nothing is typed', () => expect(readTyped('')).toBeUndefined())
})

describe('a moment in a zone', () => {
  it('shows the wall clock of the zone', () => expect(splitInstant('2024-03-20T08:30:00.000Z', 'Asia/Tehran')).toEqual({ day: '2024-03-20', time: '12:00' }))
  it('comes back as it went, also around a change of the clock', () => {
    for (const instant of ['2024-03-31T00:30:00.000Z', '2024-03-31T01:30:00.000Z', '2024-10-27T03:30:00.000Z', '2024-07-01T22:15:00.000Z']) {
      const { day, time } = splitInstant(instant, 'Europe/Berlin') ?? { day: '', time: '' }
      expect(joinInstant(day, time, 'Europe/Berlin')).toBe(instant)
    }
  })
  it.each([['8:5', '08:05'], ['۰۹:۰۵', '09:05'], ['7', '07:00'], ['24:00', undefined], ['x', undefined]])('reads %s as %s', (typed, time) => expect(parseTime(typed)).toBe(time))
})

describe('options of an answer', () => {
  it('are records, options or plain values', () => expect(readOptions([{ id: 1, title: 'A' }, { value: 'b', title: 'B' }, 'c', null, {}]).map(({ value, title }) => ({ value, title }))).toEqual([{ value: 1, title: 'A' }, { value: 'b', title: 'B' }, { value: 'c', title: 'c' }]))
  it('take the keys that the document names', () => expect(readOption({ id: 1, slug: 's', name: 'N' }, { value_key: 'slug', title_key: 'name' })).toMatchObject({ value: 's', title: 'N' }))
  it('tell further fields under the title', () => expect(readOption({ id: 1, name_full: 'Ann', username: 'ann', email: null, mobile: '1' }, { note_keys: ['username', 'email', 'mobile'] })?.note).toBe('ann · 1'))
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
  const items = [{ id: 1, title: 'One', group: 'a', group_title: 'A' }, { id: 2, title: 'Two', group: 'b', group_title: 'B' }, { id: 3, title: 'Three', group: 'a', group_title: 'A' }]
  it('are read from rows, options and kept items', () => {
    expect(readItem(items[0])).toEqual(items[0])
    expect(readItem({ value: 'x', title: 'X', group: 'g' })).toEqual({ id: 'x', title: 'X', group: 'g', group_title: 'g' })
    expect(readItem({ id: 5 })).toEqual({ id: 5, title: '5', group: null, group_title: null })
    expect([readItem(null), readItem({}), readItem([])]).toEqual([undefined, undefined, undefined])
  })
  it('stand under their groups', () => expect(groupItems(items).map(({ title, items: inside }) => [title, inside.map(({ id }) => id)])).toEqual([['A', [1, 3]], ['B', [2]]]))
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
    expect(offeredLocales('all', configured, 'de')).toEqual([{ value: 'de', title: 'Deutsch' }, { value: 'fa', title: 'فارسی' }, { value: 'en', title: 'English' }, { value: 'zh', title: '中文' }])
    expect(offeredLocales(undefined, configured, 'fa').map((one) => one.value)).toEqual(configured)
  })
  it('is exactly fa, en, fr and ru where it is the short one', () => {
    expect(offeredLocales('short', configured, 'tr').map((one) => one.value)).toEqual(['fa', 'en', 'fr', 'ru'])
    expect(offeredLocales('short', configured, 'ru').map((one) => one.value)).toEqual(['ru', 'fa', 'en', 'fr'])
  })
})
