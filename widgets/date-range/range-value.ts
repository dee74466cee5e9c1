import type { DayRange } from '#renderer'

/** A kept period: `{ from, to }`, or `2024-01-01..2024-02-01` where the field is a text. */
export function readRange(value: unknown): DayRange {
  if (typeof value === 'string') {
    const [from, to] = value.split('..')
    return { from: from || undefined, to: to || undefined }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {}
  const { from, to } = value as Record<string, unknown>
  return { from: typeof from === 'string' && from !== '' ? from : undefined, to: typeof to === 'string' && to !== '' ? to : undefined }
}

/** The period as the field keeps it; nothing when both ends are missing. */
export function writeRange({ from, to }: DayRange, asText: boolean): DayRange | string | undefined {
  if (from === undefined && to === undefined) return undefined
  return asText ? `${from ?? ''}..${to ?? ''}` : { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
}
