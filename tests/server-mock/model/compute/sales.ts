import type { EntityDocument } from '#schemas/types/contract.d.ts'
import { entities } from '../library.ts'

const access = { read: 'library.read', write: 'library.write', destroy: 'library.destroy' }
const amount = (computed?: unknown) => ({ type: 'string', format: 'decimal', scale: 2, ...(computed !== undefined && { computed }) })
const object = (required: string[], properties: Record<string, unknown>) => ({ type: 'object', required, properties })

/** Sales whose lines, shares and sums are computed, claims on lines, and payments that are written one by one. */
export const saleEntities = [
  ...entities,
  {
    name: 'ware',
    title: 'Ware',
    schema: object(['title'], { title: { type: 'string' }, sale_price: amount(), weight: { type: 'integer' } }),
    access: { read: 'library.wares', write: 'library.wares', names: 'user' },
  },
  {
    name: 'customer',
    title: 'Customer',
    schema: object(['title'], {
      title: { type: 'string' },
      sales: { type: 'integer', computed: { formula: 'count(sale)', by: 'customer' } },
      owed: amount({ formula: 'sum(sale.rest)', by: 'customer', where: { status: ['open', 'sent'] } }),
      last_total: amount({ last: 'sale.total', by: 'customer', order: 'ordered_at' }),
      total_before: amount({ last: 'sale.total', order: 'ordered_at', skip: 1 }),
      last_ordered_at: { type: 'string', format: 'date-time', computed: { last: 'sale.ordered_at', order: 'ordered_at' } },
      last_change: amount('last_total - total_before'),
    }),
    access,
  },
  {
    name: 'sale',
    title: 'Sale',
    display: '{number}',
    schema: object(['number'], {
      number: { type: 'string' },
      customer: { type: 'integer', references: 'customer' },
      ordered_at: { type: 'string', format: 'date-time' },
      discount: amount(),
      limit: amount(),
      status: { enum: ['open', 'sent', 'paid'] },
      lines: { type: 'array', rows: 'sale_line', maxItems: 600 },
      payments: { type: 'array', rows: 'sale_payment', edit: 'own' },
      total: amount('sum(lines.amount)'),
      payable: { ...amount('total - discount'), rules: 'min_value:0' },
      paid: amount({ formula: 'sum(payments.amount)', where: { verified: true } }),
      rest: amount('payable - paid'),
      mean: { type: 'string', format: 'decimal', scale: 4, computed: 'avg(lines.amount)' },
      frozen: { ...amount('payable'), frozen_in: ['sent', 'paid'] },
      first_weight: { type: 'integer', computed: 'sum(lines.ware.weight)' },
    }),
    lifecycle: {
      status: {
        initial: 'open',
        locks: [{ in: ['sent', 'paid'], fields: ['discount'] }],
        transitions: {
          send: { from: ['open'], to: 'sent', form: { fields: ['discount'] } },
          back: { from: ['sent'], to: 'open' },
          settle: { from: ['sent'], to: 'paid', when: { properties: { rest: { formatMaximum: '0' } } } },
        },
      },
    },
    checks: [
      {
        formula: 'limit - total',
        when: { properties: { limit: { type: 'string' } } },
        at_least: '0',
        field: 'limit',
        message: 'Over the limit.',
      },
    ],
    access,
  },
  {
    name: 'sale_line',
    title: 'Line',
    parent: 'sale',
    display: '{note}',
    schema: object(['ware', 'count'], {
      ware: { type: 'integer', references: 'ware' },
      note: { type: 'string' },
      count: { type: 'string', format: 'decimal' },
      is_added: { type: 'boolean' },
      unit_price: amount({ fetch: 'ware.sale_price', overwrite: true }),
      list_price: amount({ fetch: 'ware.sale_price' }),
      limit_now: amount({ fetch: 'sale.limit', follow: true }),
      amount: amount('count * unit_price'),
      tax: amount([
        { when: { properties: { is_added: { const: true } } }, formula: 'amount * 9 / 100' },
        { formula: 'amount - div(amount * 100, 109, 6)' },
      ]),
      discount: amount({ share: 'sale.discount', by: 'amount' }),
      claimed: {
        type: 'integer',
        computed: { formula: 'sum(claim_item.claimed)', by: 'line', where: { 'claim.status': ['new', 'confirmed'] } },
      },
    }),
    checks: [{ formula: 'count - claimed', at_least: '0', field: 'count', message: 'Too many are claimed.' }],
  },
  {
    name: 'sale_payment',
    title: 'Payment',
    parent: 'sale',
    display: '{amount}',
    schema: object(['amount'], { amount: amount(), verified: { type: 'boolean', default: false } }),
  },
  {
    name: 'claim',
    title: 'Claim',
    display: '{reason}',
    schema: object([], {
      reason: { type: 'string' },
      status: { enum: ['new', 'confirmed', 'rejected'], default: 'new' },
      items: { type: 'array', rows: 'claim_item' },
    }),
    access,
  },
  {
    name: 'claim_item',
    title: 'Item',
    parent: 'claim',
    display: '{line}',
    schema: object(['line', 'claimed'], {
      line: { type: 'integer', references: 'sale_line' },
      claimed: { type: 'integer' },
      confirmed: { type: 'integer' },
    }),
    checks: [{ formula: 'claimed - confirmed', at_least: '0', field: 'confirmed', message: 'More is confirmed than claimed.' }],
  },
] as unknown as EntityDocument[]
