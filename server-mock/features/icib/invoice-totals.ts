import { addDecimal, canonicalDecimal, multiplyDecimal, roundDecimal, subtractDecimal } from '#schemas/rules/numbers/decimal.ts'

export interface InvoiceTotals {
  subtotal: string
  discount: string
  tax: string
  payable: string
}

/** Value added tax of what is left after the discount. */
const taxRate = '0.1'

/** Totals of an invoice in whole rials: the discount lowers the sum of the lines, and the tax with it. */
export function invoiceTotals(amounts: readonly string[], discount: string): InvoiceTotals {
  const subtotal = amounts.reduce(addDecimal, '0')
  const net = subtractDecimal(subtotal, discount)
  const tax = roundDecimal(multiplyDecimal(net, taxRate), 0)
  return {
    subtotal: canonicalDecimal(subtotal),
    discount: canonicalDecimal(discount),
    tax: canonicalDecimal(tax),
    payable: canonicalDecimal(addDecimal(net, tax)),
  }
}
