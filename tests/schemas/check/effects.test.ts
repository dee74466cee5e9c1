import { describe, expect, it } from 'vitest'
import { checkModule } from '#schemas/check/check-module.ts'
import { offlineContext } from '#schemas/cli/module-folder.ts'

const entity = (name: string, properties: object, more: object = {}) =>
  JSON.stringify({ name, title: name, display: '{id}', schema: { type: 'object', properties }, ...more })
const machine = (initial: string, transitions: object) => ({ lifecycle: { state: { initial, transitions } } })
const line = { ware: { type: 'string' }, count: { type: 'integer' } }

interface Changes {
  effects?: object[]
  /** Effects of the transition `close` of a bill. */
  close?: object[]
  bill?: object
}

const shop = ({ effects = [], close = [], bill = {} }: Changes) => ({
  'module.json': JSON.stringify({ name: 'shop', title: 'Shop', version: '1.0.0' }),
  'locales/en.json': '{}',
  'entities/offer.json': entity(
    'offer',
    {
      title: { type: 'string' },
      state: { enum: ['open', 'sent'] },
      number: { type: 'string', sequence: { format: '{n}', gapless: true, at: 'send' } },
      lines: { type: 'array', rows: 'offer_line' },
    },
    machine('open', { send: { title: 'Send', from: ['open', 'sent'], to: 'sent', ...(effects.length > 0 && { effects }) } }),
  ),
  'entities/offer_line.json': entity('offer_line', line, { parent: 'offer' }),
  'entities/bill.json': entity(
    'bill',
    {
      title: { type: 'string' },
      state: { enum: ['open', 'closed'] },
      offer: { type: 'integer', references: 'offer' },
      number: { type: 'string' },
      lines: { type: 'array', rows: 'bill_line' },
      ...bill,
    },
    {
      ...machine('open', {
        close: { title: 'Close', from: ['open', 'closed'], to: 'closed', ...(close.length > 0 && { effects: close }) },
      }),
      storage: { unique: [['offer']] },
    },
  ),
  'entities/bill_line.json': entity('bill_line', line, { parent: 'bill' }),
})
const said = (changes: Changes, severity = 'error') =>
  checkModule(shop(changes), offlineContext({}, {}))
    .filter((problem) => problem.severity === severity && problem.file.startsWith('entities/') && !problem.message.startsWith('the label'))
    .map(({ pointer, message }) => `${pointer.replace('/lifecycle/state/transitions/', '')} ${message}`)

const save = { save: 'bill', by: { offer: '{record.id}' } }

describe('effects that make records', () => {
  it.each<[string, object[]]>([
    ['made or changed by a unique field', [{ ...save, as: 'bill', copy: 'all', rows: { lines: { from: 'lines', copy: 'all' } } }]],
    ['for each row', [{ create: 'bill', for: 'lines', values: { title: '{row.ware}' } }]],
    ['with rows of some fields', [{ create: 'bill', rows: { lines: { from: 'lines', copy: ['ware'], values: { count: 1 } } } }]],
  ])('are sound when a record is %s', (_, effects) => expect(said({ effects })).toEqual([]))

  it.each<[string, Changes, string]>([
    ['without "by"', { effects: [{ save: 'bill' }] }, 'send/effects/0 by which unique fields is the record found?'],
    [
      'by fields that several records may share',
      { effects: [{ save: 'bill', by: { title: '{record.title}' } }] },
      'send/effects/0/by several records of "bill" may have these values',
    ],
    [
      'by no field',
      { effects: [{ save: 'bill', by: { ofer: 1 } }] },
      'send/effects/0/by/ofer there is no field "ofer" in the entity "bill"',
    ],
    ['"by" without "save"', { effects: [{ create: 'bill', by: { offer: 1 } }] }, 'send/effects/0/by "by" is a word for "save"'],
    [
      'rows of no list',
      { effects: [{ ...save, rows: { lnes: { from: 'lines' } } }] },
      'send/effects/0/rows/lnes there is no list of rows "lnes"',
    ],
    [
      'rows from no list',
      { effects: [{ ...save, rows: { lines: { from: 'line' } } }] },
      'send/effects/0/rows/lines/from there is no list of rows "line" in the entity "offer"',
    ],
    ['each row of no list', { effects: [{ create: 'bill', for: 'rows' }] }, 'send/effects/0/for there is no list of rows "rows"'],
    [
      'a name for several records',
      { effects: [{ create: 'bill', for: 'lines', as: 'bill' }] },
      'send/effects/0/as with "for" there may be several',
    ],
    [
      'a copied number without gaps',
      { effects: [{ ...save, copy: ['number'] }] },
      'send/effects/0/copy/0 "number" is a number without gaps',
    ],
    ['a copied state', { effects: [{ ...save, copy: ['state'] }] }, 'send/effects/0/copy/0 "state" changes by its transitions only'],
    [
      'a copy into what is computed',
      { effects: [{ ...save, copy: ['title'] }], bill: { title: { type: 'integer', computed: 'count(lines)' } } },
      'send/effects/0/copy/0 "title" is computed',
    ],
    [
      'a copy that is no word here',
      { effects: [{ set: 'record', copy: 'all' }] },
      'send/effects/0/copy "copy" is a word for "create" and "save"',
    ],
  ])('are refused with %s', (_, changes, message) => expect(said(changes).join('\n')).toContain(message))

  it('need what a new record requires', () => {
    const files = shop({ effects: [save] })
    const bill = JSON.parse(files['entities/bill.json']) as { schema: object }
    files['entities/bill.json'] = JSON.stringify({ ...bill, schema: { ...bill.schema, required: ['title', 'offer'] } })
    const messages = checkModule(files, offlineContext({}, {})).map(({ message }) => message)
    expect(messages).toContain('a new "bill" needs "title": give it in "values" or "copy"')
    expect(messages.join()).not.toContain('needs "offer"')
  })
})

describe('effects that go round', () => {
  const back = { transition: 'send', of: 'offer', where: { id: '{record.offer_id}' } }
  const on = { transition: 'close', of: 'bill', where: { offer: '{record.id}' } }
  it('are reported with their way', () => {
    expect(said({ effects: [on], close: [back] }).sort()).toEqual([
      'close/effects what follows brings this about again, without end: bill.close → offer.send → bill.close',
      'send/effects what follows brings this about again, without end: offer.send → bill.close → offer.send',
    ])
  })
  it('are a note where a condition stops them', () => {
    const changes = { effects: [on], close: [{ ...back, where: { id: '{record.offer_id}', state: 'open' } }] }
    expect(said(changes)).toEqual([])
    expect(said(changes, 'warning').join('\n')).toContain('what follows may bring this about again: offer.send → bill.close → offer.send')
  })
})
