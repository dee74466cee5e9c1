import { describe, expect, it } from 'vitest'
import { codeOfNumber, diallingCodes, zeroIsTrunk } from '#schemas/rules/values/dialling-codes.ts'
import {
  formatPhone,
  internationalMobile,
  isPhone,
  numberText,
  phoneDigits,
  phoneFault,
  phoneText,
  readInternational,
  readPasted,
  withoutTrunk,
} from '#schemas/rules/values/phone.ts'

describe('a number in groups', () => {
  it('of a mobile', () =>
    expect([formatPhone('9121234567', 'mobile', true), formatPhone('09121234567', 'mobile', false)]).toEqual([
      '912 123 4567',
      '0912 123 4567',
    ]))
  it('of another telephone', () =>
    expect([formatPhone('2112345678', 'phone', true), formatPhone('02112345678', 'phone', false)]).toEqual([
      '21 1234 5678',
      '021 1234 5678',
    ]))
  it('while it is typed, and when it is long', () =>
    expect([
      formatPhone('', 'mobile', true),
      formatPhone('91', 'mobile', true),
      formatPhone('9121', 'mobile', true),
      formatPhone('912123456789', 'mobile', true),
    ]).toEqual(['', '91', '912 1', '912 123 456789']))
})

describe('a number in a cell', () => {
  it.each([
    ['09193308812', '0919 330 8812'],
    ['+989193308812', '+98 919 330 8812'],
    ['02112345678', '021 1234 5678'],
    ['+982112345678', '+98 21 1234 5678'],
    ['+499193308812', '+49 91 9330 8812'],
  ])('%s of any telephone is written %s', (stored, shown) => expect(numberText(stored, 'phone')).toBe(shown))
  it('a mobile number stored in parts is grouped as one', () =>
    expect([phoneText({ country_code: '98', phone: '9193308812' }), phoneText({ phone: '09193308812' })]).toEqual([
      '+98 919 330 8812',
      '0919 330 8812',
    ]))
})

it('has digits alone', () => expect([phoneDigits('09a1-2'), phoneDigits('۰۹۱٢')]).toEqual(['0912', '0912']))

describe('international writing', () => {
  it.each([
    '+98 912 123 4567',
    '00989121234567',
    '+۹۸۹۱۲۱۲۳۴۵۶۷',
    '\u200e+98 (0)912-123-4567',
    '+98 0912 123 4567',
    'tel:+98-912-123-4567',
  ])('%s has a code and a number', (text) => expect(readInternational(text)).toEqual({ code: '98', number: '9121234567' }))
  it('keeps the zero where it belongs to the number', () =>
    expect([readInternational('+39 06 1234567'), withoutTrunk('0912', '98'), withoutTrunk('06', '39')]).toEqual([
      { code: '39', number: '061234567' },
      '912',
      '06',
    ]))
  it.each(['09121234567', '9121234567', '+999 1', 'call +98', ''])('%s has none', (text) => expect(readInternational(text)).toBeUndefined())
})

it.each(['989121234567', '98 912 123 4567', '۹۸-۹۱۲-۱۲۳-۴۵۶۷', '+98 912 123 4567', '0098 912 1234567', '٠٠٩٨٩١٢١٢٣٤٥٦٧'])(
  'a mobile number is pasted as %s',
  (text) => expect(readPasted(text, 'mobile')).toEqual({ code: '98', number: '9121234567' }),
)
it('what is written without its country stays so when pasted', () =>
  expect([readPasted('09121234567', 'mobile'), readPasted('98912123456', 'mobile'), readPasted('982112345678', 'phone')]).toEqual([
    undefined,
    undefined,
    undefined,
  ]))

describe('a mobile number as the whole world dials it', () => {
  it.each(['09121234567', '0912 123 4567', '۰۹۱۲۱۲۳۴۵۶۷', '9121234567', '989121234567', '00989121234567', '+98 (0)912-123-4567'])(
    '%s',
    (text) => expect(internationalMobile(text)).toBe('+989121234567'),
  )
  it('of another country', () => expect(internationalMobile('+49 1511 2345678')).toBe('+4915112345678'))
  it.each(['', '0912123456', '02112345678', 'call 09121234567', '12'])('is not %j', (text) =>
    expect(internationalMobile(text)).toBeUndefined(),
  )
})

describe('a number that is kept', () => {
  it.each([
    { country_code: '98', mobile: '9121234567' },
    { country_code: 98, mobile: '09121234567' },
    { mobile: '09121234567' },
    '+989121234567',
    '00989121234567',
    '09121234567',
    { country_code: '49', mobile: '15112345678' },
    { country_code: '98', mobile: '' },
    '',
  ])('%o is a mobile number', (value) => expect(phoneFault(value, 'mobile')).toBeUndefined())
  it.each([
    { country_code: '98', mobile: '912123456' },
    { country_code: '98', mobile: '2112345678' },
    { country_code: '98', mobile: '91212345678' },
    '0912123456',
    '+982112345678',
  ])('%o is none of Iran', (value) => expect(phoneFault(value, 'mobile')).toBe('rules.mobile'))
  it.each([{ country_code: '49', mobile: '123' }, { country_code: '49', mobile: '12345678901234' }, '123'])(
    '%o has no length of one',
    (value) => expect(phoneFault(value, 'mobile')).toBe('rules.phone'),
  )
  it('of another kind is judged by its length', () =>
    expect([
      phoneFault({ country_code: '98', phone: '2112345678' }, 'phone'),
      phoneFault({ country_code: '98', phone: '12' }, 'phone'),
    ]).toEqual([undefined, 'rules.phone']))
  it.each([
    { country_code: '+98', mobile: 'abc' },
    { country_code: '98', mobile: '912-123-4567<b>' },
    { country_code: 'xx', mobile: '9121234567' },
    { country_code: '999999', mobile: '12345' },
    { mobile: '---' },
  ])('%o is not written as numbers are', (value) => expect(phoneFault(value, 'mobile')).toBe('rules.mobile'))
  it('is no other text', () =>
    expect([isPhone('abc', 'phone'), isPhone('12345x', 'phone'), isPhone('+98 (21) 1234-5678', 'phone')]).toEqual([false, false, true]))
})

describe('dialling codes', () => {
  it('are digits, with countries that each have one code', () => {
    const regions = [...diallingCodes.values()].flat()
    expect(new Set(regions).size).toBe(regions.length)
    expect(regions.length).toBeGreaterThan(235)
    expect([...diallingCodes.keys()].filter((code) => !/^[1-9]\d{0,3}$/.test(code))).toEqual([])
  })
  it('have names in the languages of the panel', () => {
    for (const locale of ['fa', 'en', 'zh']) {
      const names = new Intl.DisplayNames([locale], { type: 'region' })
      expect([...diallingCodes.values()].flat().filter((region) => names.of(region) === region)).toEqual([])
    }
  })
  it('are found in a number, the longest first', () =>
    expect(['989121234567', '12425550000', '12125550000', '35312345', '0'].map(codeOfNumber)).toEqual([
      '98',
      '1242',
      '1',
      '353',
      undefined,
    ]))
  it('whose zero is left out are codes', () => expect([...zeroIsTrunk].filter((code) => !diallingCodes.has(code))).toEqual([]))
})

it('writes a number that is kept as text as its field does', () => {
  expect(
    ['+989121000000', '00989121000000', '09121000000', '۰۹۱۲۱۰۰۰۰۰۰', '+1 (212) 555-0100'].map((text) => numberText(text, 'mobile')),
  ).toEqual(['+98 912 100 0000', '+98 912 100 0000', '0912 100 0000', '0912 100 0000', '+1 212 555 0100'])
  expect(['02112345678', 'call me', '+', ''].map((text) => numberText(text, 'phone'))).toEqual([
    '021 1234 5678',
    undefined,
    undefined,
    undefined,
  ])
})
