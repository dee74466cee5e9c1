import type { MetricAnswer, MetricRow, MetricValue, Target } from '#schemas/types/contract.d.ts'
import type { LocaleFormats } from '#renderer/locale/use-locale.ts'

export type MetricResult = Readonly<Record<string, string | number | boolean | null>>

/** The answer of a metric call. */
export interface MetricData {
  results: readonly MetricResult[]
  metadata: MetricAnswer
}

/** One number of a metric where it stands: in the row of its first group and the column of its series. */
export interface MetricCell {
  value: string | number | null
  shown: string
  /** Row of the answer. */
  at: number
}

/** A row of the table: a period or a value of the first group. */
export interface MetricLine {
  title: string
  /** Title on an axis. */
  short: string
  cells: (MetricCell | undefined)[]
  to?: Target
}

export interface MetricTable {
  columns: { title: string; color?: string }[]
  lines: MetricLine[]
  /** Sums of the columns as they are shown; empty where a column has none. */
  totals?: string[]
}

/** The numbers of a metric as a table: a column for each value or, with two groups and one value, for each of the second group. */
export function tableOf({ results, metadata }: MetricData, formats: LocaleFormats): MetricTable {
  const { metric } = metadata
  const { formatDigits } = formats
  const rows = metadata.rows.map((row) => ({
    ...row,
    titles: row.titles.map((title) => formatDigits(title)),
    ...(row.short !== undefined && { short: formatDigits(row.short) }),
  }))
  const { groups, values } = metric
  const shownOf = (value: MetricValue, at: number): MetricCell => {
    // In a column that is added up, a sum of nothing reads as 0, as the formulas beside it read it.
    const isAdded = value.of === 'sum' && Object.hasOwn(metadata.totals ?? {}, value.key)
    const stored = results[at]?.[value.key] ?? (isAdded ? '0' : null)
    return { value: stored as MetricCell['value'], shown: showValue(value, stored, formats), at }
  }
  const titleOf = ({ titles }: MetricRow, at = 0): string => titles[at] ?? ''
  if (groups.length < 2 || values.length !== 1)
    return {
      columns: values.map(({ title }) => ({ title })),
      lines: rows.map((row, at) => ({
        title: row.titles.length > 0 ? row.titles.join(' · ') : (metric.title ?? ''),
        short: row.short ?? titleOf(row),
        cells: values.map((value) => shownOf(value, at)),
        ...linkOf(metric.to, row.query),
      })),
      ...(metadata.totals && {
        totals: values.map((value) =>
          Object.hasOwn(metadata.totals!, value.key) ? showValue(value, metadata.totals![value.key], formats) : '',
        ),
      }),
    }
  const series = new Map<string, { title: string; color?: string }>()
  const lines = new Map<string, MetricLine>()
  rows.forEach((row, at) => {
    const [first, second] = groups.map(({ field }) => String(results[at]?.[field]))
    if (!series.has(second!)) series.set(second!, { title: titleOf(row, 1), ...(row.color !== undefined && { color: row.color }) })
    const line = lines.get(first!) ?? {
      title: titleOf(row),
      short: row.short ?? titleOf(row),
      cells: [],
      ...linkOf(metric.to, firstOf(row.query)),
    }
    lines.set(first!, line)
    line.cells[[...series.keys()].indexOf(second!)] = shownOf(values[0]!, at)
  })
  return { columns: [...series.values()], lines: [...lines.values()] }
}

/** Where one number leads: to the list with the filters of its row. */
export const cellTarget = ({ metadata }: MetricData, at: number): Target | undefined =>
  linkOf(metadata.metric.to, metadata.rows[at]?.query).to

/** The filter of the first group: they stand in the order of the groups. */
const firstOf = (query: MetricRow['query']): MetricRow['query'] => query && Object.fromEntries(Object.entries(query).slice(0, 1))

function linkOf(to: Target | undefined, query: MetricRow['query']): { to?: Target } {
  if (to === undefined || query === undefined) return {}
  if (typeof to !== 'string') return { to: { ...to, query: { ...to.query, ...query } } }
  return { to: to.includes('/') ? `${to}${to.includes('?') ? '&' : '?'}${new URLSearchParams(query)}` : { name: to, query } }
}

/** A number in the reader's digits, a day or moment in his calendar; a dash where there is none. */
export function showValue({ kind }: Pick<MetricValue, 'kind'>, value: unknown, formats: LocaleFormats): string {
  if (value === null || value === undefined) return '—'
  if (kind === 'date') return formats.formatDate(String(value))
  if (kind === 'datetime') return formats.formatDateTime(String(value))
  return kind === 'text' ? String(value) : formats.formatNumber(String(value))
}

/** How much a number has changed, in whole percent; undefined where there is nothing to compare it with. */
export function changeOf(before: string | number | null, present: string | number | null): number | undefined {
  const [was, is] = [Number(before ?? 0), Number(present ?? 0)]
  return was === 0 ? undefined : Math.round(((is - was) / Math.abs(was)) * 100)
}
