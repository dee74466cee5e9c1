import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { destroyRecord, listRecords, readRecord, restoreRecord, trashRecord, writeRecord, type ModelContext } from '#server/model/model.ts'
import { freshDatabase, usualKind, type TestDatabase } from '../../../helpers/database.ts'
import { caller, libraryRegistry, migrate, refusal, run } from '../library.ts'
import { orderEntities } from './orders.ts'

const registry = libraryRegistry(orderEntities)
let database: TestDatabase

beforeAll(async () => {
  database = await freshDatabase(usualKind)
  expect(await migrate(database, orderEntities)).toEqual([])
})
afterAll(() => database.close())

beforeEach(async () => {
  await run(database, registry, async ({ trx }) => {
    await sql`delete from data.claim`.execute(trx)
    await sql`delete from data."order"`.execute(trx)
    await sql`delete from data.ware`.execute(trx)
    for (const id of [1, 2, 3, 4]) await sql`insert into data.ware (id, title) values (${id}, ${`ware ${id}`})`.execute(trx)
  })
})

type Row = Record<string, unknown> & { id: number; version: number }
const inCall = <T>(work: (context: ModelContext) => Promise<T>, requestId = 'r1') =>
  run(database, registry, work, caller({ requestId, permissions: new Set(['library.read', 'library.write']) }))
const write = (model: string, change: { id?: number; version?: number; data: Record<string, unknown> }, requestId?: string) =>
  inCall((context) => writeRecord(context, model, change), requestId)
const read = (id: unknown, model = 'order') => inCall((context) => readRecord(context, model, id))
const linesOf = (record: Record<string, unknown>) => record.lines as Row[]
const wares = (record: Record<string, unknown>) => linesOf(record).map(({ ware_id }) => ware_id)
const newOrder = (
  lines: Record<string, unknown>[] = [
    { ware_id: 1, count: 1 },
    { ware_id: 2, count: 2 },
  ],
) => write('order', { data: { number: 'A1', lines } })
const audits = (entity: string, requestId: string) =>
  inCall(async ({ trx }) => {
    const { rows } = await sql<{ action: string; record_id: number; version: number }>`select action, record_id, version from pishkhan.audit
      where entity = ${entity} and request_id = ${requestId} order by id`.execute(trx)
    return rows
  })

test('a record is written with its rows, and read with them in their order', async () => {
  const order = await newOrder()
  expect(wares(order)).toEqual([1, 2])
  const [line] = linesOf(await read(order.id))
  expect(line).toMatchObject({ count: 1, version: 1, ware: { id: 1, title: 'ware 1' }, parts: [] })
  expect(line).not.toHaveProperty('order_id')
})

test('rows with an id change, those without are new, missing ones are destroyed', async () => {
  const order = await newOrder()
  const [first, second] = linesOf(order)
  const changed = await write(
    'order',
    {
      id: order.id,
      version: order.version,
      data: {
        lines: [
          { ware_id: 3, count: 3 },
          { id: second!.id, count: 9 },
        ],
      },
    },
    'change',
  )
  expect(linesOf(changed).map(({ ware_id, count, version }) => [ware_id, count, version])).toEqual([
    [3, 3, 1],
    [2, 9, 2],
  ])
  expect(changed.version).toBe(2)
  expect(await audits('order_line', 'change')).toEqual([
    { action: 'destroy', record_id: first!.id, version: 2 },
    { action: 'update', record_id: second!.id, version: 2 },
    { action: 'create', record_id: linesOf(changed)[0]!.id, version: 1 },
  ])
  expect(await audits('order', 'change')).toHaveLength(1)
})

test('a list that is not sent is left alone, and one that is sent as it is stored changes nothing', async () => {
  const order = await newOrder()
  const renamed = await write('order', { id: order.id, data: { number: 'A2' } })
  expect(wares(renamed)).toEqual([1, 2])
  const same = await write('order', { id: order.id, data: { ...(await read(order.id)) } }, 'same')
  expect(same.version).toBe(renamed.version)
  expect(await audits('order_line', 'same')).toEqual([])
})

test('a new order of the rows raises the version of the record and not those of the rows', async () => {
  const order = await newOrder()
  const [first, second] = linesOf(order)
  const moved = await write('order', { id: order.id, data: { lines: [{ id: second!.id }, { id: first!.id }] } })
  expect(wares(moved)).toEqual([2, 1])
  expect(moved.version).toBe(2)
  expect(linesOf(moved).map(({ version }) => version)).toEqual([1, 1])
})

test('rows may take the unique values of each other', async () => {
  const order = await newOrder([
    { ware_id: 1, count: 1, serial: 'x' },
    { ware_id: 2, count: 1, serial: 'y' },
    { ware_id: 3, count: 1 },
  ])
  const [first, second] = linesOf(order)
  const swapped = await write('order', {
    id: order.id,
    data: {
      lines: [
        { id: first!.id, ware_id: 2, serial: 'y' },
        { id: second!.id, ware_id: 1, serial: 'x' },
        { ware_id: 3, count: 5 },
      ],
    },
  })
  expect(wares(swapped)).toEqual([2, 1, 3])
})

test('a value that two rows share is refused at the later row, one of another record too', async () => {
  await newOrder([{ ware_id: 1, count: 1, serial: 'taken' }])
  const twice = [
    { ware_id: 1, count: 1 },
    { ware_id: 1, count: 2 },
  ]
  expect((await refusal(newOrder(twice))).errors).toEqual({ 'lines.1.ware': ['errors.not_unique'] })
  expect((await refusal(newOrder([{ ware_id: 1, count: 1, serial: 'taken' }]))).errors).toEqual({ 'lines.0.serial': ['errors.not_unique'] })
})

test('faults are told at the row, together with those of the record, and nothing of it is written', async () => {
  const order = await newOrder()
  const [first] = linesOf(order)
  const lines = [
    { id: first!.id, count: 7 },
    { ware_id: 99, count: 1 },
    { ware_id: 3, count: 0 },
    { ware_id: 4, count: 1, parts: [{ name: 'ok' }, { name: 'far longer than twenty letters' }] },
  ]
  const refused = await refusal(write('order', { id: order.id, data: { number: '', lines } }))
  expect(refused.errors).toEqual({
    number: ['rules.required'],
    'lines.1.ware_id': ['errors.unknown_reference'],
    'lines.2.count': ['rules.min_value'],
    'lines.3.parts.1.name': ['rules.max'],
  })
  expect(linesOf(await read(order.id)).map(({ count }) => count)).toEqual([1, 2])
})

test('a row of another record, and a row that is there twice, are refused', async () => {
  const other = linesOf(await newOrder())[0]!
  const order = await newOrder()
  const own = linesOf(order)[0]!
  const lines = [{ id: own.id }, { id: own.id }, { id: other.id }, 'text']
  expect((await refusal(write('order', { id: order.id, data: { lines } }))).errors).toEqual({
    'lines.1.id': ['errors.bad_value'],
    'lines.2.id': ['errors.unknown_reference'],
    'lines.3': ['rules.invalid'],
  })
})

test('a required list is never empty, and a list holds no more rows than it may', async () => {
  expect((await refusal(newOrder([]))).errors).toEqual({ lines: ['rules.required'] })
  expect((await refusal(write('order', { data: { number: 'A1' } }))).errors).toEqual({ lines: ['rules.required'] })
  const many = Array.from({ length: 601 }, () => ({ ware_id: 1, count: 1 }))
  expect((await refusal(write('order', { id: 999_999, data: { lines: many } }))).errors).toEqual({ lines: ['rules.max_items'] })
})

test('rows have rows of their own', async () => {
  const order = await newOrder([{ ware_id: 1, count: 1, parts: [{ name: 'a' }, { name: 'b' }] }])
  const [line] = linesOf(order)
  const parts = line!.parts as Row[]
  expect(parts.map(({ name }) => name)).toEqual(['a', 'b'])
  const changed = await write('order', {
    id: order.id,
    data: {
      lines: [
        { id: line!.id, parts: [{ id: parts[1]!.id, name: 'B' }] },
        { ware_id: 2, count: 1, parts: [{ name: 'c' }] },
      ],
    },
  })
  expect(linesOf(changed).map((one) => [one.version, (one.parts as Row[]).map(({ name }) => name)])).toEqual([
    [2, ['B']],
    [1, ['c']],
  ])
})

test('a conflict tells the rows as they were and as they are', async () => {
  const order = await newOrder()
  const [first, second] = linesOf(order)
  await write('order', {
    id: order.id,
    data: {
      lines: [
        { ware_id: 3, count: 3 },
        { id: first!.id, count: 5 },
      ],
    },
  })
  await write('order', { id: order.id, data: { number: 'A3' } })
  const { code, metadata } = await refusal(write('order', { id: order.id, version: 1, data: { number: 'A4' } }))
  expect(code).toBe('stale-version')
  const { base, current } = metadata as Record<'base' | 'current', Record<string, unknown>>
  expect(linesOf(base).map(({ id, ware_id, count }) => [id, ware_id, count])).toEqual([
    [first!.id, 1, 1],
    [second!.id, 2, 2],
  ])
  expect(linesOf(current).map(({ ware_id, count }) => [ware_id, count])).toEqual([
    [3, 3],
    [1, 5],
  ])
})

test('a row that is written alone raises the version of its record, once a call', async () => {
  const order = await newOrder()
  const [first, second] = linesOf(order)
  await inCall(async (context) => {
    await writeRecord(context, 'order_line', { id: first!.id, version: 1, data: { count: 8 } })
    await writeRecord(context, 'order_line', { id: second!.id, data: { count: 9 } })
    await writeRecord(context, 'order_line', { data: { order_id: order.id, ware_id: 4, count: 1 } })
  })
  const now = await read(order.id)
  expect(now.version).toBe(2)
  expect(linesOf(now).map(({ ware_id, count }) => [ware_id, count])).toEqual([
    [1, 8],
    [2, 9],
    [4, 1],
  ])
  const { metadata } = await refusal(write('order', { id: order.id, version: 1, data: { number: 'A4' } }))
  expect(linesOf((metadata as { base: Record<string, unknown> }).base).map(({ count }) => count)).toEqual([1, 2])
})

test('a list of its own is written by calls of its own, and never with the record', async () => {
  const order = await newOrder()
  const payment = await write('payment', { data: { order: order.id, amount: '10' } })
  expect(payment).toMatchObject({ order_id: order.id, amount: '10' })
  expect((await refusal(write('order', { id: order.id, data: { payments: [] } }))).errors).toEqual({ payments: ['rules.read_only'] })
  for (const amount of ['20', '30']) await write('payment', { data: { order: order.id, amount } })
  expect((await refusal(write('payment', { data: { order: order.id, amount: '40' } }))).errors).toEqual({ payments: ['rules.max_items'] })
  expect((await refusal(write('payment', { id: payment.id, data: { order_id: order.id + 1 } }))).errors).toEqual({
    order_id: ['rules.read_only'],
  })
  expect((await refusal(write('payment', { data: { order: 999_999, amount: '1' } }))).errors).toEqual({
    order: ['errors.unknown_reference'],
  })
  expect((await refusal(write('payment', { data: { amount: '1' } }))).errors).toMatchObject({ order: ['rules.required'] })
  await inCall((context) => destroyRecord(context, 'payment', payment.id))
  expect((await read(order.id)).payments).toHaveLength(2)
})

test('rows go to the trash with their record, come back with it, and are destroyed with it', async () => {
  const order = await newOrder([{ ware_id: 1, count: 1, parts: [{ name: 'a' }] }])
  const [line] = linesOf(order)
  const listed = async (model: string) => inCall(async (context) => (await listRecords(context, model, {})).results)
  expect(await listed('order_line')).toHaveLength(1)
  await inCall((context) => trashRecord(context, 'order', order.id))
  expect(await listed('order_line')).toEqual([])
  expect(await listed('line_part')).toEqual([])
  expect(linesOf(await read(order.id))).toHaveLength(1)
  expect((await refusal(write('order_line', { id: line!.id, data: { count: 2 } }))).code).toBe('precondition-failed')
  await inCall((context) => restoreRecord(context, 'order', order.id))
  expect(await listed('line_part')).toHaveLength(1)
  await inCall((context) => trashRecord(context, 'order', order.id))
  await inCall((context) => destroyRecord(context, 'order', order.id), 'gone')
  expect(await audits('order_line', 'gone')).toMatchObject([{ action: 'destroy', record_id: line!.id }])
  expect(await audits('line_part', 'gone')).toMatchObject([{ action: 'destroy' }])
})

test('a row that another record refers to is not removed', async () => {
  const order = await newOrder()
  const [first, second] = linesOf(order)
  await write('claim', { data: { reason: 'broken', line: first!.id } })
  expect((await refusal(write('order', { id: order.id, data: { lines: [{ id: second!.id }] } }))).code).toBe('in-use')
})

test('rows may be used by whoever may use their record', async () => {
  const order = await newOrder()
  const [line] = linesOf(order)
  const reader = caller({ permissions: new Set(['library.read']) })
  const stranger = caller({ permissions: new Set() })
  const as = <T>(who: typeof reader, work: (context: ModelContext) => Promise<T>) => run(database, registry, work, who)
  expect(await as(reader, (context) => readRecord(context, 'order_line', line!.id))).toMatchObject({ count: 1 })
  const changing = (context: ModelContext) => writeRecord(context, 'order_line', { id: line!.id, data: { count: 2 } })
  expect((await refusal(as(reader, changing))).code).toBe('permission-denied')
  expect((await refusal(as(stranger, (context) => readRecord(context, 'order_line', line!.id)))).code).toBe('permission-denied')
})

test('rows of a record that only its maker sees are seen by nobody else', async () => {
  const entities = orderEntities.map((entity) =>
    entity.name === 'order' ? { ...entity, access: { ...entity.access, scope: 'own' as const } } : entity,
  )
  const own = libraryRegistry(entities)
  const order = await newOrder()
  const [line] = linesOf(order)
  const other = caller({ user: { id: 2, username: 'ali', name_full: 'Ali' } })
  const as = <T>(who: typeof other, work: (context: ModelContext) => Promise<T>) => run(database, own, work, who)
  expect((await as(caller(), (context) => listRecords(context, 'order_line', {}))).results).toHaveLength(2)
  expect((await as(other, (context) => listRecords(context, 'order_line', {}))).results).toEqual([])
  expect((await refusal(as(other, (context) => readRecord(context, 'order_line', line!.id)))).code).toBe('not-found')
  expect((await refusal(as(other, (context) => writeRecord(context, 'order_line', { id: line!.id, data: { count: 2 } })))).code).toBe(
    'not-found',
  )
  const adding = { data: { order: order.id, ware: 3, count: 1 } }
  expect((await refusal(as(other, (context) => writeRecord(context, 'order_line', adding)))).errors).toEqual({
    order: ['errors.unknown_reference'],
  })
})

test('hundreds of rows are written and read with a few statements', async () => {
  let statements = 0
  const lines = Array.from({ length: 500 }, (_, at) => ({ ware_id: 1 + (at % 4), count: 1 + at, serial: `s${at}` }))
  const entities = orderEntities.map((entity) => (entity.name === 'order_line' ? { ...entity, storage: { unique: [['serial']] } } : entity))
  const loose = libraryRegistry(entities)
  expect(await migrate(database, entities)).toEqual([])
  const counted = <T>(work: (context: ModelContext) => Promise<T>) =>
    run(database, loose, (context) => {
      const trx = context.trx.withPlugin({
        transformQuery: ({ node }) => {
          statements += 1
          return node
        },
        transformResult: async ({ result }) => result,
      })
      return work({ ...context, trx })
    })
  const order = await counted((context) => writeRecord(context, 'order', { data: { number: 'long', lines } }))
  const changed = linesOf(order).map(({ id, count }) => ({ id, count: Number(count) + 1 }))
  await counted((context) => writeRecord(context, 'order', { id: order.id, data: { lines: changed.reverse() } }))
  expect(linesOf(await read(order.id)).map(({ count }) => count)).toEqual(Array.from({ length: 500 }, (_, at) => 501 - at))
  expect(statements).toBeLessThan(60)
}, 60_000)
