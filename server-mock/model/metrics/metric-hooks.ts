import type { GroupPart } from '#schemas/rules/metrics/metric-parts.ts'
import type { ModelContext } from '#server/model/context.ts'
import { metricOf } from '#server/model/lifecycles/hooks.ts'
import type { GroupRow, ReadGroup } from './read-groups.ts'

/** What a hook answers, in the form of what is read by a statement. Rows of a period that there is not are left out. */
export async function hookRows(
  context: ModelContext,
  hook: string,
  params: Readonly<Record<string, string>>,
  parts: readonly GroupPart[],
  groups: readonly ReadGroup[],
): Promise<{ rows: GroupRow[]; truncated: boolean }> {
  const asked = parts.map(({ field }, at) => ({ field, starts: groups[at]!.periods?.starts, ends: groups[at]!.periods?.ends }))
  const told = await metricOf(hook)(context, { params, groups: asked })
  const rows = told.map((row): GroupRow => ({
    keys: groups.map(({ periods }, at) => {
      const key = row[parts[at]!.field] ?? null
      return periods ? periods.starts.indexOf(String(key)) : key
    }),
    rows: 1,
    values: row as GroupRow['values'],
  }))
  return { rows: rows.filter(({ keys }) => !keys.includes(-1)), truncated: false }
}
