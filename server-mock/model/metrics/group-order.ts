import { metricLimits } from '#schemas/rules/metrics/metric-parts.ts'
import type { MetricDocument } from '#schemas/types/contract.d.ts'
import type { FieldInSql } from '#server/model/list/field-in-sql.ts'
import type { GroupRow, ReadGroup } from './read-groups.ts'
import type { Title } from './group-titles.ts'

/** The keys of all rows in their order: periods one after another, choices as they are listed, others by what they come to. */
export function arrange(
  groups: readonly ReadGroup[],
  rows: readonly GroupRow[],
  values: readonly { key: string }[],
): { keys: unknown[][]; truncated: boolean } {
  if (groups.length === 0) return { keys: [[]], truncated: false }
  const [first, second] = groups.map((group, at) => {
    if (group.periods) return group.periods.buckets.map((_, index) => index as unknown)
    return sortKeys(group.field, rows, at, values[0]!.key)
  })
  if (!second) return { keys: first!.map((key) => [key]), truncated: false }
  const most = Math.max(1, Math.min(metricLimits.series, Math.floor(metricLimits.cells / Math.max(1, first!.length))))
  const series = groups[1]!.periods ? second : second.slice(0, most)
  return {
    keys: first!.flatMap((key) => (series.length > 0 ? series : [null]).map((other) => [key, other])),
    truncated: series.length < second.length,
  }
}

/** Whether only groups stand in a table that have records: there are no periods and no series. */
export const isSparse = ({ chart }: MetricDocument, groups: readonly ReadGroup[]): boolean =>
  chart === 'table' && groups.length >= 2 && groups.every(({ periods }) => !periods)

export function sparseKeys(
  groups: readonly ReadGroup[],
  rows: readonly GroupRow[],
  values: readonly { key: string }[],
): { keys: unknown[][]; truncated: boolean } {
  const places = groups.map(({ field }, at) => new Map(sortKeys(field, rows, at, values[0]!.key).map((key, place) => [key, place])))
  const placeOf = (keys: readonly unknown[], at: number) => places[at]!.get(keys[at]) ?? 0
  const keys = rows.map((row) => row.keys).sort((a, b) => groups.reduce((order, _, at) => order || placeOf(a, at) - placeOf(b, at), 0))
  return { keys: keys.slice(0, metricLimits.cells), truncated: keys.length > metricLimits.cells }
}

/** Groups of fields in the order of their titles; periods and choices stay in theirs. */
export function byTitle(
  keys: readonly unknown[][],
  titles: readonly ((key: unknown) => Title)[],
  groups: readonly ReadGroup[],
  locale: string,
): unknown[][] {
  const { compare } = new Intl.Collator(locale, { numeric: true })
  const places = groups.map(({ field, periods }, at) => {
    const own = [...new Set(keys.map((key) => key[at]))]
    const isNamed = !periods && !field.column.values
    if (isNamed) own.sort((a, b) => Number(a === null) - Number(b === null) || compare(titles[at]!(a).title, titles[at]!(b).title))
    return new Map(own.map((key, place) => [key, place]))
  })
  return [...keys].sort((a, b) => places.reduce((order, place, at) => order || place.get(a[at])! - place.get(b[at])!, 0))
}

/** Keys of a field's values: choices as their list has them, others with the most first. */
function sortKeys({ column }: FieldInSql, rows: readonly GroupRow[], at: number, value: string): unknown[] {
  const worth = new Map<unknown, number>()
  for (const row of rows) worth.set(row.keys[at], (worth.get(row.keys[at]) ?? 0) + (Number(row.values[value] ?? 0) || 0))
  const keys = [...worth.keys()]
  const place = (key: unknown) => column.values?.indexOf(key as never) ?? 0
  // What has no value comes last.
  return keys.sort((a, b) =>
    a === null || b === null
      ? Number(a === null) - Number(b === null)
      : column.values
        ? place(a) - place(b)
        : worth.get(b)! - worth.get(a)!,
  )
}
