import { afterAll, beforeAll, expect, it } from 'vitest'
import type { EntityDocument } from '#schemas/types/contract.d.ts'
import type { Database } from '#server/database/database.ts'
import { trashRecord, writeRecord } from '#server/model/model.ts'
import { freshDatabase } from '#tests/helpers/database.ts'
import { caller, entities, libraryRegistry, migrate, refusal, run } from '#tests/server-mock/model/library.ts'

const access = { read: 'library.read', write: 'library.write' }
const shelf: EntityDocument = {
  name: 'shelf',
  title: 'Shelf',
  display: '{code}',
  schema: {
    type: 'object',
    properties: {
      code: { type: 'string' },
      room: { type: 'string' },
      size: { type: 'string', format: 'decimal' },
      below: { type: 'array', items: { type: 'integer', references: 'shelf', where: { room: 'Hall' } } },
    },
  } as EntityDocument['schema'],
  fixed: [
    { fields: ['size'], message: 'A shelf keeps its size.' },
    { fields: ['room'], used_by: ['stored.shelf', 'shelf.below'], message: 'Something stands on it.' },
  ],
  storage: { needed_by: ['shelf.below'] },
  access,
}
const stored: EntityDocument = {
  name: 'stored',
  title: 'Stored',
  display: '{id}',
  schema: { type: 'object', properties: { shelf: { type: 'integer', references: 'shelf' } } } as EntityDocument['schema'],
  access,
}
const all = [...entities, shelf, stored]
const registry = libraryRegistry(all)
let database: Database
beforeAll(async () => {
  database = await freshDatabase('pglite')
  await migrate(database, all)
})
afterAll(() => database.close())

const save = (model: string, { id, ...data }: Record<string, unknown>) =>
  run(database, registry, (context) => writeRecord(context, model, { id, data }), caller())
const trash = (id: number) => run(database, registry, (context) => trashRecord(context, 'shelf', id), caller())
const faultsOf = async (data: Record<string, unknown>) => (await refusal(save('shelf', data))).errors

it('a fixed field keeps its value once it is stored, however the same value is written', async () => {
  const { id } = await save('shelf', { code: 'A', size: '1.50' })
  expect(await faultsOf({ id, size: '2' })).toEqual({ size: ['A shelf keeps its size.'] })
  expect(await faultsOf({ id, size: null })).toEqual({ size: ['A shelf keeps its size.'] })
  expect(await save('shelf', { id, size: '1.5', code: 'B' })).toMatchObject({ code: 'B' })
})

it('a field that is fixed by use keeps its value while a reference leads to the record, alone or in a list', async () => {
  const { id } = await save('shelf', { code: 'C', room: 'Hall' })
  await save('shelf', { id, room: 'Attic' })
  await save('shelf', { id, room: 'Hall' })
  await save('stored', { shelf: id })
  expect(await faultsOf({ id, room: 'Attic' })).toEqual({ room: ['Something stands on it.'] })
  const other = await save('shelf', { code: 'D', room: 'Hall' })
  await save('shelf', { code: 'E', below: [other.id] })
  expect(await faultsOf({ id: other.id, room: 'Attic' })).toEqual({ room: ['Something stands on it.'] })
})

it('a record that another one needs is not trashed, until that one is in the trash itself', async () => {
  const needed = await save('shelf', { code: 'F', room: 'Hall' })
  const above = await save('shelf', { code: 'G', below: [needed.id] })
  await save('stored', { shelf: needed.id })
  const refused = await refusal(trash(needed.id))
  expect(refused.code).toBe('in-use')
  expect(refused.metadata).toMatchObject({ used_by: [{ model: 'shelf', records: [{ id: above.id, title: 'G' }] }] })
  await trash(above.id)
  expect((await trash(needed.id)).deleted_at).not.toBeNull()
})

it('a record refers to itself only where it meets the reference as it will be', async () => {
  const { id } = await save('shelf', { code: 'H', room: 'Hall' })
  expect(await faultsOf({ id, room: 'Attic', below: [id] })).toEqual({ below: ['rules.fitting'] })
  expect(await save('shelf', { id, below: [id] })).toMatchObject({ below: [id] })
})
