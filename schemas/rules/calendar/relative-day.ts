const dayMs = 86_400_000
const maxDays = 3660

/**
 * Reads a day that may be relative to `today` (an ISO day): `today`, `today-7`, `today+30`, at most ten years away, or an ISO day as it
 * is. Undefined for anything else. `resolveRelativeDay('today-1', '2024-03-20') === '2024-03-19'`
 */
export function resolveRelativeDay(text: string, today: string): string | undefined {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return text
  const [, sign, count] = /^today(?:([+-])(\d{1,4}))?$/.exec(text) ?? []
  if (text !== 'today' && sign === undefined) return undefined
  const days = Number(count ?? 0) * (sign === '-' ? -1 : 1)
  return Math.abs(days) <= maxDays ? new Date(Date.parse(`${today}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10) : undefined
}
