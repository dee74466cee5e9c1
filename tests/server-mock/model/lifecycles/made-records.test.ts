import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EntityDocument } from '#schemas/types/contract.d.ts'
import { madeMetadata } from '#server/model/lifecycles/made-records.ts'
import { listRecords, readRecord, takeTransition, writeRecord, type ModelContext } from '#server/model/model.ts'
import { freshDatabase, usualKind, type TestDatabase } from '#tests/helpers/database.ts'
import { entities, libraryRegistry, migrate, refusal, run } from '#tests/server-mock/model/library.ts'

const access = { read: 'library.read', write: 'library.write' }
const object = (properties: Record<string, unknown>, required: string[] = []) => ({ type: 'object', required, properties })
const decimal = { type: 'string', format: 'decimal', scale: 2 }
const line = { title: { type: 'string' }, count: { type: 'integer' }, price: decimal, total: { ...decimal, computed: 'count * price' } }

/** Offers from which bills are made, again and again, and a task for each of their lines. */
const documents = [
  ...entities,
  {
    name: 'offer',
    title: 'Offer',
    display: '{title}',
    schema: object({
      title: { type: 'string' },
      customer: { type: 'integer', references: 'author' },
      state: { enum: ['open', 'billed'] },
      number: { type: 'string', sequence: { format: 'O-{n}' } },
      bill: { type: 'integer', references: 'bill' },
      lines: { type: 'array', rows: 'offer_line' },
    }),
    lifecycle: {
      state: {
        initial: 'open',
        transitions: {
          bill: {
            from: ['open', 'billed'],
            to: 'billed',
            effects: [
              {
                save: 'bill',
                as: 'bill',
                by: { offer: '{record.id}' },
                copy: 'all',
                rows: { lines: { from: 'lines', copy: ['title', 'count', 'price'], values: { source: '{row.id}' } } },
              },
              { set: 'record', values: { bill: '{bill.id}' } },
              { create: 'chore', for: 'lines', copy: ['title'], values: { offer: '{record.id}', pieces: '{row.count}' } },
            ],
          },
        },
      },
    },
    access,
  },
  { name: 'offer_line', title: 'Line', parent: 'offer', display: '{title}', schema: object(line) },
  {
    name: 'bill',
    title: 'Bill',
    display: '{number}',
    schema: object({
      title: { type: 'string' },
      customer: { type: 'integer', references: 'author' },
      offer: { type: 'integer', references: 'offer' },
      state: { enum: ['open', 'paid'] },
      number: { type: 'string', sequence: { format: 'B-{n}' } },
      lines: { type: 'array', rows: 'bill_line' },
      total: { ...decimal, computed: 'sum(lines.total)' },
    }),
    lifecycle: {
      state: { initial: 'open', transitions: { pay: { from: ['open'], to: 'paid' } }, locks: [{ in: ['paid'], fields: true }] },
    },
    storage: { unique: [['offer']] },
    access,
  },
  { name: 'bill_line', title: 'Line', parent: 'bill', display: '{title}', schema: object({ ...line, source: { type: 'integer' } }) },
  {
    name: 'chore',
    title: 'Chore',
    display: '{title}',
    schema: object({ title: { type: 'string' }, offer: { type: 'integer', references: 'offer' }, pieces: { type: 'integer' } }),
    access,
  },
] as unknown as EntityDocument[]

const registry = libraryRegistry(documents)
let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase(usualKind)
  expect(await migrate(database, documents)).toEqual([])
})
afterAll(() => database.close())

const inCall = <T>(work: (context: ModelContext) => Promise<T>) => run(database, registry, work)
const bill = (id: unknown) =>
  inCall(async (context) => ({
    offer: await takeTransition(context, 'offer', { id, transition: 'bill' }),
    made: madeMetadata(context).metadata?.made as { bill?: { id: number } } | undefined,
  }))

test('a bill is made once and changed afterwards, with its number; rows are replaced, and each line brings about its own record', async () => {
  const customer = await inCall((context) => writeRecord(context, 'author', { data: { name_full: 'Sara' } }))
  const lines = [
    { title: 'Tea', count: 2, price: '1.50' },
    { title: 'Cup', count: 1, price: '4' },
  ]
  const offer = await inCall((context) => writeRecord(context, 'offer', { data: { title: 'First', customer: customer.id, lines } }))
  const { made } = await bill(offer.id)
  const first = await inCall((context) => readRecord(context, 'bill', made?.bill?.id))
  expect(first).toMatchObject({ title: 'First', customer_id: customer.id, number: 'B-1', total: '7.00', state: 'open' })
  expect(first.lines).toMatchObject([{ title: 'Tea', count: 2, source: (offer.lines as { id: number }[])[0]!.id }, { title: 'Cup' }])
  const chores = await inCall((context) => listRecords(context, 'chore', { sort: 'id' }))
  expect(chores.results).toHaveLength(2)
  expect(await inCall((context) => readRecord(context, 'offer', offer.id))).toMatchObject({ bill_id: first.id, number: 'O-1' })

  await inCall((context) =>
    writeRecord(context, 'offer', { id: offer.id, data: { title: 'Second', lines: [{ title: 'Pot', count: 1, price: '9' }] } }),
  )
  const again = await bill(offer.id)
  expect(again.made?.bill?.id).toBe(first.id)
  const second = await inCall((context) => readRecord(context, 'bill', first.id))
  expect(second).toMatchObject({ title: 'Second', number: 'B-1', total: '9.00' })
  expect(second.lines).toHaveLength(1)
})

test('what locks the record that is changed again refuses the whole', async () => {
  const offer = await inCall((context) => writeRecord(context, 'offer', { data: { title: 'Locked' } }))
  const { made } = await bill(offer.id)
  await inCall((context) => takeTransition(context, 'bill', { id: made?.bill?.id, transition: 'pay' }))
  await inCall((context) => writeRecord(context, 'offer', { id: offer.id, data: { title: 'Other' } }))
  expect(await refusal(bill(offer.id))).toMatchObject({ code: '422' })
  const { results } = await inCall((context) => listRecords(context, 'bill', { sort: 'id' }))
  expect((results as { id: number; title?: string }[]).find(({ id }) => id === made?.bill?.id)).toBeDefined()
})
