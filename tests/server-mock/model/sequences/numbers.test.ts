import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EntityDocument } from '#schemas/types/contract.d.ts'
import { expandForm } from '#server/documents/expand-form.ts'
import { seedRecords, trusted, writeRecord } from '#server/model/model.ts'
import { freshDatabase, usualKind, type TestDatabase } from '../../../helpers/database.ts'
import { caller, entities, libraryRegistry, migrate, refusal, run } from '../library.ts'

const parcel: EntityDocument = {
  name: 'parcel',
  title: 'Parcel',
  display: '{code}',
  schema: {
    type: 'object',
    required: ['code'],
    properties: {
      code: { type: 'string', rules: 'required', sequence: { random: 10, of: 'mixed', prefix: 'P-' } },
      // Ten numbers in all, so that the same one is soon drawn twice.
      digit: { type: 'string', sequence: { random: 1, of: 'digits' } },
      label: { type: 'string' },
    },
  },
  access: { read: 'library.read', write: 'library.write' },
}
const documents = [...entities, parcel]
const registry = libraryRegistry(documents)
let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase(usualKind)
  expect(await migrate(database, documents)).toEqual([])
})
afterAll(() => database.close())

const write = (data: Record<string, unknown>, id?: number) =>
  run(database, registry, (context) => writeRecord(context, 'parcel', { id, data }))

test('a number is given when the record is made, drawn again while another record has it, and never changed', async () => {
  const made = []
  for (let at = 0; at < 8; at += 1) made.push(await write({ label: `p${at}` }))
  expect(new Set(made.map(({ digit }) => digit)).size).toBe(8)
  for (const { code } of made) expect(code).toMatch(/^P-[2-9A-HJ-NP-Z]{10}$/)
  const [first] = made
  expect(await write({ label: 'other', code: first!.code }, first!.id)).toMatchObject({ label: 'other', code: first!.code })
  expect((await refusal(write({ code: 'P-MINE' }, first!.id))).errors).toEqual({ code: ['rules.read_only'] })
  expect((await refusal(write({ code: 'P-MINE' }))).errors).toEqual({ code: ['rules.read_only'] })
})

test('a seed and a feature may bring their numbers, and get them where they bring none', async () => {
  await run(database, registry, ({ trx }) =>
    seedRecords(trx, registry, 'parcel', [
      { code: 'P-OLD', digit: 'a' },
      { digit: 'b', label: 'x' },
    ]),
  )
  const change = { data: { code: 'P-OLDER', digit: 'c' } }
  expect(await run(database, registry, (context) => writeRecord(context, 'parcel', change, trusted))).toMatchObject({ code: 'P-OLDER' })
})

test('a form says that the number is given when saved, and does not ask for it', () => {
  const form = expandForm(registry, caller({ locale: 'en' }), 'library', { entity: 'parcel' })
  expect(form.schema).not.toHaveProperty('required')
  expect(form.schema.properties).toMatchObject({ code: { type: 'string', readOnly: true } })
})
