import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EntityDocument } from '#schemas/types/contract.d.ts'
import { readRecord, writeRecord } from '#server/model/model.ts'
import { freshDatabase, usualKind, type TestDatabase } from '#tests/helpers/database.ts'
import { caller, entities, libraryRegistry, migrate, run } from './library.ts'

const access = { read: 'library.read', write: 'library.write' }
const documents = [
  ...entities,
  {
    name: 'loan',
    title: 'Loan',
    display: '{reader}, {state}',
    schema: { type: 'object', properties: { reader: { type: 'string' }, state: { enum: ['out', 'back_late'] } } },
    options: { state: [{ value: 'out', title: 'Lent' }, { value: 'back_late' }] },
    access,
  },
  { name: 'fine', title: 'Fine', schema: { type: 'object', properties: { loan: { type: 'integer', references: 'loan' } } }, access },
] as unknown as EntityDocument[]

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase(usualKind)
  await migrate(database, documents)
}, 60_000)
afterAll(() => database.close())

it('a record is called by the titles of its choices, also where another one refers to it', async () => {
  const work = <T>(does: Parameters<typeof run<T>>[2]) => run(database, libraryRegistry(documents), does, caller({ locale: 'en' }))
  const { id } = await work((context) => writeRecord(context, 'loan', { data: { reader: 'Ali', state: 'out' } }))
  const fine = await work((context) => writeRecord(context, 'fine', { data: { loan_id: id } }))
  expect(await work((context) => readRecord(context, 'loan', id))).toMatchObject({ title: 'Ali, Lent', state: 'out' })
  expect(await work((context) => readRecord(context, 'fine', fine.id))).toMatchObject({ loan: { id, title: 'Ali, Lent' } })
  await work((context) => writeRecord(context, 'loan', { id, data: { state: 'back_late' } }))
  expect(await work((context) => readRecord(context, 'loan', id))).toMatchObject({ title: 'Ali, Back late' })
})
