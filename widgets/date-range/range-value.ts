import type { DayRange } from '#renderer'

/** The period as the field stores it; undefined when both ends are missing. */
export function writeRange({ from, to }: DayRange, asText: boolean): DayRange | string | undefined {
  if (from === undefined && to === undefined) return undefined
  return asText ? `${from ?? ''}..${to ?? ''}` : { ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }
}
