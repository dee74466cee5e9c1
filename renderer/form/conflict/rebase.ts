import type { Data } from '#renderer/form/data/form-store.ts'
import { isSame } from '#renderer/form/data/path.ts'

interface Sides {
  data: Data
  baseline: Data
}

/**
 * Puts a newer record under the unsaved changes: untouched fields are updated, changed ones stay. If both sides changed
 * a field, the form keeps its version, so that saving reports the conflict; so does a form whose draft is based on an
 * older version. What is `computed` is that of the newer record.
 */
export function rebase({ data, baseline }: Sides, fresh: Data, computed: ReadonlySet<string> = new Set()): Sides {
  const next: Sides = { data: { ...fresh }, baseline: { ...fresh } }
  let stays = !isSame(data.version, baseline.version)
  for (const field of new Set([...Object.keys(data), ...Object.keys(baseline)])) {
    if (field === 'version' || computed.has(field) || isSame(data[field], baseline[field])) continue
    next.data[field] = data[field]
    if (isSame(fresh[field], baseline[field]) || isSame(fresh[field], data[field])) continue
    next.baseline[field] = baseline[field]
    stays = true
  }
  if (!stays) return next
  return { data: { ...next.data, version: data.version }, baseline: { ...next.baseline, version: baseline.version } }
}

/** Fields that were changed since the data was sent, over the record that came back. */
export function typedSince(sent: Data, data: Data): Data {
  return Object.fromEntries(
    [...new Set([...Object.keys(sent), ...Object.keys(data)])]
      .filter((field) => field !== 'version' && !isSame(data[field], sent[field]))
      .map((field) => [field, data[field]]),
  )
}
