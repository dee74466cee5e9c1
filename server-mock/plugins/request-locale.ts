import type { FastifyRequest } from 'fastify'
import type { Config } from '#server/config.ts'

export interface RequestLocale {
  locale: string
  timezone: string
}

export const defaultTimezone = 'Asia/Tehran'

/** Locale and zone that a call asks for; a missing or wrong header gives the default rather than an error. */
export function readRequestLocale(request: FastifyRequest, config: Pick<Config, 'locales' | 'defaultLocale'>): RequestLocale {
  const locale = single(request.headers['x-locale'])
  const timezone = single(request.headers['x-timezone'])
  return {
    locale: locale !== undefined && config.locales.includes(locale) ? locale : config.defaultLocale,
    timezone: timezone !== undefined && isTimezone(timezone) ? timezone : defaultTimezone,
  }
}

const single = (header: string | string[] | undefined) => (Array.isArray(header) ? header[0] : header)

/** Whether this is a zone of the IANA database, e.g. `Asia/Tehran`; offsets such as `+03:30` are not. */
export function isTimezone(name: string): boolean {
  if (knownZones.has(name)) return true
  if (!/^[A-Za-z][A-Za-z0-9_+/-]{1,63}$/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
  } catch {
    return false
  }
  if (knownZones.size < mostZones) knownZones.add(name)
  return true
}

/** Zones that were asked for: making a formatter for each call costs more than reading the caller's session. */
const knownZones = new Set<string>()
/** More than the database has; the same zone in other capitals counts anew. */
const mostZones = 1000
