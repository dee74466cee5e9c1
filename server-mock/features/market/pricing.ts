import {
  addDecimal,
  canonicalDecimal,
  compareDecimal,
  divideDecimal,
  multiplyDecimal,
  roundDecimal,
  subtractDecimal,
} from '#schemas/rules/numbers/decimal.ts'
import { currencyDecimals } from '#schemas/rules/numbers/money.ts'

/** The tax rule of a market. */
export interface TaxRule {
  tax_enabled: boolean
  tax_should_add_to_price: boolean
  tax_value_added: string | null
  tax_withholding: string | null
  tax_municipality: string | null
  /** Ids of the categories that are taxed; none means all. */
  tax_specific_cats: readonly number[]
}

/** What is sold: its product and the product's categories, and whether the product is taxed at all. */
export interface PricedProduct {
  id: number
  categories: readonly number[]
  activate_tax: boolean
}

export interface Campaign {
  starts_at: string
  ends_at: string
  discount_type: 'fee' | 'percent' | null
  fee: string | null
  percent: string | null
  maximum: string | null
  currency: string | null
  categories: readonly number[]
  products: readonly number[]
}

export interface Taxed {
  tax: string
  /** The amount without its tax, and with it. */
  net: string
  payable: string
}

const none = '0'
const hundred = '100'
const lesser = (one: string, other: string): string => (compareDecimal(one, other) <= 0 ? one : other)
const inCurrency = (amount: string, currency: string): string =>
  canonicalDecimal(roundDecimal(amount, Math.max(currencyDecimals(currency), 2)))

/** The percents of a rule together: value-added, withholding and municipal. */
export const taxPercent = ({ tax_value_added, tax_withholding, tax_municipality }: TaxRule): string =>
  [tax_value_added, tax_withholding, tax_municipality].reduce<string>((sum, percent) => addDecimal(sum, percent ?? none), none)

/** Whether the rule of its market taxes a product. */
export const isTaxed = (rule: TaxRule, { activate_tax, categories }: PricedProduct): boolean =>
  rule.tax_enabled &&
  activate_tax &&
  (rule.tax_specific_cats.length === 0 || categories.some((category) => rule.tax_specific_cats.includes(category)))

/** The tax of a line's amount after discount: on top of it, or taken as being inside. */
export function taxOf(amount: string, currency: string, rule: TaxRule | undefined, product: PricedProduct): Taxed {
  if (!rule || !isTaxed(rule, product)) return { tax: none, net: canonicalDecimal(amount), payable: canonicalDecimal(amount) }
  const percent = taxPercent(rule)
  if (rule.tax_should_add_to_price) {
    const tax = inCurrency(divideDecimal(multiplyDecimal(amount, percent), hundred, 20)!, currency)
    return { tax, net: canonicalDecimal(amount), payable: canonicalDecimal(addDecimal(amount, tax)) }
  }
  const net = inCurrency(divideDecimal(multiplyDecimal(amount, hundred), addDecimal(hundred, percent), 20)!, currency)
  return { tax: canonicalDecimal(subtractDecimal(amount, net)), net, payable: canonicalDecimal(amount) }
}

/** Whether a campaign runs at a moment and covers a product. */
const covers = ({ starts_at, ends_at, products, categories }: Campaign, product: PricedProduct, now: Date): boolean =>
  new Date(starts_at) <= now &&
  now < new Date(ends_at) &&
  (products.includes(product.id) || product.categories.some((category) => categories.includes(category)))

/** What one campaign takes off an amount: never more than the amount, a percent never more than its maximum. */
function discountOf({ discount_type: type, fee, percent, maximum, currency: of }: Campaign, amount: string, currency: string): string {
  const isOther = of !== null && of !== currency
  if (type === 'fee') return isOther ? none : lesser(fee ?? none, amount)
  if (type !== 'percent' || (isOther && maximum !== null)) return none
  const share = inCurrency(divideDecimal(multiplyDecimal(amount, percent ?? none), hundred, 20)!, currency)
  return lesser(lesser(share, maximum ?? share), amount)
}

/** The discount of an amount: that of the campaign which gives most, among those that run now and cover the product. */
export const campaignDiscount = (
  campaigns: readonly Campaign[],
  amount: string,
  currency: string,
  product: PricedProduct,
  now: Date,
): string =>
  campaigns
    .filter((campaign) => covers(campaign, product, now))
    .map((campaign) => canonicalDecimal(discountOf(campaign, amount, currency)))
    .reduce((most, discount) => (compareDecimal(discount, most) > 0 ? discount : most), none)
