import { isRecord } from '#schemas/rules/is-record.ts'
import { valueAt } from '#schemas/rules/text/interpolate.ts'

const notLoaded = new Set(['site', 'route', 'session', 'params', 'form', 'row', 'selection'])

/**
 * The record that a screen's buttons are about: the load that is named, else the only load that brought a record.
 * Their `flag` and `when` are tested against it.
 */
export function shownRecord(data: Readonly<Record<string, unknown>>, named?: unknown): Record<string, unknown> | undefined {
  if (typeof named === 'string') {
    const found = valueAt(data, named)
    return isRecord(found) ? found : undefined
  }
  const records = Object.entries(data).flatMap(([name, value]) =>
    !notLoaded.has(name) && isRecord(value) && value.id !== undefined && value.id !== null ? [value] : [],
  )
  return records.length === 1 ? records[0] : undefined
}
