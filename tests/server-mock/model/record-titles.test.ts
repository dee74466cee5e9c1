import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EntityDocument } from '#schemas/types/contract.d.ts'
import { readRecord, writeRecord } from '#server/model/model.ts'
import { listRecords } from '#server/model/list/list.ts'
import { readTitles } from '#server/model/timeline/timeline-titles.ts'
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
  {
    name: 'reminder',
    title: 'Reminder',
    display: '{loan.reader} – {loan.state} – {kind}',
    schema: {
      type: 'object',
      required: ['kind'],
      properties: { loan: { type: 'integer', references: 'loan' }, kind: { enum: ['first', 'second'] } },
    },
    options: { kind: [{ value: 'first', title: 'First' }, { value: 'second' }] },
    access,
  },
  {
    name: 'reply',
    title: 'Reply',
    display: '{reminder.loan.reader}',
    schema: { type: 'object', properties: { reminder: { type: 'integer', references: 'reminder' } } },
    access,
  },
] as unknown as EntityDocument[]

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase(usualKind)
  await migrate(database, documents)
})
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

it('a record whose name follows references is called the same by every answer', async () => {
  const work = <T>(does: Parameters<typeof run<T>>[2]) => run(database, libraryRegistry(documents), does, caller({ locale: 'en' }))
  const { id: loan } = await work((context) => writeRecord(context, 'loan', { data: { reader: 'Sara', state: 'out' } }))
  const { id } = await work((context) => writeRecord(context, 'reminder', { data: { loan_id: loan, kind: 'first' } }))
  const reply = await work((context) => writeRecord(context, 'reply', { data: { reminder_id: id } }))
  const title = 'Sara – Lent – First'
  expect(await work((context) => readRecord(context, 'reminder', id))).toMatchObject({ title })
  expect(await work((context) => readRecord(context, 'reminder', id, { paths: ['title'] }))).toEqual({ id, version: 1, title })
  expect((await work((context) => listRecords(context, 'reminder', {}))).results).toMatchObject([{ id, title }])
  expect((await work((context) => listRecords(context, 'reminder', { fields: 'kind' }))).results).toMatchObject([{ id, title }])
  expect(await work((context) => readRecord(context, 'reply', reply.id))).toMatchObject({ title: 'Sara', reminder: { id, title } })
  const titles = await work((context) => readTitles(context, new Map([['reminder', new Set([id])]])))
  expect(titles.titleOf('reminder', id)).toBe(title)
  await work((context) => writeRecord(context, 'reminder', { id, data: { loan_id: null } }))
  expect(await work((context) => readRecord(context, 'reminder', id))).toMatchObject({ title: '–  – First' })
})

it('what a record is called tells nothing of a record that the reader may not see', async () => {
  const ruled = documents.map((document) =>
    document.name === 'loan' ? { ...document, access: { ...document.access, rows: [{ where: { state: 'out' } }] } } : document,
  ) as EntityDocument[]
  const work = <T>(does: Parameters<typeof run<T>>[2], of = ruled) => run(database, libraryRegistry(of), does, caller({ locale: 'en' }))
  const { id: loan } = await work((context) => writeRecord(context, 'loan', { data: { reader: 'Nima', state: 'back_late' } }), documents)
  const { id } = await work((context) => writeRecord(context, 'reminder', { data: { loan_id: loan, kind: 'first' } }), documents)
  expect(await work((context) => readRecord(context, 'reminder', id))).toMatchObject({ title: '— – — – First' })
})
