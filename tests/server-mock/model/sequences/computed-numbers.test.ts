import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EntityDocument } from '#schemas/types/contract.d.ts'
import { readRecord, trashRecord, writeRecord, type ModelContext } from '#server/model/model.ts'
import { databaseKinds, freshDatabase, type TestDatabase } from '../../../helpers/database.ts'
import { entities, libraryRegistry, migrate, run } from '../library.ts'

const access = { read: 'library.read', write: 'library.write', destroy: 'library.destroy' }
const amount = (computed?: unknown) => ({ type: 'string', format: 'decimal', scale: 2, ...(computed !== undefined && { computed }) })
const isNumbered = { properties: { number: { type: 'string' } } }

/** Bills that close by themselves once deposits have paid them, and then have a number and a fee. */
const documents = [
  ...entities,
  { name: 'branch', title: 'Branch', display: '{code}', schema: { type: 'object', properties: { code: { type: 'string' } } }, access },
  {
    name: 'bill',
    title: 'Bill',
    display: '{draft}',
    schema: {
      type: 'object',
      required: ['branch', 'code'],
      properties: {
        branch: { type: 'integer', references: 'branch' },
        code: { type: 'string', computed: { fetch: 'branch.code', overwrite: true } },
        draft: { type: 'string', sequence: { format: '{code}-{n}' } },
        lines: { type: 'array', rows: 'bill_line' },
        total: amount('sum(lines.amount)'),
        paid: amount({ formula: 'sum(deposit.amount)', by: 'bill', where: { is_void: false } }),
        rest: amount('total - paid'),
        status: { enum: ['open', 'closed'] },
        number: { type: 'string', sequence: { format: 'B-{n}', digits: 3, gapless: true, at: 'close' } },
        fee: amount([{ when: isNumbered, formula: '1.5' }, { formula: '0' }]),
      },
    },
    lifecycle: {
      status: {
        initial: 'open',
        transitions: {
          close: { from: ['open'], to: 'closed', access: 'library.write', when: { properties: { rest: { formatMaximum: '0' } } } },
        },
      },
    },
    checks: [{ formula: 'total', when: isNumbered, at_most: '1000', field: 'total', message: 'Too much for one number.' }],
    access,
  },
  {
    name: 'bill_line',
    title: 'Line',
    parent: 'bill',
    display: '{tag}',
    schema: {
      type: 'object',
      required: ['branch', 'code'],
      properties: {
        branch: { type: 'integer', references: 'branch' },
        code: { type: 'string', computed: { fetch: 'branch.code', overwrite: true } },
        tag: { type: 'string', sequence: { format: 'L-{code}-{n}' } },
        amount: amount(),
      },
    },
  },
  {
    name: 'deposit',
    title: 'Deposit',
    display: '{amount}',
    schema: {
      type: 'object',
      properties: { bill: { type: 'integer', references: 'bill' }, amount: amount(), is_void: { type: 'boolean', default: false } },
    },
    access,
  },
] as unknown as EntityDocument[]
const registry = libraryRegistry(documents)

describe.each(databaseKinds)('numbers beside computed fields (%s)', (kind) => {
  let database: TestDatabase
  let north: number
  beforeAll(async () => {
    database = await freshDatabase(kind)
    expect(await migrate(database, documents)).toEqual([])
    north = (await write('branch', { code: 'N' })).id
  })
  afterAll(() => database.close())

  const call = <T>(work: (context: ModelContext) => Promise<T>) => run(database, registry, work)
  const write = (model: string, data: Record<string, unknown>) => call((context) => writeRecord(context, model, { data }))
  const read = (id: number) => call((context) => readRecord(context, 'bill', id))
  const bill = (sum = '10') => write('bill', { branch: north, lines: [{ branch: north, amount: sum }] })
  const last = async () => {
    const closing = await bill()
    await write('deposit', { bill: closing.id, amount: '10' })
    return Number(((await read(closing.id)).number as string).slice(2))
  }
  const numberBehind = (count: number) => `B-${String(count).padStart(3, '0')}`

  test('a number is made of what was computed, in a record and in its rows', async () => {
    const [first, second] = [await bill(), await bill()]
    expect(first).toMatchObject({ code: 'N', draft: 'N-1', lines: [{ tag: 'L-N-1' }] })
    expect(second).toMatchObject({ code: 'N', draft: 'N-2', lines: [{ tag: 'L-N-2' }] })
    const typed = await write('bill', { branch: north, code: 'X', lines: [] })
    expect(typed).toMatchObject({ draft: 'X-3', status: 'closed' })
  })

  test('a sum that is computed closes a record elsewhere, which gets its number and what hangs on it', async () => {
    const before = await last()
    const open = await bill()
    expect(open).toMatchObject({ status: 'open', number: null, fee: '0.00', version: 1 })
    await write('deposit', { bill: open.id, amount: '4' })
    await write('deposit', { bill: open.id, amount: '6' })
    expect(await read(open.id)).toMatchObject({ rest: '0.00', status: 'closed', number: numberBehind(before + 1), fee: '1.50', version: 2 })
  })

  test('a record that goes to the trash may close another', async () => {
    const before = await last()
    const open = await bill()
    const back = await write('deposit', { bill: open.id, amount: '-1' })
    await write('deposit', { bill: open.id, amount: '10' })
    expect(await read(open.id)).toMatchObject({ rest: '1.00', number: null })
    await call((context) => trashRecord(context, 'deposit', back.id))
    expect(await read(open.id)).toMatchObject({ status: 'closed', number: numberBehind(before + 1), fee: '1.50' })
  })

  test('a check that holds for numbered records alone refuses the call, and the number is given back', async () => {
    const before = await last()
    const large = await bill('2000')
    await expect(write('deposit', { bill: large.id, amount: '2000' })).rejects.toMatchObject({
      code: '422',
      userMessage: { key: 'errors.of_record', values: { message: 'Too much for one number.' } },
    })
    expect(await read(large.id)).toMatchObject({ status: 'open', number: null })
    expect(await last()).toBe(before + 1)
  })

  test('calls at once that close records elsewhere leave no gap', async () => {
    const before = await last()
    const open = await Promise.all(Array.from({ length: 12 }, () => bill()))
    await Promise.all(open.map(({ id }) => write('deposit', { bill: id, amount: '10' })))
    const numbers = await Promise.all(open.map(async ({ id }) => (await read(id)).number as string))
    expect(numbers.sort()).toEqual(Array.from({ length: 12 }, (_, at) => numberBehind(before + 1 + at)))
  })
})
