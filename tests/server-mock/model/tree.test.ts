import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrateEntities } from '#server/database/tables/entity-tables.ts'
import { moveAmong } from '#server/model/grid/reorder.ts'
import { findModel } from '#server/model/context.ts'
import { listRecords, readRecord, restoreRecord, trashRecord, writeRecord, type ModelContext } from '#server/model/model.ts'
import { orderAll } from '#server/model/tree/move-in-tree.ts'
import { treeOf } from '#server/model/tree/tree.ts'
import type { EntityDocument } from '#schemas/types/contract.d.ts'
import { databaseKinds, freshDatabase, type TestDatabase } from '#tests/helpers/database.ts'
import { caller, documentsOf, entities, libraryRegistry, refusal, run } from './library.ts'

const section: EntityDocument = {
  name: 'section',
  title: 'Section',
  display: '{name}',
  schema: {
    type: 'object',
    properties: {
      name: { type: 'string' },
      above: { type: ['integer', 'null'], references: 'section' },
      floor: { type: 'string', rules: 'max:10' },
      rooms: { type: 'array', items: { type: 'integer' } },
      place: { type: 'integer', minimum: 0, maximum: 100000 },
    },
  },
  storage: { search: ['name', 'floor'] },
  access: { read: 'library.read', write: 'library.write', writes: { floor: 'library.floors' } },
  tree: { parent: 'above', levels: 4, inherits: ['floor', 'rooms'], order: 'place' },
}
const documents = [...entities, section]
const registry = libraryRegistry(documents)
const planner = caller({ permissions: new Set(['library.read', 'library.write', 'library.floors']) })

describe.each(databaseKinds)('records beneath each other on %s', (kind) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await freshDatabase(kind)
    expect(await database.transaction((trx) => migrateEntities(trx, new Map(), documentsOf(documents), []))).toEqual([])
  })
  afterAll(() => database.close())

  const call = <T>(work: (context: ModelContext) => Promise<T>, as = planner) => run(database, registry, work, as)
  const save = (data: object, id?: number, as = planner) =>
    call((context) => writeRecord(context, 'section', { id, data: data as Record<string, unknown> }), as)
  const make = async (name: string, above_id: number | null = null, more: object = {}) => (await save({ name, above_id, ...more })).id
  const read = (id: number, paths?: string[]) => call((context) => readRecord(context, 'section', id, { paths }))
  const trash = (id: number) => call((context) => trashRecord(context, 'section', id))
  const restore = (id: number) => call((context) => restoreRecord(context, 'section', id))
  const move = (id: number, place: object) =>
    call((context) => {
      const entity = findModel(context, 'section')
      const { parent: within, order } = treeOf(entity)!
      return moveAmong(context, entity, { id, ...place, field: order!, within })
    })
  const beneath = async (above: number | 'top') =>
    (await call((context) => listRecords(context, 'section', { under: String(above) }))).results.map(({ id }) => id)

  it('refuse a parent that is not there or in the trash, at the name that was sent', async () => {
    const gone = await make('gone')
    await trash(gone)
    for (const above of [gone, 999_999]) {
      expect((await refusal(save({ name: 'a', above_id: above }))).errors).toEqual({ above_id: ['errors.parent_unknown'] })
      expect((await refusal(save({ name: 'a', above }))).errors).toEqual({ above: ['errors.parent_unknown'] })
    }
    expect((await refusal(save({ name: 'a', above: 'x' }))).code).toBe('422')
  })

  it('refuse a record beneath itself, and levels beyond those of the tree with all that is beneath counted', async () => {
    const one = await make('1')
    const two = await make('2', one)
    const three = await make('3', two)
    expect((await refusal(save({ above: one }, one))).errors).toEqual({ above: ['errors.beneath_itself'] })
    expect((await refusal(save({ above: three }, one))).errors).toEqual({ above: ['errors.beneath_itself'] })
    const four = await make('4', three)
    expect((await refusal(save({ name: '5', above: four }))).errors).toEqual({ above: ['errors.too_many_levels'] })
    const top = await make('top')
    expect((await refusal(save({ above: top }, one))).errors).toEqual({ above: ['errors.too_many_levels'] })
    expect((await save({ above: top }, two)).above_id).toBe(top)
  })

  it('have from the one above what they inherit, whatever is sent, and pass it down without a version of their own', async () => {
    const top = await make('hall', null, { floor: 'first', rooms: [1, 2] })
    const middle = await make('aisle', top, { floor: 'ninth', rooms: [9] })
    const low = await make('case', middle)
    expect(await read(low)).toMatchObject({ floor: 'first', rooms: [1, 2], version: 1 })
    await save({ floor: 'second', rooms: [3] }, top)
    for (const id of [middle, low]) expect(await read(id)).toMatchObject({ floor: 'second', rooms: [3], version: 1 })
    // What is searched for is what is there now.
    const found = await call((context) => listRecords(context, 'section', { q: 'second', sort: 'id' }))
    expect(found.results.map(({ id }) => id)).toEqual([top, middle, low])
    expect((await save({ floor: 'third' }, low)).floor).toBe('second')
    // Whoever may not write the field may still send the record back.
    expect((await save({ name: 'case II', floor: 'third' }, low, caller())).floor).toBe('second')
    const other = await make('yard', null, { floor: 'ground', rooms: [] })
    await save({ above: other }, middle)
    expect(await read(low)).toMatchObject({ floor: 'ground', rooms: [], version: 2 })
    await save({ above: null }, middle)
    expect(await read(middle)).toMatchObject({ floor: 'ground', above_id: null })
  })

  it('write one audit entry for a change and all that follows from it', async () => {
    const top = await make('audited', null, { floor: 'a' })
    const child = await make('follower', top)
    await save({ floor: 'b' }, top)
    const entries = await database.transaction((trx) =>
      trx
        .selectFrom('pishkhan.audit')
        .select(['record_id', 'action', 'before', 'after'])
        .where('entity', '=', 'section')
        .where('record_id', 'in', [top, child])
        .where('action', '=', 'update')
        .execute(),
    )
    expect(entries).toEqual([{ record_id: top, action: 'update', before: { floor: 'a' }, after: { floor: 'b', followed_by: [child] } }])
  })

  it('stand last among their siblings when they are new or moved, unless they are sent with a number', async () => {
    const top = await make('ordered')
    const [first, second] = [await make('b', top), await make('a', top)]
    const early = await make('c', top, { place: 1 })
    expect(await beneath(top)).toEqual([early, first, second])
    const other = await make('from elsewhere')
    await save({ above: top }, other)
    expect(await beneath(top)).toEqual([early, first, second, other])
    expect((await beneath('top')).includes(other)).toBe(false)
  })

  it('go to the trash when nothing is beneath them, and come back when what is above is there, as that is now', async () => {
    const top = await make('box', null, { floor: 'x' })
    const child = await make('lid', top)
    const { code, metadata } = await refusal(trash(top))
    expect([code, metadata]).toEqual(['in-use', { count: 1 }])
    await trash(child)
    await save({ floor: 'y' }, top)
    await trash(top)
    expect((await refusal(restore(child))).code).toBe('precondition-failed')
    await restore(top)
    expect(await restore(child)).toMatchObject({ floor: 'y', above_id: top })
  })

  it('move next to a record of another parent, and back', async () => {
    const [left, right] = [await make('left', null, { floor: 'l' }), await make('right', null, { floor: 'r' })]
    const [a, b, c] = [await make('a', left), await make('b', left), await make('c', left)]
    const x = await make('x', right)
    const moved = await move(a, { after: x })
    expect([moved.above_id, moved.floor, moved.stood]).toEqual([right, 'r', { before: b }])
    expect([await beneath(left), await beneath(right)]).toEqual([
      [b, c],
      [x, a],
    ])
    await move(a, moved.stood!)
    expect([await beneath(left), await beneath(right)]).toEqual([[a, b, c], [x]])
    const second = await move(c, { before: x })
    expect([second.stood, await beneath(right)]).toEqual([{ after: b }, [c, x]])
    expect((await refusal(move(left, { after: a }))).errors).toEqual({ above_id: ['errors.beneath_itself'] })
    expect((await refusal(move(a, { after: 999_999 }))).errors).toEqual({ after: ['errors.unknown_reference'] })
  })

  it('are put in order and beneath a parent as a whole list', async () => {
    const [left, right] = [await make('left'), await make('right')]
    const [a, b, x] = [await make('a', left), await make('b', left), await make('x', right)]
    const put = (ids: number[], parentId?: number | null) =>
      call((context) => {
        const entity = findModel(context, 'section')
        const tree = treeOf(entity)!
        return orderAll(context, entity, tree, tree.order!, { ids, parentId }, {})
      })
    expect(await put([b, a])).toEqual({ ids: [b, a] })
    expect(await beneath(left)).toEqual([b, a])
    await put([x, a, b], right)
    expect([await beneath(left), await beneath(right)]).toEqual([[], [x, a, b]])
    expect((await refusal(put([a, 999_999]))).errors).toEqual({ ids: ['errors.parent_unknown'] })
    expect((await refusal(put([right], x))).errors).toEqual({ above_id: ['errors.beneath_itself'] })
  })

  it('are answered with the titles above them and the number of those beneath, level by level or as a search of all', async () => {
    const top = await make('Tree of reading')
    const middle = await make('Middle', top)
    const low = await make('Needle in it', middle)
    expect(await read(low, ['name', 'path', 'children_count'])).toMatchObject({ path: 'Tree of reading › Middle', children_count: 0 })
    const list = (query: object, paths?: string[]) =>
      call((context) => listRecords(context, 'section', query as Record<string, unknown>, { paths }))
    const level = await list({ under: String(top) }, ['name', 'path', 'children_count'])
    expect(level.results).toMatchObject([{ id: middle, path: 'Tree of reading', children_count: 1, has_children: true }])
    const found = await list({ q: 'needle', fields: 'name,path' })
    expect(found.results).toMatchObject([{ id: low, path: 'Tree of reading › Middle' }])
    expect((await refusal(list({ under: 'x' }))).errors).toHaveProperty('under')
  })

  // PGlite has one connection, so nothing happens there at the same time.
  it.runIf(kind === 'postgres')('are refused one of two moves that together would make a circle', async () => {
    for (let round = 0; round < 5; round++) {
      const [a, b] = [await make('a'), await make('b')]
      // Neither move touches a record of the other.
      const [x, y] = [await make('beneath a', a), await make('beneath b', b)]
      const outcomes = await Promise.allSettled([save({ above: y }, a), save({ above: x }, b)])
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      const { reason } = outcomes.find((one) => one.status === 'rejected') as PromiseRejectedResult
      expect(reason).toMatchObject({ code: '422', errors: { above: [{ key: 'errors.beneath_itself' }] } })
    }
  })

  it.runIf(kind === 'postgres')('are not put beneath a record that goes to the trash at the same time', async () => {
    for (let round = 0; round < 5; round++) {
      const top = await make('top')
      const [made, trashed] = await Promise.allSettled([make('late', top), trash(top)])
      expect([made.status, trashed.status].sort()).toEqual(['fulfilled', 'rejected'])
    }
  })
})

describe.each(databaseKinds)('a tree that is added to records that are there, on %s', (kind) => {
  it('is refused with the number of records that break it', async () => {
    const database = await freshDatabase(kind)
    const { tree: _, ...plain } = section
    const before = [...entities, plain]
    const migrate = (from: EntityDocument[], to: EntityDocument[]) =>
      database.transaction((trx) => migrateEntities(trx, documentsOf(from), documentsOf(to), []))
    expect(await migrate([], before)).toEqual([])
    const was = libraryRegistry(before)
    const save = (data: object, id?: number) =>
      run(database, was, (context) => writeRecord(context, 'section', { id, data: data as Record<string, unknown> }), planner)
    const make = async (data: object) => (await save(data)).id
    const line = [await make({ name: '1' })]
    for (let level = 2; level <= 6; level++)
      line.push(await make({ name: String(level), above: line.at(-1)!, floor: level === 3 ? 'x' : null }))
    const [a, b] = [await make({ name: 'a' }), await make({ name: 'b' })]
    await save({ above: b }, a)
    await save({ above: a }, b)
    const gone = await make({ name: 'gone' })
    await make({ name: 'orphan', above: gone })
    await run(database, was, (context) => trashRecord(context, 'section', gone), planner)
    const problems = await migrate(before, documents)
    expect(problems.map(({ pointer, message }) => `${pointer} ${message}`)).toEqual([
      '/tree/parent records stand beneath one that is in the trash or not there (1): move them, or restore what they stand beneath',
      '/tree/parent records stand beneath themselves (2): take the parent of one of each circle away',
      '/tree/levels records stand deeper than 4 levels (2): move them up, or allow more levels',
      '/tree/inherits/0 records have another "floor" than the one above them (2): give them the same before they inherit it',
    ])
    await database.close()
  }, 60_000)

  it('gives records what they inherit, where the tree says so', async () => {
    const database = await freshDatabase(kind)
    const { tree, ...plain } = section
    const before = [...entities, plain]
    const after = [...entities, { ...plain, tree: { ...tree!, backfill: true } }]
    const migrate = (from: EntityDocument[], to: EntityDocument[]) =>
      database.transaction((trx) => migrateEntities(trx, documentsOf(from), documentsOf(to), []))
    expect(await migrate([], before)).toEqual([])
    const was = libraryRegistry(before)
    const make = async (data: Record<string, unknown>) =>
      (await run(database, was, (context) => writeRecord(context, 'section', { data }), planner)).id
    const top = await make({ name: 'top', floor: 'one', rooms: [1, 2] })
    const middle = await make({ name: 'middle', above: top, floor: 'two', rooms: [1, 2] })
    const low = await make({ name: 'low', above: middle, floor: 'one' })
    const same = await make({ name: 'same', above: top, floor: 'one', rooms: [1, 2] })
    expect(await migrate(before, after)).toEqual([])
    expect(await migrate(after, after)).toEqual([])
    const now = libraryRegistry(after)
    const list = (q: string) => run(database, now, (context) => listRecords(context, 'section', { q, sort: 'id' }), planner)
    expect((await list('one')).results).toMatchObject(
      [top, middle, low, same].map((id) => ({ id, floor: 'one', rooms: [1, 2], version: 1 })),
    )
    const { rows } = await database.transaction((trx) =>
      sql<{ record_id: number; before: object }>`select record_id, before from pishkhan.audit
        where request_id = 'publication' order by record_id`.execute(trx),
    )
    expect(rows.map(({ record_id, before }) => [Number(record_id), before])).toEqual([
      [middle, { floor: 'two', rooms: [1, 2] }],
      [low, { floor: 'one', rooms: null }],
    ])
    await database.close()
  }, 60_000)
})
