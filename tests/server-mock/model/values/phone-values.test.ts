import { expect, it } from 'vitest'
import type { ModelEntity } from '#server/model/context.ts'
import { writePhones } from '#server/model/values/phone-values.ts'

const properties = { mobile: { type: 'object', format: 'mobile' }, office: { type: 'string', format: 'phone' }, note: { type: 'string' } }
const entity = {
  shape: { columns: Object.keys(properties).map((field) => ({ field, name: field })) },
  document: { schema: { properties } },
} as unknown as ModelEntity

const stored = (schema: object, value: unknown) => {
  const values: Record<string, unknown> = { number: value }
  const one = { shape: { columns: [{ field: 'number', name: 'number' }] }, document: { schema: { properties: { number: schema } } } }
  writePhones(one as unknown as ModelEntity, values)
  return values.number
}
const mobile = { type: 'string', format: 'mobile' }
const writings = [
  '09121234567',
  '0912 123 4567',
  '۰۹۱۲۱۲۳۴۵۶۷',
  '+98 912 123 4567',
  '0098-912-1234567',
  '989121234567',
  '9121234567',
  '+98 (0)912 123 4567',
]

it.each(writings)('a mobile number that is kept as text has one spelling, however it is written: %s', (text) => {
  expect(stored(mobile, text)).toBe('+989121234567')
  expect(stored({ type: 'string', rules: 'required|mobile' }, text)).toBe('+989121234567')
  expect(stored({ ...mobile, pattern: '^09[0-9]{9}$' }, text)).toBe('09121234567')
  expect(stored({ ...mobile, maxLength: 11 }, text)).toBe('09121234567')
  expect(stored({ type: 'array', items: mobile }, [text, text])).toEqual(['+989121234567', '+989121234567'])
})

it('other numbers lose their signs, and what is no number stays for the check of the format', () => {
  expect(stored(mobile, '+49 1511 234-5678')).toBe('+4915112345678')
  expect(stored({ type: 'string', format: 'phone' }, '021 8800 11 22')).toBe('02188001122')
  expect(stored(mobile, 'call me ۱')).toBe('call me 1')
  expect(stored(mobile, '')).toBe('')
  expect(stored({ type: 'object', format: 'mobile' }, { id: 3, country_code: '+98', mobile: '0912 123 4567' })).toEqual({
    id: 3,
    country_code: '98',
    mobile: '9121234567',
  })
  expect(stored({ type: 'object', format: 'mobile' }, { country_code: 98, mobile: 'x' })).toEqual({ country_code: 98, mobile: 'x' })
})

it('keeps telephone numbers in Latin digits, and other texts as they are', () => {
  const values = { mobile: { country_code: '۹۸', mobile: '۹۱۲۱۲۳۴۵۶۷' }, office: '٠٢١٨٨٠٠', note: '۱۲' }
  writePhones(entity, values)
  expect(values).toEqual({ mobile: { country_code: '98', mobile: '9121234567' }, office: '0218800', note: '۱۲' })
})
