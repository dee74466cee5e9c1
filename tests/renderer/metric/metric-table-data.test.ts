import { describe, expect, it } from 'vitest'
import { chartSpec, type ChartLook } from '#renderer/metric/chart-spec.ts'
import { cellTarget, changeOf, tableOf, type MetricData } from '#renderer/metric/metric-table-data.ts'
import { localeFormats } from '#renderer/locale/use-locale.ts'
import type { MetricAnswer } from '#schemas/types/contract.d.ts'

const fa = localeFormats('fa', 'Asia/Tehran')
const value = { key: 'count', of: 'count', title: 'شمار', kind: 'number' } as const
const by = { field: 'sold_at', title: 'Sold', by: 'month' } as const
const answer = (metric: Partial<MetricAnswer['metric']>, rows: MetricAnswer['rows'], results: MetricData['results']): MetricData => ({
  results,
  metadata: {
    metric: { name: 'shop/sales', chart: 'bar', groups: [by], values: [value], to: { name: 'sales', query: { tab: 'all' } }, ...metric },
    rows,
  },
})
const months = answer(
  {},
  [
    { titles: ['فروردین ۱۴۰۴'], short: 'فروردین ۰۴', query: { sold: '2025-03-21..2025-04-20' } },
    { titles: ['اردیبهشت ۱۴۰۴'], short: 'اردیبهشت ۰۴', query: { sold: '2025-04-21..2025-05-21' } },
  ],
  [
    { sold_at: '2025-03-20T20:30:00.000Z', count: 1200 },
    { sold_at: '2025-04-20T20:30:00.000Z', count: null },
  ],
)
const states = answer(
  { groups: [by, { field: 'state', title: 'State' }] },
  [
    { titles: ['A', 'Open'], color: 'success', query: { sold: '1', state: 'open' } },
    { titles: ['A', 'Paid'], color: 'danger', query: { sold: '1', state: 'paid' } },
    { titles: ['B', 'Open'], color: 'success', query: { sold: '2', state: 'open' } },
  ],
  [
    { sold_at: 'a', state: 'open', count: 1 },
    { sold_at: 'a', state: 'paid', count: 2 },
    { sold_at: 'b', state: 'open', count: 3 },
  ],
)
const look: ChartLook = {
  rtl: true,
  font: 'Vazirmatn',
  text: '#111',
  dim: '#555',
  line: '#eee',
  surface: '#fff',
  palette: ['#1', '#2', '#3'],
  roles: { success: '#s', danger: '#d' },
}
const size = { width: 800, number: String }

describe('the table of a metric', () => {
  it('has totals beneath the values that have one', () => {
    const rest = { key: 'rest', of: 'formula', title: 'مانده', kind: 'decimal' } as const
    const { results, metadata } = answer({ values: [value, rest] }, months.metadata.rows, months.results)
    expect(tableOf({ results, metadata: { ...metadata, totals: { rest: '1200.5' } } }, fa).totals).toEqual(['', fa.formatNumber('1200.5')])
  })

  it('shows 0 for a sum of nothing where the column is added up, and a dash elsewhere', () => {
    const sum = { key: 'count', of: 'sum', title: 'Turnover', kind: 'decimal' } as const
    const { results, metadata } = answer({ values: [sum] }, months.metadata.rows, months.results)
    const shown = (totals?: Record<string, string>) =>
      tableOf({ results, metadata: { ...metadata, ...(totals && { totals }) } }, fa).lines.map(({ cells }) => cells[0]?.shown)
    expect(shown({ count: '1200' })).toEqual(['۱٬۲۰۰', '۰'])
    expect(shown()).toEqual(['۱٬۲۰۰', '—'])
  })

  it('has a line for each period, in the digits of the reader, with the filters of the list', () => {
    const table = tableOf(months, fa)
    expect(table.columns).toEqual([{ title: 'شمار' }])
    expect(table.lines[0]).toMatchObject({
      title: 'فروردین ۱۴۰۴',
      short: 'فروردین ۰۴',
      cells: [{ value: 1200, shown: fa.formatNumber('1200') }],
      to: { name: 'sales', query: { tab: 'all', sold: '2025-03-21..2025-04-20' } },
    })
    expect(table.lines[1]!.cells[0]).toMatchObject({ value: null, shown: '—' })
  })

  it('has a column for each of the second group', () => {
    const table = tableOf(states, localeFormats('en', 'UTC'))
    expect(table.columns.map(({ title }) => title)).toEqual(['Open', 'Paid'])
    expect(table.lines.map(({ title, cells }) => [title, cells.map((cell) => cell?.value)])).toEqual([
      ['A', [1, 2]],
      ['B', [3]],
    ])
    expect(table.lines[0]!.to).toEqual({ name: 'sales', query: { tab: 'all', sold: '1' } })
    expect(cellTarget(states, 1)).toEqual({ name: 'sales', query: { tab: 'all', sold: '1', state: 'paid' } })
  })

  it('leads to paths as well, and nowhere without filters', () => {
    const path = answer({ to: 'grid/shop/sale/sales' }, [{ titles: ['A'], query: { state: 'open' } }, { titles: ['—'] }], [{}, {}])
    expect(tableOf(path, fa).lines.map(({ to }) => to)).toEqual(['grid/shop/sale/sales?state=open', undefined])
  })

  it('says how much a number has changed', () => {
    expect([changeOf('100.00', '150.00'), changeOf(4, 3), changeOf(2, 2), changeOf(0, 3), changeOf(null, 3)]).toEqual([
      50,
      -25,
      0,
      undefined,
      undefined,
    ])
  })
})

describe('the chart of a metric', () => {
  it('goes from right to left where the page does, with titles in place of numbers', () => {
    const spec = chartSpec(months, tableOf(months, fa), look, size) as never as {
      scale: { x: { range: number[] } }
      axis: { x: { labelFormatter: (x: string) => string }; y: { position: string } }
    }
    expect(spec.scale.x.range).toEqual([1, 0])
    expect(spec.axis.y.position).toBe('right')
    expect(spec.axis.x.labelFormatter('1')).toBe('اردیبهشت ۰۴')
  })

  it('has as many labels as stand beside each other, and cuts a long name', () => {
    const titles = ['September 26', 'Oktober 26', 'November 26', 'Dezember 26', 'Januar 27', 'Kombinierter Verkehr auf Straße und Schiene']
    const named = answer(
      {},
      titles.map((title) => ({ titles: [title] })),
      titles.map(() => ({ count: 1 })),
    )
    const axisAt = (width: number) =>
      (
        chartSpec(named, tableOf(named, localeFormats('de', 'UTC')), look, { ...size, width }) as never as {
          axis: { x: { labelFormatter: (x: string) => string; tickFilter: (_: unknown, at: number) => boolean } }
        }
      ).axis.x
    expect(axisAt(320).labelFormatter('5')).toBe('Kombinierter Verk…')
    const shownAt = (width: number) => titles.filter((_, at) => axisAt(width).tickFilter(undefined, at)).length
    expect([shownAt(320), shownAt(600), shownAt(1000)]).toEqual([1, 3, 6])
  })

  it('takes the colours of choices where no two are alike', () => {
    const colors = (data: MetricData) =>
      (chartSpec(data, tableOf(data, fa), look, size) as { scale: { color: { range: string[] } } }).scale.color.range
    expect(colors(states)).toEqual(['#s', '#d'])
    const alike = { ...states, metadata: { ...states.metadata, rows: states.metadata.rows.map((row) => ({ ...row, color: 'success' })) } }
    expect(colors(alike)).toEqual(['#1', '#2'])
  })
})
