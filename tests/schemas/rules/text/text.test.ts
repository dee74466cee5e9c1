import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDecimal, compareDecimal, multiplyDecimal, roundDecimal, subtractDecimal, toDecimal } from '#schemas/rules/numbers/decimal.ts'
import { foldText, localiseDigits, parseNumber, toLatinDigits } from '#schemas/rules/numbers/digits.ts'
import { interpolate, interpolateDeep } from '#schemas/rules/text/interpolate.ts'
import { defaultLocale, isRtl, locales, resolveLocale } from '#schemas/rules/locales.ts'
import { currencyCodes, currencyDecimals, currencyTitle, decimalsOf, formatMoney, formatNumber } from '#schemas/rules/numbers/money.ts'
import { isSlug, slugify } from '#schemas/rules/text/slug.ts'
import { sortKey } from '#schemas/rules/text/sort-key.ts'

describe('digits', () => {
  it('are localised and read back', () => {
    expect([localiseDigits(120, 'fa'), localiseDigits('120', 'ar'), localiseDigits('۱۲0', 'en')]).toEqual(['۱۲۰', '١٢٠', '120'])
    expect(toLatinDigits('۱٢3４')).toBe('1234')
  })
  it('are folded with letters for search', () => {
    expect(foldText('  كِتاب‌هاي\u00a0 ۱۲ ')).toBe('کتابهای 12')
    expect(foldText('Café İstanbul')).toBe('cafe istanbul')
    expect(foldText('ﷲ آب')).toBe(foldText('الله اب'))
    fc.assert(fc.property(fc.string({ unit: 'grapheme' }), (text) => foldText(foldText(text)) === foldText(text)))
  })
  it.each([
    ['۱۲٬۳۴۵/۵۰', '12345.50'],
    ['1,234.5', '1234.5'],
    ['٣٫٥', '3.5'],
    ['007', '7'],
    ['-0', '0'],
    ['−5', '-5'],
    ['.5', '0.5'],
    ['1 234', '1234'],
    ['1.2.3', undefined],
    ['12a', undefined],
    ['', undefined],
    ['.', undefined],
    ['1,23', undefined],
    ['1e5', undefined],
  ])('%s is read as %s', (text, number) => expect(parseNumber(text)).toBe(number))
  it('takes the decimal comma of the locale', () => {
    expect([parseNumber('1.234,5', 'de'), parseNumber('12.5', 'de'), parseNumber('1,5', 'fr'), parseNumber('1.234', 'it')]).toEqual([
      '1234.5',
      '12.5',
      '1.5',
      '1234',
    ])
  })
})

describe('sortKey', () => {
  const order = (texts: string[]) => [...texts].sort((a, b) => Buffer.compare(Buffer.from(sortKey(a)), Buffer.from(sortKey(b))))
  it('follows the Persian alphabet', () => {
    const right = ['آب', 'اب', 'بار', 'پر', 'تر', 'جا', 'چاه', 'حج', 'ژرف', 'سر', 'کار', 'گل', 'لب', 'ماه', 'نان', 'وام', 'هنر', 'یار']
    expect(order([...right].reverse())).toEqual(right)
  })
  it('takes Arabic forms for Persian ones and digits of any set by value', () => {
    expect(sortKey('كتابي')).toBe(sortKey('کتابی'))
    expect(order(['۳', '2', '١'])).toEqual(['١', '2', '۳'])
  })
  it('ignores case and accents of Latin, and puts spaces first', () => {
    expect(order(['Zoo', 'école', 'Eve', 'apple', 'ap ple'])).toEqual(['ap ple', 'apple', 'école', 'Eve', 'Zoo'])
    expect(sortKey('a\u0000b')).not.toContain('\u0000')
  })
})

describe('decimals', () => {
  it('are exact', () => {
    expect([addDecimal('0.1', '0.2'), subtractDecimal('1', '0.75'), multiplyDecimal('-1.5', '0.2'), addDecimal('-0.5', '0.25')]).toEqual([
      '0.3',
      '0.25',
      '-0.30',
      '-0.25',
    ])
    expect([roundDecimal('2.345', 2), roundDecimal('-2.345', 2), roundDecimal('5', 2), roundDecimal('0.004', 2)]).toEqual([
      '2.35',
      '-2.35',
      '5.00',
      '0.00',
    ])
    expect([toDecimal(1e21), toDecimal(1.5e-7), toDecimal(NaN), toDecimal('x')]).toEqual([
      '1000000000000000000000',
      '0.00000015',
      undefined,
      undefined,
    ])
    expect(compareDecimal('10', '9.99')).toBeGreaterThan(0)
  })
  it('agree with BigInt on whole numbers', () => {
    fc.assert(
      fc.property(
        fc.bigInt(),
        fc.bigInt(),
        (a, b) => addDecimal(`${a}`, `${b}`) === `${a + b}` && Math.sign(compareDecimal(`${a}`, `${b}`)) === (a < b ? -1 : a > b ? 1 : 0),
      ),
    )
  })
})

describe('formatMoney', () => {
  it('groups, keeps two decimals where no currency is named, and carries the unit', () => {
    expect(formatMoney('1234567', undefined, 'en')).toBe('1,234,567.00\u00a0Rial')
    expect(formatMoney('1234.5', undefined, 'en')).toContain('1,234.50')
    expect(formatMoney('12.5', undefined, 'fa')).toBe('۱۲/۵۰\u00a0ریال')
    expect(formatMoney('1234567.891', undefined, 'fa')).toBe('۱٬۲۳۴٬۵۶۷/۸۹\u00a0ریال')
    expect(formatMoney('90071992547409931234.5', undefined, 'en')).toContain('90,071,992,547,409,931,234.50')
    expect(formatMoney('-0.001', undefined, 'en')).toBe('0.00\u00a0Rial')
    expect(formatMoney('oops', undefined, 'en')).toBe('oops')
  })
  it('shows rial and toman without decimals, other currencies with those they have', () => {
    expect(formatMoney('1234567', 'IRR', 'en')).toBe('1,234,567\u00a0Rial')
    expect(formatMoney('1234567', 'IRT', 'fa')).toBe('۱٬۲۳۴٬۵۶۷\u00a0تومان')
    expect(formatMoney('1234.5', 'IRR', 'en', 2)).toBe('1,234.50\u00a0Rial')
    expect(
      [
        ['10.55', 'IRT'],
        ['1500.00', 'IRT'],
        ['12.5', 'USD'],
        ['12.345', 'USD'],
      ].map(([amount, currency]) => decimalsOf(amount!, currency!)),
    ).toEqual([2, 0, 2, 3])
    expect(formatMoney('12.5', 'USD', 'en')).toBe('12.50\u00a0$')
    expect(['JPY', 'KWD', 'EUR', 'no currency'].map(currencyDecimals)).toEqual([0, 3, 2, 2])
  })
  it('counts the toman among the currencies, with a title in each locale', () => {
    expect(currencyCodes.filter((code) => ['IRR', 'IRT', 'IRX', 'USD'].includes(code))).toEqual(['IRR', 'IRT', 'USD'])
    expect(locales.map((locale) => currencyTitle('IRT', locale)).toSorted()).toEqual(
      ['Toman', 'Toman', 'Toman', 'Toman', 'Tomán', 'Tümen', 'Томан', 'تومان', 'تومان', '土曼'].toSorted(),
    )
    expect(currencyTitle('USD', 'en')).toBe('US Dollar')
  })
  it('names the unit in the form that goes with the amount', () => {
    expect(['1', '2', '5', '21', '90071992547409931'].map((amount) => formatMoney(amount, 'IRR', 'ru').split('\u00a0').at(-1))).toEqual([
      'риал',
      'риала',
      'риалов',
      'риал',
      'риал',
    ])
    expect(formatMoney('5', 'IRT', 'ru')).toBe('5\u00a0томанов')
    expect(formatMoney('5', 'IRR', 'ru', 2)).toBe('5,00\u00a0риала')
  })
  it('knows the separators of each locale', () => {
    expect(formatNumber('1234567.5', 'de')).toBe('1.234.567,5')
    expect(formatNumber('1234.5', 'es')).toBe('1.234,5')
    expect(formatNumber(-1234, 'en')).toBe('-1,234')
  })
})

describe('slugify', () => {
  it.each([
    ['Hello, World!', 'hello-world'],
    ['  كتاب‌های ۲ ', 'کتاب-های-2'],
    ['Café--Été', 'cafe-ete'],
    ['!!!', ''],
    ['a - b', 'a-b'],
  ])('%s becomes %s', (text, slug) => {
    expect(slugify(text)).toBe(slug)
    expect(slugify(slug)).toBe(slug)
  })
  it('leaves a last hyphen while typing', () => {
    expect(slugify('hello ', { typing: true })).toBe('hello-')
    expect([isSlug('hello-world'), isSlug('Hello'), isSlug('')]).toEqual([true, false, false])
  })
})

describe('interpolate', () => {
  const context = { row: { id: 7, tags: ['a', 'b'], title: '<b>', nothing: null }, list: [{ c: 1 }] }
  it('inserts values', () => {
    expect(interpolate('{row.title} #{row.id} {list.0.c} {row.tags} {none.x}|', context)).toBe('<b> #7 1 a,b |')
    expect(interpolate('{ "json": 1 } {}', context)).toBe('{ "json": 1 } {}')
  })
  it('writes numbers, and texts of nothing but digits, in the digits of a language', () => {
    const values = { id: 7, number: '1405-0012', code: 'A4' }
    expect(interpolate('{id} {number} {code}', values, (value) => localiseDigits(value, 'fa'))).toBe('۷ ۱۴۰۵-۰۰۱۲ A4')
  })
  it('keeps the type of a single insertion and leaves out what is missing', () => {
    expect(
      interpolateDeep(
        { id: '{row.id}', tags: '{row.tags}', none: '{row.none}', no: '{row.nothing}', in: ['{row.id}', 'x{row.id}'] },
        context,
      ),
    ).toEqual({ id: 7, tags: ['a', 'b'], no: null, in: [7, 'x7'] })
  })
  it('never follows what is not data', () => {
    expect(interpolate('{row.__proto__.x}{row.constructor.name}{row.toString}', context)).toBe('')
    const filled = interpolateDeep(JSON.parse('{"__proto__":{"x":1},"a":1}') as Record<string, unknown>, context)
    expect(Object.keys(filled)).toEqual(['a'])
    expect(({} as { x?: number }).x).toBeUndefined()
  })
})

describe('locales', () => {
  it('default to fa, else to the first configured', () => {
    expect([defaultLocale(['en', 'fa']), defaultLocale(['en', 'fr']), defaultLocale([])]).toEqual(['fa', 'en', 'en'])
    expect(resolveLocale([undefined, 'de-DE,de;q=0.9'], ['fa', 'de'])).toBe('de')
    expect(resolveLocale(['xx', 'ja'], ['en', 'fr'])).toBe('en')
    expect(locales.filter(isRtl)).toEqual(['fa', 'ar'])
  })
})
