import { describe, expect, it } from 'vitest'
import { joinInstant, parseTime, splitInstant } from '#widgets/date-time/zoned-time.ts'
import { offeredLocales } from '#widgets/locale-select/offered-locales.ts'
import { keepTyped, readTyped } from '#widgets/number/typed-number.ts'
import { readOption, readOptions } from '#widgets/remote-select/remote-options.ts'
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
  it('are records, options or plain values', () => expect(readOptions([{ id: 1, title: 'A' }, { value: 'b', title: 'B' }, 'c', null, {}])).toEqual([{ value: 1, title: 'A', color: undefined }, { value: 'b', title: 'B', color: undefined }, { value: 'c', title: 'c' }]))
  it('take the keys that the document names', () => expect(readOption({ id: 1, slug: 's', name: 'N' }, { value_key: 'slug', title_key: 'name' })).toMatchObject({ value: 's', title: 'N' }))
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
