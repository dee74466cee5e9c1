import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { EntityDocument, MetricDocument } from '#schemas/types/contract.d.ts'
import type { Database } from '#server/database/database.ts'
import { migrateEntities } from '#server/database/tables/entity-tables.ts'
import { buildRegistry } from '#server/documents/build-registry.ts'
import { provideHooks } from '#server/model/lifecycles/hooks.ts'
import { metricAnswer } from '#server/model/metrics/metric-answer.ts'
import { seedRecords } from '#server/model/seed.ts'
import { databaseKinds, freshDatabase } from '#tests/helpers/database.ts'
import { caller, documentsOf, entities, libraryRegistry, refusal, run } from '#tests/server-mock/model/library.ts'

const sale: EntityDocument = {
  name: 'sale',
  title: 'Sale',
  schema: {
    type: 'object',
    properties: {
      title: { type: 'string' },
      state: { enum: ['open', 'paid', 'lost'] },
      buyer: { type: 'integer', references: 'author' },
      amount: { type: 'string', format: 'decimal' },
      margin: { type: 'string', format: 'decimal' },
      sold_at: { type: 'string', format: 'date-time' },
      due: { type: 'string', format: 'date' },
    },
  },
  access: {
    read: 'library.read',
    fields: { margin: 'library.margin' },
    rows: [{ permission: 'library.all' }, { permission: 'library.open', where: { state: 'open' } }],
  },
}

const metric = (name: string, more: Partial<MetricDocument> = {}): MetricDocument => ({
  name,
  entity: 'sale',
  values: { count: 'count(id)', amount: 'sum(amount)' },
  chart: 'bar',
  ...more,
})
const byPeriod = {
  field: 'sold_at',
  by: '{params.period}',
  periods: ['month', 'day', 'year'],
  from: '{params.from}',
  to: '{params.to}',
} as const
const metrics = Object.fromEntries(
  [
    metric('by-period', { group: { ...byPeriod, periods: [...byPeriod.periods] } }),
    metric('by-state', { group: 'state', to: 'grid/library/sale/sales' }),
    metric('by-buyer', { group: 'buyer' }),
    metric('both', {
      group: [{ field: 'sold_at', by: 'month', from: '2025-02-19', to: '2025-04-20' }, 'state'],
      values: { count: 'count(id)' },
      to: 'grid/library/sale/sales',
    }),
    metric('trial', {
      group: 'buyer',
      values: {
        turnover: { of: 'sum(amount)', where: 'sold_at:between({params.from},{params.to})' },
        opening: { of: 'sum(amount)', where: { state: 'open' } },
        balance: { formula: 'turnover - opening', title: 'Balance' },
        over: { formula: 'max(balance, 0)', title: 'Over' },
        mean: { formula: 'turnover / count', scale: 2, title: 'Mean' },
        count: 'count(id)',
      },
      days: { from: 'year' },
      order: 'title',
      totals: ['turnover', 'over'],
      chart: 'table',
    }),
    metric('sparse', { group: ['buyer', 'title'], chart: 'table', order: 'title' }),
    metric('hidden', {
      values: { margin: 'sum(margin)', count: 'count(id)', rate: { formula: 'margin * 2', title: 'Rate' } },
      chart: 'table',
    }),
    metric('hooked', {
      group: { field: 'sold_at', by: 'month', from: '2025-01-01', to: '2025-03-31', calendar: 'gregorian' },
      compute: 'library/flow',
      values: { inflow: { kind: 'decimal', title: 'In' }, rest: { formula: 'inflow - 1', title: 'Rest' } },
      chart: 'bar',
    }),
    metric('margins', { group: 'state', values: { margin: 'sum(margin)', count: 'count(id)' } }),
    metric('margin-alone', { values: { margin: 'sum(margin)' }, chart: 'number' }),
    metric('by-margin', { group: 'margin' }),
    metric('of-state', { where: { state: '{params.state}' }, chart: 'number' }),
    metric('candles', {
      chart: 'candlestick',
      group: { field: 'sold_at', by: 'month', from: '2025-03-01', to: '2025-03-31', calendar: 'gregorian' },
      values: { open: 'first(amount)', close: 'last(amount)', high: 'max(amount)', low: 'min(amount)', mean: 'avg(amount)' },
    }),
    metric('present', { chart: 'number', group: { field: 'sold_at', by: 'month' }, compare: 'previous' }),
    metric('due', { group: { field: 'due', by: 'day', from: '2025-03-19', to: '2025-03-22' } }),
    metric('guarded', { access: 'library.figures' }),
  ].map((each) => [each.name, each]),
)

describe.each(databaseKinds)('metrics on %s', (kind) => {
  let database: Database
  const registry = buildRegistry(
    [
      {
        ...libraryRegistry([...entities, sale]).modules.get('library')!,
        grids: { sales: { entity: 'sale', columns: ['title'], filters: ['state', { key: 'sold', field: 'sold_at' }] } },
        metrics,
      },
    ],
    1,
    undefined,
  )
  const all = caller({ permissions: new Set(['library.read', 'library.all']) })
  const now = new Date('2025-04-10T08:00:00Z')
  const read = (name: string, params: Record<string, unknown> = {}, as = all, at = now) =>
    run(database, registry, (context) => metricAnswer(context, `library/${name}`, params), as, at)

  beforeAll(async () => {
    database = await freshDatabase(kind)
    await database.transaction((trx) => migrateEntities(trx, new Map(), documentsOf([...entities, sale]), [], Object.values(metrics)))
    await database.transaction(async (trx) => {
      const [sara, omid] = await seedRecords(trx, registry, 'author', [{ name_full: 'Sara' }, { name_full: 'Omid' }])
      await seedRecords(trx, registry, 'sale', [
        // Half an hour before and at midnight in Tehran, on the last day of a leap year.
        { title: 'a', state: 'paid', buyer_id: sara, amount: '0.10', margin: '1', sold_at: '2025-03-20T20:00:00Z', due: '2025-03-20' },
        { title: 'b', state: 'open', buyer_id: sara, amount: '0.20', margin: '2', sold_at: '2025-03-20T20:30:00Z', due: '2025-03-21' },
        {
          title: 'c',
          state: 'paid',
          buyer_id: omid,
          amount: '12345678901234567890.05',
          margin: '4',
          sold_at: '2025-03-05T08:00:00Z',
          due: '2025-03-20',
        },
        { title: 'd', state: 'paid', amount: '5', margin: '8', sold_at: '2025-04-09T08:00:00Z' },
        { title: 'gone', state: 'paid', amount: '100', sold_at: '2025-03-05T08:00:00Z', deleted_at: '2025-03-06T08:00:00Z' },
      ])
    })
  })
  afterAll(() => database.close())

  it('puts the 30th of Esfand into its Jalali month, by the midnight of the reader', async () => {
    const { results, metadata } = await read('by-period', { from: '2025-02-19', to: '2025-04-20' })
    expect(results.map(({ count, amount }) => [count, amount])).toEqual([
      [2, '12345678901234567890.15'],
      [2, '5.20'],
    ])
    expect(metadata.rows.map(({ titles }) => titles[0])).toEqual(['اسفند ۱۴۰۳', 'فروردین ۱۴۰۴'])
    expect(results[1]!.sold_at).toBe('2025-03-20T20:30:00.000Z')
    const utc = await read('by-period', { from: '2025-03-01', to: '2025-04-10' }, caller({ ...all, locale: 'en', timezone: 'UTC' }))
    expect(utc.results.map(({ count }) => count)).toEqual([3, 1])
    expect(utc.metadata.metric.groups[0]).toMatchObject({
      by: 'month',
      calendar: 'gregorian',
      param: 'period',
      periods: ['month', 'day', 'year'],
    })
  })

  it('has empty periods, with null', async () => {
    const { results } = await read('by-period', { period: 'day', from: '2025-03-18', to: '2025-03-22' })
    expect(results.map(({ count, amount }) => [count, amount])).toEqual([
      [null, null],
      [null, null],
      [1, '0.10'],
      [1, '0.20'],
      [null, null],
    ])
  })

  it('groups days by the days themselves', async () => {
    const { results } = await read('due')
    expect(results.map(({ due, count }) => [due, count])).toEqual([
      ['2025-03-19', null],
      ['2025-03-20', 2],
      ['2025-03-21', 1],
      ['2025-03-22', null],
    ])
  })

  it('names the periods that there are, and refuses what it does not know', async () => {
    expect(await refusal(read('by-period', { period: 'hour' }))).toMatchObject({
      code: '422',
      errors: { period: ['errors.metric_period'] },
    })
    expect((await refusal(read('by-period', { period: 'week' }))).errors).toEqual({ period: ['errors.metric_period'] })
    expect((await refusal(read('by-period', { from: 'soon' }))).errors).toEqual({ from: ['errors.bad_value'] })
    expect((await refusal(read('by-period', { from: '2025-04-11' }))).errors).toEqual({ from: ['errors.bad_value'] })
    expect((await refusal(read('by-period', { period: 'day', from: '2001-01-01' }))).errors).toEqual({ from: ['errors.metric_span'] })
    expect((await refusal(read('by-state', { colour: 'red' }))).errors).toEqual({ colour: ['errors.unknown_key'] })
    expect(await refusal(read('none'))).toMatchObject({ code: 'not-found' })
  })

  it('groups by choices in their order and by references with their titles, and leads to the list', async () => {
    const states = await read('by-state')
    expect(states.results.map(({ state, count }) => [state, count])).toEqual([
      ['open', 1],
      ['paid', 3],
    ])
    expect(states.metadata.rows.map(({ query }) => query)).toEqual([{ state: 'open' }, { state: 'paid' }])
    const buyers = await read('by-buyer')
    expect(buyers.metadata.rows.map(({ titles }) => titles[0])).toEqual(['Sara', 'Omid', '—'])
  })

  it('makes series of a second group, each with every period', async () => {
    const { results, metadata } = await read('both')
    expect(results.map(({ state, count }) => [state, count])).toEqual([
      ['open', null],
      ['paid', 2],
      ['open', 1],
      ['paid', 1],
    ])
    expect(metadata.rows[2]!.query).toEqual({ sold: '2025-03-21..2025-04-20', state: 'open' })
  })

  it('counts only what the record rule of the reader leaves him', async () => {
    const { results } = await read('by-state', {}, caller({ permissions: new Set(['library.read', 'library.open']) }))
    expect(results).toEqual([{ state: 'open', count: 1, amount: '0.20' }])
  })

  it('sums up no field that the reader may not see, and groups by none', async () => {
    const { results, metadata } = await read('margins')
    expect(results[0]).toEqual({ state: 'open', count: 1 })
    expect(metadata.metric.values.map(({ key }) => key)).toEqual(['count'])
    expect(await refusal(read('margin-alone'))).toMatchObject({ code: 'permission-denied' })
    expect(await refusal(read('by-margin'))).toMatchObject({ code: 'permission-denied' })
    const chief = caller({ permissions: new Set(['library.read', 'library.all', 'library.margin']) })
    expect((await read('margin-alone', {}, chief)).results).toEqual([{ margin: '15' }])
  })

  it('is refused without the permission of the entity or its own', async () => {
    expect(await refusal(read('by-state', {}, caller({ permissions: new Set() })))).toMatchObject({ code: 'permission-denied' })
    expect(await refusal(read('guarded'))).toMatchObject({ code: 'permission-denied' })
  })

  it('fills in parameters', async () => {
    expect((await read('of-state', { state: 'open' })).results).toEqual([{ count: 1, amount: '0.20' }])
    expect((await read('of-state', { state: "open' or true" })).results).toEqual([{ count: 0, amount: null }])
  })

  it('takes the first and the last by the moment', async () => {
    const { results } = await read('candles', {}, caller({ ...all, timezone: 'UTC' }))
    expect(results).toMatchObject([{ open: '12345678901234567890.05', close: '0.20', high: '12345678901234567890.05', low: '0.10' }])
  })

  it('works out formulas of values, over all days or those of the reader, with exact totals', async () => {
    const { results, metadata } = await read('trial')
    expect(metadata.rows.map(({ titles }) => titles[0])).toEqual(['Omid', 'Sara', '—'])
    expect(results.map(({ buyer: _, ...values }) => values)).toEqual([
      { turnover: null, opening: null, balance: null, over: '0', mean: null, count: 1 },
      { turnover: '0.20', opening: '0.20', balance: '0', over: '0', mean: '0.10', count: 2 },
      { turnover: '5', opening: null, balance: '5', over: '5', mean: '5.00', count: 1 },
    ])
    expect(metadata).toMatchObject({ totals: { turnover: '5.2', over: '5' }, metric: { days: { from: '2025-03-21', to: '' } } })
    expect(metadata.metric.values.map(({ key }) => key)).toEqual(['turnover', 'opening', 'balance', 'over', 'mean', 'count'])
  })

  it('takes the days of the reader, an empty one as open, and refuses what is none', async () => {
    const turnovers = async (params: object) => (await read('trial', { ...params })).metadata.totals?.turnover
    expect(await turnovers({ from: '', to: '2025-03-20' })).toBe('12345678901234567890.15')
    expect(await turnovers({ from: '', to: '' })).toBe('12345678901234567895.35')
    expect((await refusal(read('trial', { from: 'soon' }))).errors).toEqual({ from: ['errors.bad_value'] })
    expect((await refusal(read('trial', { from: '2025-04-01', to: '2025-03-01' }))).errors).toEqual({ to: ['errors.bad_value'] })
  })

  it('has in a table of two fields only those that there are together', async () => {
    const { metadata } = await read('sparse')
    expect(metadata.rows.map(({ titles }) => titles.join(' '))).toEqual(['Omid c', 'Sara a', 'Sara b', '— d'])
  })

  it('leaves out a formula of a value that the reader may not see', async () => {
    const { results } = await read('hidden')
    expect(results).toEqual([{ count: 4 }])
  })

  it('takes the rows of a hook, each at its period', async () => {
    const asked: unknown[] = []
    provideHooks([
      {
        module: 'library',
        metrics: {
          flow: (_, question) => {
            asked.push(question)
            return Promise.resolve([
              { sold_at: '2025-02-01', inflow: '2.50', secret: 1 },
              { sold_at: '1999-01-01', inflow: '9' },
            ])
          },
        },
      },
    ])
    const { results, metadata } = await read('hooked', {}, caller({ ...all, timezone: 'UTC' }))
    expect(results.map(({ inflow, rest }) => [inflow, rest])).toEqual([
      [null, null],
      ['2.50', '1.5'],
      [null, null],
    ])
    expect(results[1]).not.toHaveProperty('secret')
    expect(asked).toMatchObject([{ groups: [{ field: 'sold_at', starts: ['2025-01-01', '2025-02-01', '2025-03-01'] }] }])
    expect(metadata.metric.values).toMatchObject([{ of: 'hook', kind: 'decimal', title: 'In' }, { of: 'formula' }])
    provideHooks([])
  })

  it('compares with as much of the period before', async () => {
    // 21 Farvardin, half past eleven: the month before is compared up to its 21st day, the 11th of March.
    const { results, metadata } = await read('present')
    expect(results.map(({ count }) => count)).toEqual([1, 2])
    expect(metadata.rows.map(({ titles }) => titles[0])).toEqual(['اسفند ۱۴۰۳', 'فروردین ۱۴۰۴'])
  })

  it('is told again for a moment, until somebody writes', async () => {
    const count = () => database.read((trx) => metricAnswer({ trx, registry, caller: all, now }, 'library/by-state', {}))
    const before = (await count()).results
    expect((await count()).results).toEqual(before)
    await database.transaction((trx) => seedRecords(trx, registry, 'sale', [{ title: 'e', state: 'lost', amount: '1' }]))
    expect((await count()).results.at(-1)).toMatchObject({ state: 'lost', count: 1 })
  })
})
