import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EntityDocument } from '#schemas/types/contract.d.ts'
import { writeRecord } from '#server/model/model.ts'
import { freshDatabase, usualKind, type TestDatabase } from '#tests/helpers/database.ts'
import { entities, libraryRegistry, migrate, run } from '#tests/server-mock/model/library.ts'

const voucher = {
  name: 'voucher',
  title: 'Voucher',
  display: '{number}',
  schema: {
    type: 'object',
    required: ['day'],
    properties: {
      day: { type: 'string', format: 'date' },
      number: { type: 'string', sequence: { format: '{year}/{n}', date: 'day', scope: [{ year: { calendar: 'jalali', from: '07-01' } }] } },
      plain: { type: 'string', sequence: { format: '{year}/{n}', date: 'day', scope: ['year.jalali'] } },
    },
  },
  access: { read: 'library.read', write: 'library.write' },
} as unknown as EntityDocument

const documents = [...entities, voucher]
const registry = libraryRegistry(documents)
let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase(usualKind)
  expect(await migrate(database, documents)).toEqual([])
})
afterAll(() => database.close())

test('a fiscal year is called by the year of its first day, and counts by itself', async () => {
  const numbers = []
  // 31 Shahrivar, 1 Mehr, 29 Esfand 1403 and 1 Farvardin, 1 Mehr 1404.
  for (const day of ['2024-09-21', '2024-09-22', '2025-03-19', '2025-03-21', '2025-09-23'])
    numbers.push(await run(database, registry, (context) => writeRecord(context, 'voucher', { data: { day } })))
  expect(numbers.map(({ number }) => number)).toEqual(['1402/1', '1403/1', '1403/2', '1403/3', '1404/1'])
  expect(numbers.map(({ plain }) => plain)).toEqual(['1403/1', '1403/2', '1403/3', '1404/1', '1404/2'])
})
