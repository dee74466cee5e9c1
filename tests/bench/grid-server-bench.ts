import { sql } from 'kysely'
import { emptyModule } from '#schemas/check/parse-module.ts'
import type { EntityDocument, GridDocument, LifecycleDocumentTransition } from '#schemas/types/contract.d.ts'
import { openDatabase, type Database } from '#server/database/database.ts'
import { migrateEntities } from '#server/database/tables/entity-tables.ts'
import { maintainIndexes } from '#server/database/tables/index-upkeep.ts'
import { buildRegistry } from '#server/documents/build-registry.ts'
import { gridRows, systemCaller, takeTransition, writeRecord, type ModelContext } from '#server/model/model.ts'
import { startPostgres } from '#tests/helpers/postgres.mjs'
import { median } from './browser.ts'
import { comparePages, plainPage } from './compare-pages.ts'
import { measureBalances } from './ledger-bench.ts'
import { pageTimer } from './page-timer.ts'
import { absolute, relative, type Measurement } from './report.ts'

const rowCount = 1_000_000
const rounds = 25
const pageSize = 50

const states = ['draft', 'paid', 'sent', 'returned']
const seller: EntityDocument = {
  name: 'seller',
  title: 'Seller',
  schema: { type: 'object', properties: { title: { type: 'string' }, branch: { type: 'integer' } } },
  access: { read: 'user' },
}
const sale: EntityDocument = {
  name: 'sale',
  title: 'Sale',
  display: '{title}',
  schema: {
    type: 'object',
    properties: {
      title: { type: 'string' },
      amount: { type: 'string', format: 'decimal' },
      status: { enum: states },
      sold_at: { type: 'string', format: 'date-time' },
      seller: { type: 'integer', references: 'seller' },
    },
  },
  storage: { search: ['title'] },
  access: { read: 'user' },
}
/** The same records with a life, under record rules: of one's own branch, and what anybody may see. */
const ruledSale: EntityDocument = {
  ...sale,
  lifecycle: {
    status: {
      initial: 'draft',
      transitions: {
        pay: { from: ['draft'], to: 'paid', access: 'user', only_if: [{ is: { required: ['amount'] } }] },
        send: { from: ['paid'], to: 'sent', access: 'user' },
        take_back: { from: ['paid', 'sent'], to: 'returned', access: 'user', note: 'required' },
      },
    },
  },
  access: {
    read: 'user',
    rows: [{ where: { 'seller.branch': '{session.user.id}' } }, { where: 'status:any_of(returned),amount:between(,10)' }],
  },
}
const step: Pick<LifecycleDocumentTransition, 'access' | 'note' | 'only_if' | 'set'> = {
  access: 'user',
  note: 'optional',
  only_if: [{ is: { required: ['title'] } }],
  set: { done_at: '{now}' },
}
/** Records with a life: two states, a condition, a value that is set, and a note. */
const errand: EntityDocument = {
  name: 'errand',
  title: 'Errand',
  schema: {
    type: 'object',
    properties: { title: { type: 'string' }, state: { enum: ['open', 'done'] }, done_at: { type: 'string', format: 'date-time' } },
  },
  access: { read: 'user', write: 'user' },
  lifecycle: {
    state: {
      initial: 'open',
      transitions: { finish: { from: ['open'], to: 'done', ...step }, reopen: { from: ['done'], to: 'open', ...step } },
    },
  },
}
const grid: GridDocument = {
  entity: 'sale',
  page_size: pageSize,
  columns: [
    { key: 'title', sortable: true },
    { key: 'amount', sortable: true, summary: 'sum' },
    'status',
    { key: 'sold_at', sortable: true },
  ],
  filters: ['title', 'status', 'amount', 'sold_at'],
  tabs: [
    { key: 'all', count: true },
    { key: 'returned', where: { status: 'returned' }, count: true },
    { key: 'trash', trashed: true, count: true },
  ],
}
/** The list of records with a life: a tab with its count for all, for each state and for the trash, and a button for each transition. */
const lives: GridDocument = {
  ...grid,
  columns: ['title', 'amount', 'status', { key: 'sold_at', sortable: true }],
  tabs: 'status',
  row: ['transitions', 'trash', 'restore'],
}
const entities = new Map([
  ['seller', seller],
  ['sale', ruledSale],
  ['errand', errand],
])
const registryOf = (sales: EntityDocument) =>
  buildRegistry(
    [
      {
        ...emptyModule(),
        module: { name: 'shop', title: 'Shop', version: '1.0.0' },
        entities: { seller, sale: sales, errand },
        grids: { sales: grid, lives },
      },
    ],
    1,
    undefined,
  )
const registry = registryOf(sale)
const ruledRegistry = registryOf(ruledSale)
const caller = { ...systemCaller('en'), user: { id: 1, username: 'bench', name_full: 'Bench' } }

/** A million rows in tables as a publication makes them; the indexes come afterwards, as they do for big tables. */
async function fill(database: Database): Promise<number> {
  await database.transaction((trx) => migrateEntities(trx, new Map(), entities, [grid]))
  const { rows } = await sql<{
    name: string
  }>`select indexname as name from pg_indexes where schemaname = 'data' and indexname not like '%pkey'`.execute(database.kysely)
  for (const { name } of rows) await sql.raw(`drop index data."${name}"`).execute(database.kysely)
  await database.transaction(async (trx) => {
    await sql`set local statement_timeout = 0`.execute(trx)
    await sql`insert into data.seller (title, branch) select 'seller ' || g, g % 50 from generate_series(1, 1000) g`.execute(trx)
    await sql`insert into data.sale (created_at, seller_id, title, amount, status, sold_at, title_sort, title_fold, search_text)
      select timestamptz '2020-01-01' + g * interval '1 minute', 1 + g % 1000, t, (g * 7919 % 1000003)::numeric / 100, (array['draft', 'paid', 'paid', 'paid', 'sent', 'sent', 'sent', 'sent', 'sent', 'returned'])[(1 + g / 1000 % 10)::int], timestamptz '2020-01-01' + (g * 104729 % ${rowCount}) * interval '1 minute', t, t, t
      from (select g, 'order ' || md5(g::text) as t from generate_series(1::bigint, ${rowCount}) g) rows`.execute(trx)
  })
  const started = performance.now()
  await maintainIndexes(database, entities, [grid], (message) => {
    throw new Error(message)
  })
  const seconds = (performance.now() - started) / 1000
  await database.kysely.connection().execute(async (connection) => {
    await sql`set statement_timeout = 0`.execute(connection)
    await sql`vacuum analyze data.sale`.execute(connection)
    await sql`vacuum analyze data.seller`.execute(connection)
    await sql`reset statement_timeout`.execute(connection)
  })
  return seconds
}

/** Runs a grid's query as a call does; answers how long its page statement took, and the whole query. */
async function askGrid(database: Database, query: Record<string, unknown>, documents = registry, part = 'sales') {
  const { plugin, ms } = pageTimer()
  return database.read(async (trx) => {
    const context: ModelContext = { trx: trx.withPlugin(plugin) as typeof trx, registry: documents, caller, now: new Date() }
    const started = performance.now()
    const { rows, pagination, tabs, summary } = await gridRows(context, `shop/sale/${part}`, query)
    return { pageMs: ms(), wholeMs: performance.now() - started, rows, pagination, tabs, summary }
  })
}

interface Case {
  name: string
  query: Record<string, unknown>
  plain: string
  documents?: typeof registry
}

const plain = (where: string, order: string) =>
  `select id from data.sale where ${where} and deleted_at is null order by ${order} limit ${pageSize}`
const ruled = `(seller_id in (select id from data.seller where branch = 1) or (status = 'returned' and amount <= 10))`
const cases: Case[] = [
  {
    name: 'a status, by amount',
    query: { status: 'returned', sort: 'amount', order: 'desc' },
    plain: plain(`status = 'returned'`, 'amount desc nulls last, id desc'),
  },
  {
    name: 'days, by title',
    query: { sold_at: '2020-06-01..2020-06-30', sort: 'title', order: 'asc' },
    plain: plain(`sold_at >= '2020-06-01' and sold_at < '2020-07-01'`, 'title_sort collate "C", id'),
  },
  {
    name: 'words in a text, newest first',
    query: { title: 'a1b2c', sort: 'created_at', order: 'desc' },
    plain: plain(`title_fold like '%a1b2c%'`, 'created_at desc, id desc'),
  },
  {
    name: 'and/or groups, by amount',
    query: { where: 'or(status:any_of(draft),and(amount:between(5000,6000),status:none_of(paid)))', sort: 'amount', order: 'asc' },
    plain: plain(`(status = 'draft' or (amount between 5000 and 6000 and status <> 'paid'))`, 'amount, id'),
  },
  {
    name: 'under record rules, newest first',
    query: { sort: 'created_at', order: 'desc' },
    plain: plain(ruled, 'created_at desc, id desc'),
    documents: ruledRegistry,
  },
  {
    name: 'under record rules, a status by amount',
    query: { status: 'paid', sort: 'amount', order: 'asc' },
    plain: plain(`${ruled} and status = 'paid'`, 'amount, id'),
    documents: ruledRegistry,
  },
]

const compareCases = (database: Database): Promise<Measurement[]> =>
  comparePages({
    of: `${rowCount.toLocaleString('en')} rows`,
    pageSize,
    cases,
    page: async ({ query, documents }) => {
      const { pageMs, rows } = await askGrid(database, { ...query, parts: 'results' }, documents)
      return { ms: pageMs, ids: rows.map(({ id }) => id) }
    },
    plain: ({ plain: statement }) => plainPage(database, statement, pageSize),
  })

/** What the list of records with a life is counted by, and what each tab counts. */
const counted = {
  all: 'deleted_at is null',
  ...Object.fromEntries(states.map((state) => [state, `status = '${state}' and deleted_at is null`])),
  trash: 'deleted_at is not null',
}
const countBy = (conditions: readonly string[]) =>
  `select ${conditions.map((condition, at) => `(select count(*)::int from (select 1 from data.sale where ${ruled} and ${condition} limit 10001) c) as c${at}`).join()}`

/** The whole first page as the panel asks for it, with flags and all tab counts, under record rules, against its plain statements. */
async function compareLives(database: Database): Promise<Measurement> {
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let round = -1; round < rounds; round++) {
    // Counts are told again for a while unless something was written.
    await database.transaction((trx) => sql`update data.sale set title = title where false`.execute(trx))
    const list = await askGrid(database, { sort: 'created_at', order: 'desc' }, ruledRegistry, 'lives')
    const hand = await database.read(async (trx) => {
      const started = performance.now()
      const { rows } = await sql
        .raw<{ id: number }>(
          `select * from data.sale where ${ruled} and deleted_at is null order by created_at desc, id desc limit ${pageSize}`,
        )
        .execute(trx)
      const counts = await sql.raw<Record<string, number>>(countBy(Object.values(counted))).execute(trx)
      return { ms: performance.now() - started, rows, counts: Object.values(counts.rows[0]!).map((count) => Math.min(count, 10_000)) }
    })
    if (list.rows.map(({ id }) => id).join() !== hand.rows.map(({ id }) => id).join())
      throw new Error('The plain statement finds other rows.')
    if (list.tabs.map(({ count }) => count).join() !== hand.counts.join()) throw new Error('The plain statement counts other rows.')
    if (round < 0) continue
    ours.push(list.wholeMs)
    theirs.push(hand.ms)
  }
  return relative(
    'First page of a million records with a life, flags and record rules, with the counts of six tabs, against plain SQL',
    median(ours),
    'ms',
    median(theirs),
    1.5,
  )
}

/** A page half a million rows deep, by cursor, against the first one. */
async function compareDepth(database: Database): Promise<Measurement> {
  const order = { sort: 'amount', order: 'desc', parts: 'results' }
  const middle = await askGrid(database, { where: 'amount:between(,5000)', ...order, page_size: 1 })
  const deep: number[] = [],
    first: number[] = []
  // A cursor belongs to its order, not to its filters.
  for (let round = -1; round < rounds; round++) {
    const [far, near] = [await askGrid(database, { ...order, after: middle.pagination.next }), await askGrid(database, order)]
    if (round < 0) continue
    deep.push(far.pageMs)
    first.push(near.pageMs)
  }
  return relative('Page 500,000 rows deep, by cursor, against the first one', median(deep), 'ms', median(first), 1.5)
}

/** A transition against a plain save of the same record, each with its transaction. */
async function compareTransition(database: Database): Promise<Measurement> {
  const write = (work: (context: ModelContext) => Promise<{ id: number }>) =>
    database.transaction((trx) => work({ trx, registry, caller, now: new Date() }))
  const { id } = await write((context) => writeRecord(context, 'errand', { data: { title: 'errand' } }))
  const time = async (work: (context: ModelContext) => Promise<{ id: number }>) => {
    const started = performance.now()
    await write(work)
    return performance.now() - started
  }
  const [taken, saved]: [number[], number[]] = [[], []]
  for (let round = -20; round < 200; round++) {
    const transition = round % 2 === 0 ? 'finish' : 'reopen'
    const [step, save] = [
      await time((context) => takeTransition(context, 'errand', { id, transition, note: 'done' })),
      await time((context) => writeRecord(context, 'errand', { id, data: { title: `errand ${round}` } })),
    ]
    if (round < 0) continue
    taken.push(step)
    saved.push(save)
  }
  return relative('A transition with a condition, a value and a note, against a plain save', median(taken), 'ms', median(saved), 1.3)
}

async function wholeCall(database: Database, name: string, query: Record<string, unknown>, limit: number): Promise<Measurement> {
  const times: number[] = []
  for (let round = -1; round < rounds; round++) {
    const { wholeMs, pagination, tabs } = await askGrid(database, query)
    if (pagination.total > 10_000 || tabs.some(({ count }) => count > 10_000)) throw new Error(`${name}: counted past 10,000`)
    if (round >= 0) times.push(wholeMs)
  }
  return absolute(name, median(times), 'ms', limit)
}

/** Lists over a million rows on PostgreSQL: statements against those that one would write by hand, and whole calls. */
export async function measureGridServer(): Promise<Measurement[]> {
  const postgres = await startPostgres()
  if (!postgres) throw new Error('PostgreSQL is not installed.')
  try {
    const database = await openDatabase({ databaseUrl: postgres.url })
    try {
      const indexSeconds = await fill(database)
      return [
        ...(await compareCases(database)),
        await compareLives(database),
        await compareDepth(database),
        await compareTransition(database),
        ...(await measureBalances(database)),
        await wholeCall(database, 'First page with total, three tab counts and summary, over a million rows', {}, 500),
        await wholeCall(database, 'Quick search with total and tab counts, over a million rows', { q: 'a1b2c' }, 500),
        absolute('Indexes of a table of a million rows, made in the background', indexSeconds, 's', 600),
      ]
    } finally {
      await database.close()
    }
  } finally {
    await postgres.stop()
  }
}
