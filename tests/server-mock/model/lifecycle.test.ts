import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import {
  describe as describeModel,
  destroyRecord,
  listRecords,
  readRecord,
  restoreRecord,
  writeRecord,
  setActive,
  trashRecord,
} from '#server/model/model.ts'
import { databaseKinds, freshDatabase } from '#tests/helpers/database.ts'
import { caller, entities, libraryRegistry, migrate, refusal, run } from './library.ts'

describe.each(databaseKinds)('trash, restore, destroy and activate on %s', (kind) => {
  let database: Database
  const registry = libraryRegistry()
  beforeAll(async () => {
    database = await freshDatabase(kind)
    await migrate(database)
  })
  afterAll(() => database.close())
  const act = <T>(work: Parameters<typeof run<T>>[2], as = caller()) => run(database, registry, work, as)
  const create = (model: string, data: Record<string, unknown>) => act((context) => writeRecord(context, model, { data }))
  const listed = async (query = {}) => (await act((context) => listRecords(context, 'author', query))).results.map((record) => record.id)

  it('moves a record to the trash and back, and destroys it from there', async () => {
    const { id } = await create('author', { name_full: 'Once' })
    expect(await refusal(act((context) => destroyRecord(context, 'author', id)))).toMatchObject({ code: 'precondition-failed' })
    const trashed = await act((context) => trashRecord(context, 'author', id, 1))
    expect(trashed.version).toBe(2)
    expect(trashed.deleted_at).toEqual(expect.any(String))
    expect(await listed()).not.toContain(id)
    expect(await listed({ trashed: '1' })).toContain(id)
    expect(await refusal(act((context) => trashRecord(context, 'author', id)))).toMatchObject({ code: 'precondition-failed' })
    expect(await refusal(act((context) => restoreRecord(context, 'author', id, 1)))).toMatchObject({ code: 'stale-version' })
    expect((await act((context) => restoreRecord(context, 'author', id, 2))).deleted_at).toBeNull()
    expect(await listed()).toContain(id)
    await act((context) => trashRecord(context, 'author', id))
    expect(await act((context) => destroyRecord(context, 'author', id, 4))).toEqual({ id })
    expect(await refusal(act((context) => readRecord(context, 'author', id)))).toMatchObject({ code: 'not-found' })
    const audit = await act(({ trx }) =>
      trx
        .selectFrom('pishkhan.audit')
        .select(['action', 'unconditional', 'before'])
        .where('entity', '=', 'author')
        .where('record_id', '=', id)
        .orderBy('id')
        .execute(),
    )
    expect(audit.map((row) => row.action)).toEqual(['create', 'trash', 'restore', 'trash', 'destroy'])
    expect(audit.map((row) => row.unconditional)).toEqual([false, false, false, true, false])
    expect(audit.at(-1)!.before).toMatchObject({ name_full: 'Once' })
  })

  it('destroys at once what has no trash', async () => {
    const { id } = await create('genre', { name: 'x' })
    expect(await refusal(act((context) => trashRecord(context, 'genre', id)))).toMatchObject({ code: 'precondition-failed' })
    expect(await act((context) => destroyRecord(context, 'genre', id, 1))).toEqual({ id })
  })

  it('keeps what another record refers to', async () => {
    const author = await create('author', { name_full: 'Needed' })
    await create('book', { title: 'x', isbn: '9781111111111', author: author.id })
    await act((context) => trashRecord(context, 'author', author.id))
    expect(await refusal(act((context) => destroyRecord(context, 'author', author.id)))).toMatchObject({ code: 'in-use' })
  })

  it('says by what a record is used that is to be destroyed, with the way there, and names nothing that its caller may not read', async () => {
    const author = await create('author', { name_full: 'Used' })
    const book = await create('book', { title: 'Her book', isbn: '9781111111777', author: author.id })
    await act((context) => trashRecord(context, 'author', author.id))
    const refused = await refusal(act((context) => destroyRecord(context, 'author', author.id)))
    expect(refused.metadata).toMatchObject({
      used_by: [{ model: 'book', count: 1, count_is_exact: true, records: [{ id: book.id, title: 'Her book', to: { name: 'grid' } }] }],
    })
    const blind = run(
      database,
      registry,
      (context) => destroyRecord(context, 'author', author.id, undefined, { permitted: true }),
      caller({ permissions: new Set() }),
    )
    const hidden = await refusal(blind)
    expect(hidden.metadata).toMatchObject({ used_by: [{ model: 'book', count: 1, records: [] }] })
  })

  it('keeps what stands in a list of another record, not in its own', async () => {
    const related = await create('book', { title: 'Related', isbn: '9781111111128' })
    const other = await create('book', { title: 'x', isbn: '9781111111135', related: [related.id] })
    await act((context) => trashRecord(context, 'book', related.id))
    expect(await refusal(act((context) => destroyRecord(context, 'book', related.id)))).toMatchObject({ code: 'in-use' })
    await act((context) => writeRecord(context, 'book', { id: other.id, data: { related: [] } }))
    expect(await act((context) => destroyRecord(context, 'book', related.id))).toEqual({ id: related.id })
    await act((context) => writeRecord(context, 'book', { id: other.id, data: { related: [other.id] } }))
    await act((context) => trashRecord(context, 'book', other.id))
    expect(await act((context) => destroyRecord(context, 'book', other.id))).toEqual({ id: other.id })
  })

  it.each(['protected', 'kept'] as const)('removes nothing that "%s" in its entity holds, and says why', async (word) => {
    const condition = { properties: { price: { formatMinimum: '100' } } }
    const own = libraryRegistry(
      entities.map((entity) => (entity.name === 'book' ? { ...entity, storage: { ...entity.storage, [word]: condition } } : entity)),
    )
    const isbn = word === 'kept' ? '9784444444444' : '9785555555555'
    const { id } = await create('book', { title: 'Dear', isbn, price: '100.00' })
    const trash = () => run(database, own, (context) => trashRecord(context, 'book', id))
    expect(await refusal(trash())).toMatchObject({ code: 'in-use' })
    await act((context) => writeRecord(context, 'book', { id, data: { price: '99.99' } }))
    expect(await trash()).toMatchObject({ id })
  })

  it('sets the field that the entity names', async () => {
    const { id } = await create('book', { title: 'x', isbn: '9782222222222' })
    expect(await act((context) => setActive(context, 'book', id, 1, true))).toMatchObject({ lent: true, version: 2 })
    expect(await act((context) => setActive(context, 'book', id, 2, true))).toMatchObject({ lent: true, version: 2 })
    expect(await act((context) => setActive(context, 'book', id, 2, false))).toMatchObject({ lent: false })
    expect(await refusal(act((context) => setActive(context, 'author', id, undefined, true)))).toMatchObject({})
  })

  it('asks for the permission of each', async () => {
    const { id } = await create('book', { title: 'x', isbn: '9783333333333' })
    const writer = caller({ permissions: new Set(['library.read', 'library.write']) })
    await act((context) => trashRecord(context, 'book', id), writer)
    expect(await refusal(act((context) => destroyRecord(context, 'book', id), writer))).toMatchObject({ code: 'permission-denied' })
    const reader = caller({ permissions: new Set(['library.read']) })
    expect(await refusal(act((context) => restoreRecord(context, 'book', id), reader))).toMatchObject({ code: 'permission-denied' })
    expect(await refusal(act((context) => readRecord(context, 'book', id), caller({ user: null })))).toMatchObject({
      code: 'permission-denied',
    })
  })

  it('describes a model without the fields that the caller may not read', () => {
    const info = describeModel({ registry, caller: caller({ locale: 'en' }) }, 'book')
    expect(info).toMatchObject({ name: 'book', title: 'Book', trash: true, active: 'lent', can_write: true })
    expect(info.fields.find((field) => field.name === 'title')).toMatchObject({
      title: 'Title of the book',
      type: 'text',
      required: true,
      filter: 'text',
    })
    expect(info.fields.find((field) => field.name === 'status')).toMatchObject({
      filter: 'select',
      options: [{ value: 'draft' }, { value: 'published' }],
    })
    expect(info.fields.map((field) => field.name)).not.toContain('secret')
  })
})
