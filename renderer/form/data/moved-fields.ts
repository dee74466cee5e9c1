import { isSame } from './path.ts'

type Data = Record<string, unknown>

/**
 * Data and stored data under the names that fields have now; `author_id` belongs to `author`. Undefined where nothing stands under a
 * former name.
 */
export function movedFields(
  renamed: Readonly<Record<string, string>>,
  data: Data,
  baseline: Data,
): { data: Data; baseline: Data } | undefined {
  const names = Object.entries(renamed).flatMap(([former, now]) => ['', '_id'].map((suffix) => [former + suffix, now + suffix] as const))
  const held = names.filter(([former]) => Object.hasOwn(data, former) || Object.hasOwn(baseline, former))
  if (held.length === 0) return undefined
  const [present, stored] = [{ ...data }, { ...baseline }]
  for (const [former, now] of held) {
    const isTyped = !isSame(data[former], baseline[former])
    if (Object.hasOwn(data, former) && (isTyped || !Object.hasOwn(data, now))) present[now] = data[former]
    if (Object.hasOwn(baseline, former) && !Object.hasOwn(baseline, now)) stored[now] = baseline[former]
    delete present[former]
    delete stored[former]
  }
  return { data: present, baseline: stored }
}
