import { expect, test } from 'vitest'
import { drawForm } from '../helpers/draw-form.ts'

const form = {
  name: 'price',
  schema: {
    type: 'object',
    properties: { currency: { type: 'string' }, price: { type: 'string', format: 'decimal', currency: { field: 'currency' } } },
  },
  ui: { price: { currency: '{item.currency}', currency_by: 'currency' } },
}

test('an amount has the decimals and the unit of the currency in another field', async () => {
  const rial = await drawForm(form, { currency: 'IRR', price: '11483000.00' })
  expect(rial).toContain('value="۱۱٬۴۸۳٬۰۰۰"')
  expect(rial).toMatch(/class="pf-unit"[^>]*>ریال/)
  expect(await drawForm(form, { currency: 'USD', price: '12.5' })).toMatch(/value="۱۲[٫/]۵۰"/)
})

test('an amount has no unit while its currency is not chosen', async () => {
  const open = await drawForm(form, { price: '12.5' })
  expect(open).toMatch(/value="۱۲[٫/]۵"/)
  expect(open).not.toContain('pf-unit')
})
