import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EntityDocument } from '#schemas/types/contract.d.ts'
import { backfillBatch } from '#server/model/compute/backfills.ts'
import { readRecord, takeTransition, writeRecord, type ModelContext } from '#server/model/model.ts'
import { databaseKinds, freshDatabase, type TestDatabase } from '#tests/helpers/database.ts'
import { entities, libraryRegistry, migrate, run } from '#tests/server-mock/model/library.ts'

const access = { read: 'library.read', write: 'library.write' }
const amount = (computed?: unknown) => ({ type: 'string', format: 'decimal', scale: 2, ...(computed !== undefined && { computed }) })
const documents = [
  ...entities,
  {
    name: 'ware',
    title: 'Ware',
    display: '{code}',
    schema: { type: 'object', properties: { code: { type: 'string' }, price: amount() } },
    access,
  },
  {
    name: 'offer',
    title: 'Offer',
    display: '{id}',
    schema: {
      type: 'object',
      properties: {
        state: { enum: ['open', 'sold'] },
        region: { type: 'string' },
        lines: { type: 'array', rows: 'offer_line' },
        total: amount('sum(lines.price)'),
      },
    },
    lifecycle: { state: { initial: 'open', transitions: { sell: { from: ['open'], to: 'sold' } } } },
    access,
  },
  {
    name: 'offer_line',
    title: 'Line',
    parent: 'offer',
    display: '{code}',
    schema: {
      type: 'object',
      properties: {
        ware: { type: 'integer', references: 'ware' },
        code: { type: 'string', computed: { fetch: 'ware.code', follow: true } },
        region: { type: 'string', computed: { fetch: 'offer.region', follow: true } },
        price: { ...amount({ fetch: 'ware.price', follow: true, overwrite: true }), frozen_in: ['sold'] },
      },
    },
  },
] as unknown as EntityDocument[]
const registry = libraryRegistry(documents)

describe.each(databaseKinds)('a copy that follows its source (%s)', (kind) => {
  let database: TestDatabase
  beforeAll(async () => {
    database = await freshDatabase(kind)
    expect(await migrate(database, documents)).toEqual([])
  })
  afterAll(() => database.close())

  const inCall = <T>(work: (context: ModelContext) => Promise<T>) => run(database, registry, work)
  const write = (model: string, data: Record<string, unknown>, id?: number) =>
    inCall((context) => writeRecord(context, model, { id, data }))
  const read = (id: unknown) => inCall((context) => readRecord(context, 'offer', id))
  const newWare = async () => (await write('ware', { code: 'A', price: '10' })).id
  const newOffer = (ware: number, lines: object[] = [{}]) =>
    write('offer', { region: 'north', lines: lines.map((line) => ({ ware, ...line })) })

  test('changes with it, and so does what is computed from the copy', async () => {
    const ware = await newWare()
    const { id } = await newOffer(ware, [{}, {}])
    await write('ware', { code: 'B', price: '12.5' }, ware)
    const line = { code: 'B', price: '12.50' }
    expect(await read(id)).toMatchObject({ version: 1, total: '25.00', lines: [line, line] })
  })

  test('stays where people have typed something else, and follows again when they have emptied it', async () => {
    const ware = await newWare()
    const { id, lines } = (await newOffer(ware, [{ price: '8' }, {}])) as unknown as { id: number; lines: { id: number }[] }
    await write('ware', { price: '12' }, ware)
    expect(await read(id)).toMatchObject({ lines: [{ price: '8' }, { price: '12.00' }] })
    await write('offer', { lines: [{ id: lines[0]!.id, price: null }, { id: lines[1]!.id }] }, id)
    await write('ware', { price: '14' }, ware)
    expect(await read(id)).toMatchObject({ lines: [{ price: '14.00' }, { price: '14.00' }] })
  })

  test('stays in the states that freeze it', async () => {
    const ware = await newWare()
    const { id } = await newOffer(ware)
    await inCall((context) => takeTransition(context, 'offer', { id, transition: 'sell' }))
    await write('ware', { code: 'C', price: '99' }, ware)
    expect(await read(id)).toMatchObject({ total: '10.00', lines: [{ code: 'C', price: '10.00' }] })
  })

  test('of a field of its own record changes with the same save', async () => {
    const { id } = await newOffer(await newWare())
    expect(await write('offer', { region: 'south' }, id)).toMatchObject({ lines: [{ region: 'south' }] })
  })

  test('changes in the background where there are many, past two changes, but for what was typed', async () => {
    const ware = await newWare()
    const { id } = await newOffer(ware)
    await inCall(({ trx }) =>
      sql`insert into data.offer_line (offer_id, ware_id, code, price, region)
        select ${id}, ${ware}, 'A', case when at <= 1000 then 10 else 7 end, 'north' from generate_series(1, 1001) at`.execute(trx),
    )
    const prices = async () => {
      const { rows } = await database.read((trx) =>
        sql`select round(price, 2)::text as price, count(*)::integer as count from data.offer_line where offer_id = ${id} group by 1 order by 1`.execute(
          trx,
        ),
      )
      return rows
    }
    await write('ware', { price: '12' }, ware)
    expect(await prices()).toEqual([
      { price: '10.00', count: 1001 },
      { price: '7.00', count: 1 },
    ])
    await write('ware', { price: '14' }, ware)
    while (await database.transaction((trx) => backfillBatch(trx, registry, new Date())));
    expect(await prices()).toEqual([
      { price: '14.00', count: 1001 },
      { price: '7.00', count: 1 },
    ])
    expect(await read(id)).toMatchObject({ total: '14021.00' })
  })

  test.runIf(kind === 'postgres')('is right although records are written while the source changes', async () => {
    const ware = await newWare()
    const made = await Promise.all([
      ...Array.from({ length: 8 }, () => newOffer(ware)),
      write('ware', { code: 'Z' }, ware),
      ...Array.from({ length: 8 }, () => newOffer(ware)),
    ])
    const offers = made.filter((record) => 'lines' in record)
    expect(offers).toHaveLength(16)
    for (const { id } of offers) expect(await read(id)).toMatchObject({ lines: [{ code: 'Z' }] })
  })
})
