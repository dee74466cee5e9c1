import { sql } from 'kysely'
import { emptyModule, place } from '#schemas/check/parse-module.ts'
import type { EntityDocument, GridDocument, LedgerDocument } from '#schemas/types/contract.d.ts'
import { openDatabase, type Database } from '#server/database/database.ts'
import { migrateEntities } from '#server/database/tables/entity-tables.ts'
import { buildRegistry } from '#server/documents/build-registry.ts'
import { postEntries } from '#server/model/ledgers/post-entries.ts'
import { gridRows, systemCaller, type ModelContext } from '#server/model/model.ts'
import { stock as testedStock } from '#tests/server-mock/model/ledgers/stock.ts'
import { comparePages, plainPage } from './compare-pages.ts'
import { pageTimer } from './page-timer.ts'
import { absolute, type Measurement } from './report.ts'

const wareCount = 100_000
const pageSize = 50

const ware: EntityDocument = {
  name: 'ware',
  title: 'Ware',
  schema: {
    type: 'object',
    properties: {
      title: { type: 'string' },
      stop_when_empty: { type: 'boolean' },
      stock: { type: 'string', format: 'decimal', computed: { balance: 'stock.available' } },
    },
  },
  access: { read: 'user' },
}
/** The ledger of the tests with the limit of what is available, and nothing else. */
const stock: LedgerDocument = { ...testedStock, never_below: { available: testedStock.never_below!.available! } }
const grid: GridDocument = { entity: 'ware', page_size: pageSize, columns: ['title', { key: 'stock', sortable: true }], filters: ['stock'] }

function registryOf() {
  const module = emptyModule()
  place(module, 'module', 'shop', { name: 'shop', title: 'Shop', version: '1.0.0' })
  place(module, 'entity', 'ware', ware)
  place(module, 'ledger', 'stock', stock)
  place(module, 'grid', 'wares', grid)
  return buildRegistry([module], 1, undefined)
}
const registry = registryOf()
const entities = new Map([...registry.entities].map(([name, { document }]) => [name, document]))
const caller = { ...systemCaller('en'), user: { id: 1, username: 'bench', name_full: 'Bench' } }
const contextOf = (trx: ModelContext['trx']): ModelContext => ({ trx, registry, caller, now: new Date() })

/** A list of a hundred thousand wares by their stock, and of those in a range of it, against statements that one would write by hand. */
export async function measureBalances(database: Database): Promise<Measurement[]> {
  await database.transaction(async (trx) => {
    await migrateEntities(trx, new Map(), entities, [grid], [], [stock])
    await sql`insert into data.ware (title, stop_when_empty) select 'ware ' || g, g % 2 = 0 from generate_series(1, ${wareCount}) g`.execute(
      trx,
    )
    await sql`insert into ledger.stock_balance (ware_id, on_hand, reserved)
      select id, (id * 7919 % 100003)::numeric / 10, 0 from data.ware where id % 10 <> 0`.execute(trx)
  })
  for (const table of ['data.ware', 'ledger.stock_balance']) await sql.raw(`vacuum analyze ${table}`).execute(database.kysely)
  const plain = (where: string, order: string) =>
    `select w.id, coalesce(b.available, 0)::text from data.ware w left join ledger.stock_balance b on b.ware_id = w.id
      where w.deleted_at is null ${where} order by ${order} limit ${pageSize + 1}`
  const cases = [
    {
      name: 'the most stock first',
      query: { sort: 'stock', order: 'desc' },
      statement: plain('', 'coalesce(b.available, 0) desc, w.id desc'),
    },
    {
      name: 'a range of stock, newest first',
      query: { stock: '100..200', sort: 'created_at', order: 'desc' },
      statement: plain('and coalesce(b.available, 0) between 100 and 200', 'w.created_at desc, w.id desc'),
    },
  ]
  return comparePages({
    of: `${wareCount.toLocaleString('en')} wares`,
    pageSize,
    cases,
    page: ({ query }) =>
      database.read(async (trx) => {
        const { plugin, ms } = pageTimer()
        const list = await gridRows(contextOf(trx.withPlugin(plugin) as typeof trx), 'shop/ware/wares', { ...query, parts: 'results' })
        return { ms: ms(), ids: list.rows.map(({ id }) => id) }
      }),
    plain: ({ statement }) => plainPage(database, statement, pageSize),
  })
}

/** Ten thousand entries over a thousand accounts, posted by one call. */
export async function measurePosting(database: Database): Promise<Measurement> {
  const { rows } = await sql<{ id: number }>`insert into data.ware (title, stop_when_empty)
    select 'posted ' || g, true from generate_series(1, 1000) g returning id`.execute(database.kysely)
  const entries = Array.from({ length: 10_000 }, (_, at) => ({
    entry: at < 5000 ? 'supply' : 'reserve',
    account: { ware: rows[at % 1000]!.id },
    amounts: { quantity: '1.5', fee: '2.25' },
    source: { entity: 'ware', id: rows[at % 1000]!.id, row: at },
  }))
  const started = performance.now()
  await database.transaction((trx) => postEntries(contextOf(trx), 'stock', entries))
  return absolute('10,000 entries over 1,000 accounts, posted by one call on PGlite', (performance.now() - started) / 1000, 's', 5)
}

export async function measureLedgers(): Promise<Measurement[]> {
  const database = await openDatabase()
  try {
    return [...(await measureBalances(database)), await measurePosting(database)]
  } finally {
    await database.close()
  }
}
