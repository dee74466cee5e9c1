import { expect, it } from 'vitest'
import type { ModelEntity } from '#server/model/context.ts'
import { writePhones } from '#server/model/values/phone-values.ts'

const properties = { mobile: { type: 'object', format: 'mobile' }, office: { type: 'string', format: 'phone' }, note: { type: 'string' } }
const entity = {
  shape: { columns: Object.keys(properties).map((field) => ({ field, name: field })) },
  document: { schema: { properties } },
} as unknown as ModelEntity

it('keeps telephone numbers in Latin digits, and other texts as they are', () => {
  const values = { mobile: { country_code: '۹۸', mobile: '۹۱۲۱۲۳۴۵۶۷' }, office: '٠٢١٨٨٠٠', note: '۱۲' }
  writePhones(entity, values)
  expect(values).toEqual({ mobile: { country_code: '98', mobile: '9121234567' }, office: '0218800', note: '۱۲' })
})
