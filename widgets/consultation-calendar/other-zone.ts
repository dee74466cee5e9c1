/** Title of the zone in which times are told, where it is not the reader's: `Iran Standard Time`. */
export function otherZone(timeZone: string | undefined, readersZone: string, locale: string): string | undefined {
  if (timeZone === undefined || timeZone === readersZone) return undefined
  const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'longGeneric' }).formatToParts()
  return parts.find(({ type }) => type === 'timeZoneName')?.value
}
