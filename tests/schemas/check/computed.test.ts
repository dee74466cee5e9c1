import { describe, expect, it } from 'vitest'
import { checkModule } from '#schemas/check/check-module.ts'
import { diffModules } from '#schemas/check/diff/diff-modules.ts'
import { parseModule } from '#schemas/check/parse-module.ts'
import { offlineContext } from '#schemas/cli/module-folder.ts'

const context = offlineContext({}, {})
const decimal = (more: object = {}) => ({ type: 'string', format: 'decimal', scale: 2, ...more })

interface Changes {
  sale?: object
  line?: object
  payment?: object
  /** Words of the entity `sale`. */
  more?: object
  /** Words of the entity `sale_line`. */
  lineMore?: object
}

const entity = (name: string, properties: object, more: object = {}) =>
  JSON.stringify({ name, title: name, display: '{id}', schema: { type: 'object', properties }, ...more })

/** A sale with lines, payments that refer to it, and wares. */
const shop = ({ sale = {}, line = {}, payment = {}, more = {}, lineMore = {} }: Changes) => ({
  'module.json': JSON.stringify({ name: 'shop', title: 'Shop', version: '1.0.0' }),
  'locales/en.json': '{}',
  'entities/ware.json': entity('ware', { title: { type: 'string' }, sale_price: decimal(), weight: { type: 'integer' } }),
  'entities/sale.json': entity(
    'sale',
    {
      customer: { type: 'string' },
      is_gift: { type: 'boolean' },
      status: { enum: ['open', 'sent'] },
      shipping: decimal(),
      lines: { type: 'array', rows: 'sale_line' },
      ...sale,
    },
    more,
  ),
  'entities/sale_line.json': entity(
    'sale_line',
    { ware: { type: 'integer', references: 'ware' }, count: { type: 'integer' }, unit_price: decimal(), note: { type: 'string' }, ...line },
    { parent: 'sale', ...lineMore },
  ),
  'entities/payment.json': entity('payment', {
    sale: { type: 'integer', references: 'sale' },
    status: { enum: ['pending', 'verified'] },
    amount: decimal(),
    ...payment,
  }),
})

const lifecycle = { status: { initial: 'open', transitions: { send: { from: ['open'], to: 'sent', title: 'Send' } } } }

const faults = (changes: Changes) =>
  checkModule(shop(changes), context)
    .filter(({ file, severity }) => severity === 'error' && file.startsWith('entities/'))
    .filter(({ message }) => !message.startsWith('the label'))
    .map(
      ({ file, pointer, message }) =>
        `${file.slice('entities/'.length, -'.json'.length)}${pointer.replace('/schema/properties', '')} ${message}`,
    )

describe('what is computed is sound', () => {
  it.each<[string, Changes]>([
    ['products', { line: { amount: decimal({ computed: 'count * unit_price' }) } }],
    [
      'sums of rows',
      {
        line: { amount: decimal({ computed: 'count * unit_price' }) },
        sale: { total: decimal({ computed: 'sum(lines.amount) + shipping' }) },
      },
    ],
    ['a rounded quotient in a whole number', { sale: { boxes: { type: 'integer', computed: 'round(sum(lines.count) / 6, 0)' } } }],
    [
      'cases',
      {
        sale: {
          total: decimal({ computed: [{ when: { properties: { is_gift: { const: true } } }, formula: '0' }, { formula: 'shipping' }] }),
        },
      },
    ],
    [
      'records that refer to it',
      { sale: { paid: decimal({ computed: { formula: 'sum(payment.amount)', by: 'sale', where: { status: 'verified' } } }) } },
    ],
    ['records that refer to it by the only field', { sale: { paid: decimal({ computed: 'sum(payment.amount)' }) } }],
    [
      'what is fetched',
      {
        line: {
          price: decimal({ computed: { fetch: 'ware.sale_price', overwrite: true } }),
          name: { type: 'string', computed: { fetch: 'ware.title' } },
        },
      },
    ],
    [
      'what follows its source',
      {
        line: {
          price: decimal({ computed: { fetch: 'ware.sale_price', overwrite: true, follow: true } }),
          customer: { type: 'string', computed: { fetch: 'sale.customer', follow: true } },
        },
      },
    ],
    ['what is split', { line: { part: decimal({ computed: { share: 'sale.shipping', by: 'count' } }) } }],
    ['what a reference has', { line: { weight: { type: 'integer', computed: 'count * ware.weight' } } }],
    ['what stays in a state', { sale: { total: decimal({ computed: 'shipping', frozen_in: ['sent'] }) }, more: { lifecycle } }],
    ['what stays in a state of its record', { line: { amount: decimal({ computed: 'count', frozen_in: ['sent'] }) }, more: { lifecycle } }],
    [
      'what the last record that refers to it has',
      { sale: { paid_last: decimal({ computed: { last: 'payment.amount', order: 'row_no' } }) }, payment: { row_no: { type: 'integer' } } },
    ],
    [
      'amounts of rows in the currency of their record',
      {
        sale: { coin: { type: 'string' }, total: decimal({ currency: { field: 'coin' }, computed: 'sum(lines.unit_price)' }) },
        line: { unit_price: decimal({ currency: { field: 'sale.coin' } }) },
      },
    ],
    [
      'amounts of rows in a currency of their own',
      {
        sale: { coin: { enum: ['USD', 'IRR'] }, total: decimal({ currency: { field: 'coin' }, computed: 'sum(lines.unit_price)' }) },
        line: { coin: { type: 'string' }, unit_price: decimal({ currency: { field: 'coin' } }) },
      },
    ],
    ['checks', { more: { checks: [{ formula: 'shipping', at_least: '0', at_most: '10.5', field: 'shipping', message: 'Too much' }] } }],
  ])('%s', (_, changes) => expect(faults(changes)).toEqual([]))
})

describe('what is computed is refused', () => {
  const total = (computed: unknown, more: object = {}): Changes => ({ sale: { total: decimal({ computed, ...more }) } })
  it.each<[string, Changes, string]>([
    ['that cannot be read', total('shipping *'), 'sale/total/computed the formula ends too early (at character 11)'],
    [
      'with an unknown field',
      total('shiping + 1'),
      'sale/total/computed there is no field "shiping"; did you mean "shipping"? (at character 1: shiping)',
    ],
    [
      'with an unknown field of rows',
      total('sum(lines.cuont)'),
      'sale/total/computed there is no field "cuont"; did you mean "count"? (at character 5: lines.cuont)',
    ],
    ['with a text', total('shipping + customer'), 'sale/total/computed "customer" is a text and no number'],
    [
      'with a reference',
      { line: { price: decimal({ computed: 'ware * 2' }) } },
      'sale_line/price/computed "ware" is a reference and no number',
    ],
    ['over many rows', total('lines.unit_price'), 'sale/total/computed "lines" are many rows, so this needs sum'],
    [
      'over what does not refer to it',
      total('sum(ware.sale_price)'),
      'sale/total/computed "ware.sale_price" is an entity that does not refer to this one',
    ],
    [
      'over what refers to it twice',
      { ...total('sum(payment.amount)'), payment: { refund_of: { type: 'integer', references: 'sale' } } },
      'sale/total/computed "payment.amount" is the records of an entity that refers to this one by "sale" and "refund_of" ("by" says which one counts)',
    ],
    [
      'of the last of an unknown entity',
      total({ last: 'paiment.amount', order: 'created_at' }),
      'sale/total/computed/last there is no entity "paiment"',
    ],
    [
      'of an unknown field of the last record',
      total({ last: 'payment.amont', order: 'created_at' }),
      'sale/total/computed/last there is no field "amont" in "payment"',
    ],
    [
      'of the last by an unknown field',
      total({ last: 'payment.amount', order: 'paid' }),
      'sale/total/computed/order there is no field "paid" in "payment"',
    ],
    [
      'of the last by a choice',
      total({ last: 'payment.amount', order: 'status' }),
      'sale/total/computed/order "status" is no moment, no day and no number, so nothing is the last by it',
    ],
    [
      'of the last by a field that does not refer to it',
      total({ last: 'payment.amount', by: 'seller', order: 'created_at' }),
      'sale/total/computed/by "seller" is no field by which a record of "payment" refers to this one',
    ],
    [
      'of the last of what does not refer to it',
      total({ last: 'ware.sale_price', order: 'created_at' }),
      'sale/total/computed/last "ware" is an entity that does not refer to this one',
    ],
    [
      'of the last with another type',
      total({ last: 'payment.status', order: 'created_at' }),
      'sale/total/computed/last "payment.status" is anything, and the field string decimal: they need the same type',
    ],
    [
      'without a scale',
      { sale: { total: { type: 'string', format: 'decimal', computed: 'shipping / 3' } } },
      'sale/total/computed to how many decimals is it rounded? Write "scale": 6',
    ],
    [
      'with decimals in a whole number',
      { sale: { total: { type: 'integer', computed: 'shipping / 3' } } },
      'sale/total/computed the result may have decimals, and the field is a whole number',
    ],
    ['in a text', { sale: { total: { type: 'string', computed: 'shipping' } } }, 'sale/total/type a formula computes a number'],
    [
      'with currencies',
      { sale: { a: decimal({ currency: 'IRR' }), b: decimal({ currency: 'USD' }), total: decimal({ computed: 'a + b' }) } },
      'sale/total/computed amounts in IRR and in USD are neither added nor compared',
    ],
    [
      'in another currency',
      { sale: { a: decimal({ currency: 'IRR' }), total: decimal({ currency: 'USD', computed: 'a * 2' }) } },
      'sale/total/computed the result is in IRR, and the field in USD',
    ],
    ['in an unknown currency', { sale: { a: decimal({ currency: 'IRX' }) } }, 'sale/a/currency "IRX" is no currency of ISO 4217'],
    [
      'in the currency of no field',
      { sale: { coin: { type: 'string' }, a: decimal({ currency: { field: 'coyn' } }) } },
      'sale/a/currency/field there is no field "coyn" in this entity',
    ],
    [
      'in the currency of a field that holds none',
      { sale: { a: decimal({ currency: { field: 'status' } }) } },
      'sale/a/currency/field "status" holds "open", which is no currency of ISO 4217',
    ],
    [
      'in the currency of records without a code',
      { line: { a: decimal({ currency: { field: 'ware' } }) } },
      'sale_line/a/currency/field "ware" refers to records without a text "code"',
    ],
    [
      'in a currency and in that of a field',
      {
        sale: {
          coin: { type: 'string' },
          a: decimal({ currency: 'IRR' }),
          b: decimal({ currency: { field: 'coin' } }),
          total: decimal({ computed: 'a + b' }),
        },
      },
      'sale/total/computed amounts in IRR and in the currency of "coin" are neither added nor compared',
    ],
    [
      'of a field in a fixed currency',
      {
        sale: {
          coin: { type: 'string' },
          b: decimal({ currency: { field: 'coin' } }),
          total: decimal({ currency: 'IRR', computed: 'b * 2' }),
        },
      },
      'sale/total/computed the result is in the currency of "coin", and the field in IRR',
    ],
    [
      'of rows without a currency in one of a field',
      { sale: { coin: { type: 'string' }, total: decimal({ currency: { field: 'coin' }, computed: 'sum(lines.unit_price)' }) } },
      'sale/total/computed the sum is in the currency of "coin", and "lines.unit_price" says none',
    ],
    ['with a default', total('shipping', { default: '0' }), 'sale/total/default the value is computed, so "default" cannot hold for it'],
    ['that is asked for', total('shipping', { rules: 'required' }), 'sale/total/rules "total" is computed, so nobody can be asked for it'],
    ['where a case is never reached', total([{ formula: '0' }, { formula: '1' }]), 'sale/total/computed/0 this one always counts'],
    [
      'under a condition of nothing',
      total([{ when: { properties: { is_gft: { const: true } } }, formula: '0' }]),
      'sale/total/computed/0/when/properties/is_gft there is no field "is_gft"',
    ],
    [
      'with "where" over no rows',
      total({ formula: 'shipping', where: { status: 'open' } }),
      'sale/total/computed "where" and "by" say which rows or records count',
    ],
    [
      'with "where" of nothing',
      total({ formula: 'sum(lines.count)', where: { cuont: 1 } }),
      'sale/total/computed/where/cuont there is no field "cuont"',
    ],
    [
      'with "where" of the session',
      total({ formula: 'count(payment)', where: { status: '{session.user.id}' } }),
      'sale/total/computed/where what is stored is the same for everybody',
    ],
    [
      'with "by" of nothing',
      total({ formula: 'count(payment)', by: 'sael' }),
      'sale/total/computed/by "sael" is no field by which a record of "payment" refers to this one',
    ],
    [
      'that is fetched from no reference',
      { line: { price: decimal({ computed: { fetch: 'count.price' } }) } },
      'sale_line/price/computed/fetch a field of a record that this one refers to is copied',
    ],
    [
      'that is fetched from nothing',
      { line: { price: decimal({ computed: { fetch: 'ware.price' } }) } },
      'sale_line/price/computed/fetch there is no field "ware.price"',
    ],
    [
      'that is fetched as another type',
      { line: { price: decimal({ computed: { fetch: 'ware.title' } }) } },
      'sale_line/price/computed/fetch "ware.title" is string, and the field string decimal',
    ],
    [
      'that follows from afar and may be overwritten',
      {
        sale: {
          main: { type: 'integer', references: 'sale_line' },
          price: decimal({ computed: { fetch: 'main.ware.sale_price', overwrite: true, follow: true } }),
        },
      },
      'sale/price/computed/follow what people may overwrite follows a record that this one refers to itself: write "<reference>.<field>"',
    ],
    [
      'that follows a translated text',
      {
        line: { text: { type: 'string', computed: { fetch: 'sale.customer', follow: true } } },
        more: { storage: { translate: ['customer'] } },
      },
      'sale_line/text/computed/follow "sale.customer" is a translated text, and a copy in one language does not follow it',
    ],
    [
      'that is split without rows',
      total({ share: 'sale.shipping', by: 'count' }),
      'sale/total/computed an amount is split over the rows of a record',
    ],
    [
      'that is split by nothing',
      { line: { part: decimal({ computed: { share: 'sale.shipping', by: 'cnt' } }) } },
      'sale_line/part/computed/by there is no field "cnt"',
    ],
    [
      'from an amount of nothing',
      { line: { part: decimal({ computed: { share: 'sale.shiping', by: 'count' } }) } },
      'sale_line/part/computed/share there is no field "shiping"',
    ],
    [
      'that stays in no state',
      { ...total('shipping', { frozen_in: ['snt'] }), more: { lifecycle } },
      'sale/total/frozen_in/0 there is no state "snt"',
    ],
    [
      'that is frozen and not computed',
      { sale: { fee: decimal({ frozen_in: ['sent'] }) }, more: { lifecycle } },
      'sale/fee/frozen_in "frozen_in" is a word for fields with "computed"',
    ],
    [
      'inside of a value',
      { sale: { box: { type: 'object', properties: { size: decimal({ computed: '1' }) } } } },
      'sale/box/properties/size/computed fields of a record are computed',
    ],
    [
      'by a check of nothing',
      { more: { checks: [{ formula: 'shiping', at_least: '0', field: 'shipping', message: 'x' }] } },
      'sale/checks/0/formula there is no field "shiping"',
    ],
    [
      'by a check at nothing',
      { more: { checks: [{ formula: 'shipping', at_least: '0', field: 'shiping', message: 'x' }] } },
      'sale/checks/0/field there is no field "shiping"',
    ],
    [
      'by a check without a limit',
      { more: { checks: [{ formula: 'shipping', field: 'shipping', message: 'x' }] } },
      'sale/checks/0 a check has a limit',
    ],
  ])('%s', (_, changes, message) => expect(faults(changes)).toEqual(expect.arrayContaining([expect.stringContaining(message)])))

  it('from itself, with the way round', () => {
    expect(faults({ sale: { a: decimal({ computed: 'b' }), b: decimal({ computed: 'a + 1' }) } })).toEqual([
      'sale/a/computed the value is computed from itself: a → b → a',
      'sale/b/computed the value is computed from itself: b → a → b',
    ])
  })

  it('from itself over records that belong to it', () => {
    const found = faults({
      sale: { fee: decimal({ computed: 'sum(lines.part)' }) },
      line: { part: decimal({ computed: { share: 'sale.fee', by: 'count' } }) },
    })
    expect(found).toContain('sale/fee/computed the value is computed from itself: fee → sale_line.part → fee')
  })
})

describe('a publication tells', () => {
  const changes = (before: Changes, after: Changes) => {
    const [old, now] = [before, after].map((one) => parseModule(shop(one)))
    return diffModules(old, now!)
      .filter(({ subject }) => subject.startsWith('entity sale'))
      .map(({ level, subject, sentence }) => `${level} ${subject} ${sentence}`)
  }
  const fee = (more: object): Changes => ({ sale: { fee: decimal(more) } })
  const check: Changes = { more: { checks: [{ formula: 'shipping', at_least: '0', field: 'shipping', message: 'x' }] } }
  it.each<[string, Changes, Changes, RegExp]>([
    ['a new computed field', {}, fee({ computed: 'shipping' }), /^additive entity sale: fee is new/],
    ['another formula', fee({ computed: 'shipping' }), fee({ computed: 'shipping * 2' }), /^risky .* is computed in another way/],
    [
      'another of the last records',
      fee({ computed: { last: 'payment.amount', order: 'created_at' } }),
      fee({ computed: { last: 'payment.amount', order: 'created_at', skip: 1 } }),
      /^risky .* is computed in another way/,
    ],
    [
      'a copy that follows its source',
      { sale: { main: { type: 'integer', references: 'payment' }, fee: decimal({ computed: { fetch: 'main.amount' } }) } },
      { sale: { main: { type: 'integer', references: 'payment' }, fee: decimal({ computed: { fetch: 'main.amount', follow: true } }) } },
      /^risky .* follows the field that it is copied from; stored records take the value that it has now/,
    ],
    [
      'a copy that does not follow its source any more',
      { sale: { main: { type: 'integer', references: 'payment' }, fee: decimal({ computed: { fetch: 'main.amount', follow: true } }) } },
      { sale: { main: { type: 'integer', references: 'payment' }, fee: decimal({ computed: { fetch: 'main.amount' } }) } },
      /^additive .* does not follow the field that it is copied from any more/,
    ],
    ['a field that becomes computed', fee({}), fee({ computed: 'shipping' }), /^risky .* is computed from now on/],
    ['a field that is computed no more', fee({ computed: 'shipping' }), fee({}), /^additive .* is not computed any more/],
    [
      'another currency',
      fee({ currency: 'IRR' }),
      fee({ currency: 'IRT' }),
      /^risky .* is in IRT instead of in IRR; stored amounts stay the same numbers/,
    ],
    ['a new check', {}, check, /^breaking entity sale: checks "shipping" is at least 0 from now on; they are tightened/],
    ['a check that is gone', check, {}, /^additive entity sale: checks need not hold any more that "shipping" is at least 0/],
  ])('%s', (_, before, after, message) => {
    const told = changes(before, after)
    expect(told).toHaveLength(1)
    expect(told[0]).toMatch(message)
  })
})
