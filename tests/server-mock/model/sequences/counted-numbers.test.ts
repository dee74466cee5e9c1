import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EntityDocument } from '#schemas/types/contract.d.ts'
import { expandForm } from '#server/documents/expand-form.ts'
import { destroyRecord, seedRecords, takeTransition, trashRecord, trusted, writeRecord, type ModelContext } from '#server/model/model.ts'
import { databaseKinds, freshDatabase, type TestDatabase } from '../../../helpers/database.ts'
import { caller, entities, libraryRegistry, migrate, refusal, run } from '../library.ts'

const branch: EntityDocument = {
  name: 'branch',
  title: 'Branch',
  display: '{code}',
  schema: { type: 'object', properties: { code: { type: 'string' } } },
  access: { read: 'library.read', write: 'library.write' },
}
const bill: EntityDocument = {
  name: 'bill',
  title: 'Bill',
  display: '{draft}',
  schema: {
    type: 'object',
    required: ['branch'],
    properties: {
      branch: { type: 'integer', references: 'branch' },
      status: { enum: ['draft', 'issued', 'cancelled'] },
      issued_on: { type: 'string', format: 'date' },
      draft: { type: 'string', sequence: { format: 'D-{n}' } },
      number: {
        type: 'string',
        sequence: {
          format: '{branch.code}-{year}-{n}',
          digits: 5,
          scope: ['branch', 'year.jalali'],
          date: 'issued_on',
          gapless: true,
          at: 'issue',
        },
      },
    },
  },
  lifecycle: {
    status: {
      initial: 'draft',
      transitions: {
        issue: {
          from: ['draft'],
          to: 'issued',
          access: 'library.write',
          title: 'Issue',
          form: { fields: ['issued_on'], required: ['issued_on'] },
        },
        cancel: { from: ['issued'], to: 'cancelled', access: 'library.write' },
        reopen: { from: ['cancelled'], to: 'draft', access: 'library.write' },
      },
    },
  },
  access: { read: 'library.read', write: 'library.write', destroy: 'library.destroy' },
}
const documents = [...entities, branch, bill]
const registry = libraryRegistry(documents)

describe.each(databaseKinds)('numbers that follow each other (%s)', (kind) => {
  let database: TestDatabase
  let north: number
  beforeAll(async () => {
    database = await freshDatabase(kind)
    expect(await migrate(database, documents)).toEqual([])
    north = (await call((context) => writeRecord(context, 'branch', { data: { code: 'N' } }))).id
  })
  afterAll(() => database.close())

  const call = <T>(work: (context: ModelContext) => Promise<T>) => run(database, registry, work)
  const draft = (data: Record<string, unknown> = {}) =>
    call((context) => writeRecord(context, 'bill', { data: { branch: north, ...data } }))
  const issue = (id: number, issued_on: string | undefined = '2024-03-21') =>
    call((context) => takeTransition(context, 'bill', { id, transition: 'issue', data: { issued_on } }))

  test('a draft has no number; the transition gives it, in the year of its date, and the answer has it', async () => {
    const made = await draft()
    expect(made).toMatchObject({ draft: 'D-1', number: null, version: 1 })
    expect(await issue(made.id)).toMatchObject({ number: 'N-1403-00001', version: 2 })
    const [second, earlier] = [await draft(), await draft()]
    expect(await issue(second.id)).toMatchObject({ number: 'N-1403-00002', draft: 'D-2' })
    expect(await issue(earlier.id, '2024-03-19')).toMatchObject({ number: 'N-1402-00001' })
  })

  test('each record of the scope counts by itself, and a record that lacks its part is refused', async () => {
    const south = await call((context) => writeRecord(context, 'branch', { data: { code: 'S' } }))
    const nameless = await call((context) => writeRecord(context, 'branch', { data: {} }))
    expect(await issue((await draft({ branch: south.id })).id)).toMatchObject({ number: 'S-1403-00001' })
    const bill = await draft({ branch: nameless.id })
    expect((await refusal(issue(bill.id))).errors).toEqual({ branch_id: ['errors.number_part'] })
  })

  test('a refused call gives the number back', async () => {
    const before = (await issue((await draft()).id)).number as string
    const bill = await draft()
    const failing = call(async (context) => {
      expect(
        (await takeTransition(context, 'bill', { id: bill.id, transition: 'issue', data: { issued_on: '2024-03-21' } })).number,
      ).not.toBe(before)
      throw new Error('taken back')
    })
    await expect(failing).rejects.toThrow('taken back')
    const next = String(Number(before.slice(-5)) + 1).padStart(5, '0')
    expect(await issue(bill.id)).toMatchObject({ number: `N-1403-${next}` })
  })

  test('a number is never changed, nor given twice, whoever writes', async () => {
    const { id, number } = await issue((await draft()).id)
    const errors = { number: ['rules.read_only'] }
    const changed = { id, data: { number: 'N-1403-99999' } }
    expect((await refusal(call((context) => writeRecord(context, 'bill', changed)))).errors).toEqual(errors)
    expect((await refusal(call((context) => writeRecord(context, 'bill', changed, trusted)))).errors).toEqual(errors)
    expect((await refusal(draft({ number: 'X' }))).errors).toEqual(errors)
    expect((await refusal(draft({ draft: 'D-7' }))).errors).toEqual({ draft: ['rules.read_only'] })
    for (const transition of ['cancel', 'reopen']) await call((context) => takeTransition(context, 'bill', { id, transition }))
    expect(await issue(id)).toMatchObject({ number })
  })

  test('a record with a number that leaves no gap is not destroyed', async () => {
    const { id } = await issue((await draft()).id)
    await call((context) => trashRecord(context, 'bill', id))
    expect(await refusal(call((context) => destroyRecord(context, 'bill', id)))).toMatchObject({ code: 'in-use' })
    const free = await draft()
    await call((context) => trashRecord(context, 'bill', free.id))
    expect(await call((context) => destroyRecord(context, 'bill', free.id))).toEqual({ id: free.id })
  })

  test('a count goes on behind the greatest number, and passes over one that a record has brought', async () => {
    const west = await call((context) => writeRecord(context, 'branch', { data: { code: 'W' } }))
    const brought = (number: string) =>
      call(({ trx }) => seedRecords(trx, registry, 'bill', [{ branch_id: west.id, status: 'issued', number, draft: `old ${number}` }]))
    await brought('W-1403-00041')
    await brought('W-1403-7')
    expect(await issue((await draft({ branch: west.id })).id)).toMatchObject({ number: 'W-1403-00042' })
    await brought('W-1403-00043')
    expect(await issue((await draft({ branch: west.id })).id)).toMatchObject({ number: 'W-1403-00044' })
  })

  test('the form says when the number is given', () => {
    const { ui, schema } = expandForm(registry, caller({ locale: 'en' }), 'library', { entity: 'bill' })
    expect(schema.properties).toMatchObject({ number: { readOnly: true }, draft: { readOnly: true } })
    expect(Object.keys(ui ?? {})).toEqual(expect.arrayContaining(['number', 'draft']))
  })
})

describe.runIf(databaseKinds.includes('postgres'))('numbers that many take at once', () => {
  let database: TestDatabase
  let bills: number[]
  beforeAll(async () => {
    database = await freshDatabase('postgres')
    expect(await migrate(database, documents)).toEqual([])
    const [north] = await inCall(({ trx }) => seedRecords(trx, registry, 'branch', [{ code: 'N' }]))
    const rows = Array.from({ length: 60 }, () => ({ branch: north }))
    const made = await Promise.all(rows.map((data) => inCall((context) => writeRecord(context, 'bill', { data }))))
    bills = made.map(({ id }) => id)
    expect(new Set(made.map(({ draft }) => draft)).size).toBe(60)
  })
  afterAll(() => database.close())
  const inCall = <T>(work: (context: ModelContext) => Promise<T>) => run(database, registry, work)

  test('fifty take a number: none twice and none left out, although ten others are refused', async () => {
    const issue = (id: number, isRefused: boolean) =>
      inCall(async (context) => {
        const record = await takeTransition(context, 'bill', { id, transition: 'issue', data: { issued_on: '2024-05-01' } })
        if (isRefused) throw new Error('refused')
        return record.number as string
      })
    const outcomes = await Promise.allSettled(bills.map((id, at) => issue(id, at % 6 === 0)))
    const numbers = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    const expected = Array.from({ length: 50 }, (_, at) => `N-1403-${String(at + 1).padStart(5, '0')}`)
    expect(numbers.sort()).toEqual(expected)
  })
})
