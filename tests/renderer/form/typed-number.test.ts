import { describe, expect, it } from 'vitest'
import {
  editTyped,
  isExact,
  isForeign,
  isSecondSeparator,
  readHeld,
  readTyped,
  showTyped,
  stepTyped,
  type NumberShape,
} from '#renderer/form/controls/typed-number.ts'

const shape = (given: Partial<NumberShape> = {}): NumberShape => ({ locale: 'en', grouping: true, negative: true, decimals: 10, ...given })

/** What an edit leaves typed; fails where the text is held instead. */
function edited(edit: Parameters<typeof editTyped>[0], form: NumberShape): { typed: string; caret: number } {
  const result = editTyped(edit, form)
  if ('held' in result) throw new Error(`held: ${result.held}`)
  return result
}

/** Types one key after the other; `<` is Backspace, `|` in the result is the caret. */
function type(keys: string, given: Partial<NumberShape> = {}, start = ''): { typed: string; shown: string } {
  const form = shape(given)
  let typed = start
  let caret = showTyped(start, form).length
  for (const key of keys) {
    const shown = showTyped(typed, form)
    const raw = key === '<' ? shown.slice(0, Math.max(0, caret - 1)) + shown.slice(caret) : shown.slice(0, caret) + key + shown.slice(caret)
    const edit = edited({ shown, raw, caret: key === '<' ? Math.max(0, caret - 1) : caret + 1 }, form)
    typed = edit.typed
    caret = edit.caret
  }
  const shown = showTyped(typed, form)
  return { typed, shown: `${shown.slice(0, caret)}|${shown.slice(caret)}` }
}

const paste = (text: string, given: Partial<NumberShape> = {}): string =>
  edited({ shown: '', raw: text, caret: text.length }, shape(given)).typed

describe('a typed number', () => {
  it.each([
    ['12', '12'],
    ['۱۲', '12'],
    ['١٢', '12'],
    ['12/5', '12.5'],
    ['۱۲٫۵', '12.5'],
    ['-3.', '-3'],
    ['.5', '0.5'],
    ['-', undefined],
    ['', undefined],
  ])('%s is read as %s', (keys, value) => expect(readTyped(type(keys).typed)).toBe(value))
  it('takes one separator, and no letters', () => expect(type('1.2.3a').typed).toBe('1.23'))
  it('has one minus, in front', () => expect([type('5-').typed, type('--5').typed]).toEqual(['5', '-5']))
  it('takes no more decimals than there may be', () => expect(type('1.239', { decimals: 2 }).typed).toBe('1.23'))
  it('is grouped as the locale reads it', () =>
    expect(['en', 'fa', 'de', 'ar'].map((locale) => type('1234567.5', { locale }).shown)).toEqual([
      '1,234,567.5|',
      '۱٬۲۳۴٬۵۶۷/۵|',
      '1.234.567,5|',
      '١٬٢٣٤٬٥٦٧٫٥|',
    ]))
  it('takes a comma for a separator where one is written', () => expect(type('1,5', { locale: 'de' }).typed).toBe('1.5'))
  it('holds a comma that groups until its group is whole, so that 1,5 is not 15', () => {
    expect(editTyped({ shown: '1', raw: '1,', caret: 2 }, shape())).toEqual({ held: '1,' })
    expect(['1,', '1,5', '1,50', '1,500'].map((text) => readHeld(text, shape()))).toEqual([
      { fault: 'none' },
      { fault: 'none' },
      { fault: 'none' },
      { typed: '1500' },
    ])
  })
  it('keeps its digits when they are many', () =>
    expect(type('123456789012345678901234567890').shown).toBe('123,456,789,012,345,678,901,234,567,890|'))
})

describe('the caret', () => {
  const at = (shown: string, raw: string, caret: number, forward = false) => {
    const edit = edited({ shown, raw, caret, forward }, shape())
    return `${showTyped(edit.typed, shape()).slice(0, edit.caret)}|${showTyped(edit.typed, shape()).slice(edit.caret)}`
  }
  it('stays behind the digit that was typed', () => expect(at('1,234', '19,234', 2)).toBe('19|,234'))
  it('stays when grouping comes and goes', () => expect([at('123', '1923', 2), at('1,234', '1,24', 3)]).toEqual(['1,9|23', '12|4']))
  it('deletes the digit before a grouping mark', () => expect(at('1,234', '1234', 1)).toBe('|234'))
  it('deletes the digit behind a grouping mark', () => expect(at('1,234', '1234', 1, true)).toBe('1|34'))
  it('is where it was when nothing was taken', () => expect(at('1,234', '1,2x34', 4)).toBe('1,2|34'))
})

describe('a pasted number', () => {
  it.each([
    ['۱۲٬۳۴۵', '12345'],
    ['1,234.50', '1234.50'],
    ['$ 1,234', '1234'],
    ['۱۲٬۳۴۵ ریال', '12345'],
    ['IRR 1,234', '1234'],
    ['۱۲۳ریال', '123'],
    [' 42 ', '42'],
  ])('%s is %s', (text, value) => expect(paste(text)).toBe(value))
  it('is read as the locale writes it', () =>
    expect([paste('1.234,5', { locale: 'de' }), paste('1.234', { locale: 'de' })]).toEqual(['1234.5', '1234']))
})

describe('a text that is no such number', () => {
  const whole = { decimals: 0, negative: false }
  const pastedInto = (text: string, given: Partial<NumberShape> = {}) =>
    editTyped({ shown: '', raw: text, caret: text.length }, shape(given))
  it.each(['abc', 'abc12', '12abc', '1e5', '1.2.3'])('is held when it is pasted: %s', (text) =>
    expect(pastedInto(text)).toEqual({ held: text }),
  )
  it.each(['3.5', '-5'])('is held where the field takes no such number: %s', (text) =>
    expect(pastedInto(text, whole)).toEqual({ held: text }),
  )
  it('is held from the key on that would be left out', () =>
    expect([
      editTyped({ shown: '3', raw: '3.', caret: 2 }, shape(whole)),
      editTyped({ shown: '۳', raw: '۳/', caret: 2 }, shape({ ...whole, locale: 'fa' })),
      editTyped({ shown: '', raw: '-', caret: 1 }, shape(whole)),
    ]).toEqual([{ held: '3.' }, { held: '۳/' }, { held: '-' }]))
  it('has the decimals that the field has, unless they say nothing', () =>
    expect([pastedInto('1.239', { decimals: 2 }), pastedInto('12.00', whole)]).toEqual([{ held: '1.239' }, { typed: '12', caret: 2 }]))
  it.each([
    ['3.', 'whole'],
    ['۳/۵', 'whole'],
    ['-5', 'negative'],
    ['1e5', 'none'],
  ])('%s is told as %s', (text, fault) => expect(readHeld(text, shape(whole))).toEqual({ fault }))
  it('becomes one by mending it', () =>
    expect([readHeld('35', shape(whole)), readHeld('1.000', shape({ ...whole, locale: 'de' }))]).toEqual([
      { typed: '35' },
      { typed: '1000' },
    ]))
  it.each([
    ['.', '1.2', 'en'],
    ['/', '۱٫۲', 'fa'],
    ['٫', '۱/۲', 'fa'],
    ['٬', '۱٫۲', 'fa'],
    [',', '1,2', 'de'],
    [',', '1.2', 'en'],
  ])('takes no second separator: %s to %s in %s', (character, others, locale) =>
    expect(isSecondSeparator(character, others, locale)).toBe(true),
  )
  it('takes a first separator, and digits behind it', () =>
    expect([isSecondSeparator('.', '12', 'en'), isSecondSeparator(',', '12', 'de'), isSecondSeparator('3', '1.2', 'en')]).toEqual([
      false,
      false,
      false,
    ]))
  it('takes no letters while it is typed', () =>
    expect(['e', 'ا', '$', '5', '۵', '.', '/', '-', ' '].map(isForeign)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
      false,
      false,
      false,
    ]))
})

describe('a step', () => {
  it('is exact and stays within the bounds', () =>
    expect([
      stepTyped('0.1', '0.2', {}),
      stepTyped('9', '5', { max: '10' }),
      stepTyped(undefined, '-1', { min: '0' }),
      stepTyped(undefined, '1', { min: '500' }),
    ]).toEqual(['0.3', '10', '0', '500']))
})

it('a JSON number holds what it can show again', () =>
  expect(['0.1', '9007199254740992', '1000000000000000000000', '9007199254740993', '0.12345678901234567890'].map(isExact)).toEqual([
    true,
    true,
    true,
    false,
    false,
  ]))
