import { describe, expect, it } from 'vitest'
import { checkModule, type CheckContext } from '#schemas/check/check-module.ts'
import { diffModules } from '#schemas/check/diff/diff-modules.ts'
import { parseModule } from '#schemas/check/parse-module.ts'

const context: CheckContext = { modules: {}, locales: ['en'] }
const stock = {
  name: 'stock',
  of: 'ware',
  amounts: { quantity: { scale: 3 }, fee: { scale: 2 } },
  balances: { on_hand: { scale: 3 }, reserved: { scale: 3 }, available: 'on_hand - reserved' },
  entries: {
    supply: { on_hand: 'quantity' },
    damage: { on_hand: '-quantity' },
    reserve: { reserved: 'quantity', hold: true },
    issue: { on_hand: '-quantity', closes: 'reserve' },
  },
  never_below: {
    available: { floor: 'least', only_if: { properties: { stops: { const: true } } }, message: '$short' },
    on_hand: { floor: '0', on: ['damage'], message: '$short' },
  },
}
const decimal = { type: 'string', format: 'decimal' }
const properties = {
  title: { type: 'string' },
  stops: { type: 'boolean' },
  least: decimal,
  stock: { ...decimal, computed: { balance: 'stock.available' } },
}
const post = { post: 'stock', entry: 'supply', values: { ware: '{record.ware_id}', quantity: '{record.quantity}' } }
const line = {
  name: 'change_line',
  title: '$change',
  display: '{count}',
  parent: 'change',
  schema: { type: 'object', properties: { ware: { type: 'integer', references: 'ware' }, count: { type: 'integer' } } },
}

interface Changes {
  ledger?: object
  ware?: object
  effects?: object[]
  more?: Record<string, unknown>
}

function filesWith({ ledger = {}, ware = {}, effects = [post], more = {} }: Changes): Record<string, string> {
  const change = {
    name: 'change',
    title: '$change',
    display: '{quantity}',
    schema: {
      type: 'object',
      properties: { ware: { type: 'integer', references: 'ware' }, quantity: decimal, lines: { type: 'array', rows: 'change_line' } },
    },
    created: { effects },
    access: { read: 'shop.read' },
  }
  const documents: Record<string, unknown> = {
    'module.json': { name: 'shop', title: '$shop', version: '1.0.0', permissions: ['shop.read'] },
    'entities/ware.json': {
      name: 'ware',
      title: '$ware',
      schema: { type: 'object', properties: { ...properties, ...ware } },
      access: { read: 'shop.read' },
    },
    'entities/change.json': change,
    'entities/change_line.json': line,
    'ledgers/stock.json': { ...stock, ...ledger },
    'locales/en.json': { shop: 'Shop' },
    ...more,
  }
  return Object.fromEntries(Object.entries(documents).map(([path, document]) => [path, JSON.stringify(document)]))
}
/** Errors but for texts, which these documents have none of. */
const saidOf = (changes: Changes): string[] =>
  checkModule(filesWith(changes), context)
    .filter(({ severity, message }) => severity === 'error' && !message.includes('is missing in locales'))
    .map(({ file, pointer, message }) => `${file} ${pointer} ${message}`)

describe('a ledger', () => {
  it('without a fault has nothing to complain about', () => expect(saidOf({})).toEqual([]))

  const { entries, balances, never_below: floors } = stock
  it.each<[string, object, string]>([
    ['another name than its file', { name: 'store' }, '/name the file must be called ledgers/store.json'],
    ['accounts that there are not', { of: 'waer' }, '/of there is no entity "waer"'],
    [
      'a kind that touches no balance',
      { entries: { ...entries, lost: { on_hnad: '-quantity' } } },
      '/entries/lost/on_hnad there is no balance "on_hnad"',
    ],
    [
      'a kind that changes a formula',
      { entries: { ...entries, lost: { available: '-quantity' } } },
      'is a formula of balances, so no entry changes it',
    ],
    [
      'an unknown amount',
      { entries: { ...entries, lost: { on_hand: '-quantty' } } },
      'there is no field "quantty"; did you mean "quantity"?',
    ],
    ['a kind that does nothing', { entries: { ...entries, lost: { hold: false } } }, '/entries/lost an entry changes a balance'],
    [
      'a hold that nothing closes',
      { entries: { ...entries, block: { reserved: 'quantity', hold: true } } },
      '/entries/block/hold nothing closes this hold',
    ],
    ['a closer of no hold', { entries: { ...entries, lost: { on_hand: '-quantity', closes: 'resreve' } } }, 'there is no hold "resreve"'],
    ['a formula of formulas', { balances: { ...balances, twice: 'available + available' } }, '/balances/twice'],
    [
      'a floor of no balance',
      { never_below: { ...floors, avialable: { floor: '0', message: '$short' } } },
      '/never_below/avialable there is no balance',
    ],
    [
      'a floor on no kind',
      { never_below: { on_hand: { floor: '0', on: ['damge'], message: '$short' } } },
      'there is no kind of entry "damge"',
    ],
    ['a floor that is no field', { never_below: { on_hand: { floor: 'leest', message: '$short' } } }, 'there is no field "leest"'],
    ['a floor that is a text', { never_below: { on_hand: { floor: 'title', message: '$short' } } }, '"title" is no number'],
    ['a floor that is a balance', { never_below: { on_hand: { floor: 'stock', message: '$short' } } }, 'is a balance itself'],
    [
      'a condition on no field',
      { never_below: { on_hand: { ...floors.available, floor: '0', only_if: { properties: { stps: {} } } } } },
      'there is no field "stps"',
    ],
    ['an amount that is a balance too', { amounts: { ...stock.amounts, on_hand: { scale: 0 } } }, 'an entry has "on_hand" already'],
    ['an amount without decimals told', { amounts: { quantity: {}, fee: { scale: 2 } } }, 'scale'],
  ])('is refused with %s', (_, ledger, sentence) => expect(saidOf({ ledger }).join('\n')).toContain(sentence))

  it('has entities of its own, whose names nobody else has', () => {
    const other = { name: 'stock_entry', title: '$ware', schema: { type: 'object', properties: { title: { type: 'string' } } } }
    expect(saidOf({ more: { 'entities/stock_entry.json': other } }).join()).toContain('which the module "shop" has already')
    const grid = { entity: 'stock_entry', columns: ['ware.title', 'kind', 'on_hand', 'on_hand_after'], filters: ['kind', 'effective_at'] }
    expect(saidOf({ more: { 'grids/entries.json': grid } })).toEqual([])
  })
})

describe('what posts to a ledger', () => {
  const lines = { ...post, for: 'lines', values: { ware: '{row.ware_id}', quantity: '{row.count}' } }
  it('may be a record, its rows, or a reversal', () =>
    expect(
      saidOf({
        effects: [post, lines, { ...post, entry: '{record.quantity}' }, { reverse: 'stock' }, { reverse: 'stock', entry: 'reserve' }],
      }),
    ).toEqual([]))

  it.each<[string, object, string]>([
    ['an unknown ledger', { ...post, post: 'stcok' }, '/created/effects/0/post there is no ledger "stcok"'],
    ['an unknown kind', { ...post, entry: 'suply' }, 'there is no kind of entry "suply"'],
    ['no kind', { post: 'stock', values: post.values }, 'which kind of entry?'],
    ['no account', { ...post, values: { quantity: '1' } }, 'whose balance is it?'],
    ['no amount', { ...post, values: { ware: '{record.ware_id}' } }, 'needs the amount "quantity"'],
    ['an amount that there is not', { ...post, values: { ...post.values, price: '1' } }, 'has no "price"'],
    ['a field that there is not', { ...post, values: { ...post.values, quantity: '{record.quantty}' } }, 'there is no field "quantty"'],
    ['a reference without its column', { ...post, values: { ...post.values, ware: '{record.ware}' } }, 'is inserted as "{record.ware_id}"'],
    ['rows of no list', { ...lines, for: 'linse' }, 'there is no list of rows "linse"'],
    ['rows without a list', { ...post, values: lines.values }, 'rows are inserted where "for" names their list'],
    ['words of other effects', { ...post, as: 'entry' }, '/created/effects/0/as has no effect here'],
    ['a reversal of no ledger', { reverse: 'stcok' }, '/created/effects/0/reverse there is no ledger'],
    ['entries that it writes itself', { create: 'stock_entry', values: { kind: 'supply' } }, 'is written by its ledger alone'],
  ])('is refused with %s', (_, effect, sentence) => expect(saidOf({ effects: [effect] }).join('\n')).toContain(sentence))
})

describe('a balance as a field', () => {
  const field = (balance: string, more: object = {}) => ({ ware: { stock: { ...decimal, ...more, computed: { balance } } } })
  it.each<[string, Changes, string]>([
    ['an unknown ledger', field('stok.available'), 'there is no ledger "stok"'],
    [
      'the least of what is no list of its own records',
      { ware: { stock: { ...decimal, computed: { balance: 'stock.available', least_of: 'title' } } } },
      '"title" is no list of references to records of "ware"',
    ],
    ['an unknown balance', field('stock.avail'), 'there is no balance "avail" in the ledger "stock"'],
    ['another type', field('stock.available', { format: undefined }), 'a balance is a decimal'],
    ['the accounts of another entity', { ledger: { of: 'change', never_below: undefined } }, 'are the records of "change"'],
    [
      'a condition over it',
      {
        effects: [{ ...post, only_if: { properties: { quantity: {} } } }],
        ledger: { never_below: { available: { floor: '0', only_if: { properties: { stock: { const: '0' } } }, message: '$short' } } },
      },
      'is a balance, which is read beside what is stored',
    ],
    [
      'a stored formula over it',
      { ware: { twice: { ...decimal, scale: 3, computed: 'stock * 2' } } },
      'is a balance, which is never stored,',
    ],
  ])('is refused with %s', (_, changes, sentence) => expect(saidOf(changes).join('\n')).toContain(sentence))
})

describe('a changed ledger', () => {
  const changesTo = (ledger: object) =>
    diffModules(parseModule(filesWith({})), parseModule(filesWith({ ledger }))).map(({ level, sentence }) => `${level}: ${sentence}`)
  it.each<[string, object, string]>([
    ['a new kind', { entries: { ...stock.entries, found: { on_hand: 'quantity' } } }, 'additive: has the new kind of entry "found"'],
    [
      'a new balance',
      { balances: { ...stock.balances, lost: { scale: 3 } } },
      'additive: has the new balance "lost", which is summed from the entries',
    ],
    [
      'a kind with another meaning',
      { entries: { ...stock.entries, damage: { on_hand: '-quantity', reserved: '-quantity' } } },
      'breaking: the kind of entry "damage" changes balances otherwise',
    ],
    ['a kind that goes', { entries: { ...stock.entries, damage: undefined } }, 'breaking: the kind of entry "damage" is gone'],
    [
      'a raised floor',
      { never_below: { ...stock.never_below, on_hand: { floor: '5', on: ['damage'], message: '$short' } } },
      'risky: the floor of "on_hand" is tighter',
    ],
    [
      'a lowered floor',
      { never_below: { ...stock.never_below, on_hand: { floor: '-5', on: ['damage'], message: '$short' } } },
      'additive: the floor of "on_hand" is another',
    ],
    ['other accounts', { of: 'change' }, 'breaking: keeps the balances of other records'],
    ['zero sums', { zero_sum: true }, 'risky: refuses what does not add up to nothing'],
  ])('is told with %s', (_, ledger, sentence) => expect(changesTo(ledger).join('\n')).toContain(sentence))
  it('is told once, and not with its entities too', () => {
    expect(changesTo({ entries: { ...stock.entries, found: { on_hand: 'quantity' } } })).toHaveLength(1)
  })
})
