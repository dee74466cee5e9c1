import { describe, expect, test } from 'vitest'
import { campaignDiscount, taxOf, type Campaign, type TaxRule } from '#server/features/market/pricing.ts'

const rule = (more: Partial<TaxRule> = {}): TaxRule => ({
  tax_enabled: true,
  tax_should_add_to_price: true,
  tax_value_added: '10',
  tax_withholding: null,
  tax_municipality: null,
  tax_specific_cats: [],
  ...more,
})
const product = { id: 7, categories: [1], activate_tax: true }

describe('tax', () => {
  test('comes on top of the amount, or is inside of it', () => {
    expect(taxOf('1100', 'IRR', rule(), product)).toEqual({ tax: '110', net: '1100', payable: '1210' })
    expect(taxOf('1100', 'IRR', rule({ tax_should_add_to_price: false }), product)).toEqual({ tax: '100', net: '1000', payable: '1100' })
  })
  test('is the sum of three percents', () => {
    const three = rule({ tax_value_added: '9', tax_withholding: '3', tax_municipality: '1' })
    expect(taxOf('1000', 'IRR', three, product).tax).toBe('130')
  })
  test('is taken of taxed products alone, and of the categories that a rule names', () => {
    const free = { tax: '0', net: '1000', payable: '1000' }
    expect(taxOf('1000', 'IRR', undefined, product)).toEqual(free)
    expect(taxOf('1000', 'IRR', rule({ tax_enabled: false }), product)).toEqual(free)
    expect(taxOf('1000', 'IRR', rule(), { ...product, activate_tax: false })).toEqual(free)
    expect(taxOf('1000', 'IRR', rule({ tax_specific_cats: [2] }), product)).toEqual(free)
    expect(taxOf('1000', 'IRR', rule({ tax_specific_cats: [2, 1] }), product).tax).toBe('100')
  })
  test('and what is left of an amount add up to it', () => {
    expect(taxOf('100', 'USD', rule({ tax_should_add_to_price: false, tax_value_added: '7' }), product)).toEqual({
      tax: '6.54',
      net: '93.46',
      payable: '100',
    })
  })
})

describe('a campaign', () => {
  const campaign = (more: Partial<Campaign> = {}): Campaign => ({
    starts_at: '2030-01-01T00:00:00.000Z',
    ends_at: '2030-02-01T00:00:00.000Z',
    discount_type: 'percent',
    fee: null,
    percent: '50',
    maximum: '100',
    currency: 'IRR',
    categories: [],
    products: [7],
    ...more,
  })
  const during = new Date('2030-01-15T00:00:00.000Z')
  const off = (campaigns: Campaign[], now = during, currency = 'IRR') => campaignDiscount(campaigns, '1000', currency, product, now)

  test('gives a percent up to its maximum, or an amount up to the price', () => {
    expect(off([campaign()])).toBe('100')
    expect(off([campaign({ maximum: null })])).toBe('500')
    expect(off([campaign({ discount_type: 'fee', fee: '250' })])).toBe('250')
    expect(off([campaign({ discount_type: 'fee', fee: '2500' })])).toBe('1000')
  })
  test('gives nothing before it starts and from its end on', () => {
    expect(off([campaign()], new Date('2029-12-31T23:59:59.000Z'))).toBe('0')
    expect(off([campaign()], new Date('2030-02-01T00:00:00.000Z'))).toBe('0')
  })
  test('gives to its products and categories alone', () => {
    expect(off([campaign({ products: [8] })])).toBe('0')
    expect(off([campaign({ products: [], categories: [1] })])).toBe('100')
    expect(off([campaign({ products: [] })])).toBe('0')
  })
  test('of another currency gives no amount of its own', () => {
    expect(off([campaign({ discount_type: 'fee', fee: '5', currency: 'USD' })])).toBe('0')
    expect(off([campaign({ currency: 'USD' })])).toBe('0')
  })
  test('that gives most counts', () => {
    expect(off([campaign(), campaign({ maximum: '300' }), campaign({ discount_type: 'fee', fee: '200' })])).toBe('300')
  })
})
