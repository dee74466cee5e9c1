import type { Config } from '#server/config.ts'
import type { Trx } from '#server/database/database.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import type { Channel } from './channels.ts'
import type { Deliver } from './drivers/driver.ts'
import { readEntries, type OpenDriverRow } from './drivers/entries.ts'
import { reachOf } from './drivers/public-address.ts'
import { createPushDriver, pushContact, pushKeys } from './drivers/push.ts'
import { createPatternDriver, createSmsDriver, patternFor } from './drivers/sms.ts'
import { createSmtpDriver, readSmtpUrl } from './drivers/smtp.ts'

/** What carries a message, and which messages it can carry. */
export interface Carrier {
  deliver: Deliver
  carries: (template: string) => boolean
}

/** The carriers of each channel, the one that is tried first at the front. */
export type Drivers = Readonly<Record<Channel, readonly Carrier[]>>

export interface DriversContext {
  config: Pick<Config, 'smtp' | 'secret' | 'databaseUrl' | 'outbox' | 'siteOrigin'>
  /** Without a transaction and documents only the environment is asked. */
  trx?: Trx
  registry?: DocumentRegistry
}

const everything = () => true

/** The drivers that are turned on and configured, on their page or in the environment. */
export async function readDrivers({ config, trx, registry }: DriversContext): Promise<Drivers> {
  const entries = trx && registry ? await readEntries(trx, registry, config) : []
  const usable = entries.filter(({ active, configured }) => active && configured)
  const carrier = (entry: OpenDriverRow) => ({ deliver: driverOf(entry, config), carries: everything })
  const ofKind = (kind: OpenDriverRow['kind']) => usable.filter((entry) => entry.kind === kind)
  const patterns = ofKind('pattern_sms').map((entry) => ({
    deliver: driverOf(entry, config),
    carries: (template: string) => patternFor(entry, template) !== undefined,
  }))
  const mail = ofKind('email').map(carrier)
  return {
    mail:
      mail.length > 0 || !config.smtp || isMailOff(entries)
        ? mail
        : [{ deliver: createSmtpDriver(readSmtpUrl(config.smtp)), carries: everything }],
    sms: ofKind('sms').map(carrier),
    'pattern-sms': patterns,
    browser: ofKind('browser').slice(0, 1).map(carrier),
  }
}

/** What an entry sends by. */
export function driverOf(entry: OpenDriverRow, config: DriversContext['config']): Deliver {
  const reach = reachOf(config)
  if (entry.kind === 'pattern_sms') return createPatternDriver(entry, reach)
  if (entry.kind === 'browser') return createPushDriver({ keys: pushKeys(config.secret), contact: pushContact(config), reach })
  if (entry.kind === 'sms') return createSmsDriver(entry, reach)
  return createSmtpDriver({
    host: entry.host ?? '',
    port: entry.port ?? 587,
    security: entry.security ?? 'starttls',
    ...(entry.username && { username: entry.username, password: entry.secret ?? '' }),
    from: { name: entry.from_name ?? '', address: entry.from_address ?? '' },
    reach,
  })
}

/** Whoever has turned off each entry of mail wants none, from the environment's server either. */
function isMailOff(entries: readonly OpenDriverRow[]): boolean {
  const mail = entries.filter(({ kind }) => kind === 'email')
  return mail.length > 0 && mail.every(({ active }) => !active)
}
