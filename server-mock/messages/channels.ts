import type { CallContext } from '#server/feature.ts'
import { readDrivers } from './drivers-store.ts'

/** Ways in which a message leaves the house. */
export const channels = ['mail', 'sms', 'pattern-sms'] as const
export type Channel = (typeof channels)[number]

/** Channels on which a message would arrive: those with a driver that is on, and all where developers read the outbox. */
export async function channelsOffered({
  trx,
  registry,
  config,
}: Pick<CallContext, 'trx' | 'registry' | 'config'>): Promise<readonly Channel[]> {
  if (config.outbox) return channels
  const drivers = await readDrivers(trx, registry, config)
  return channels.filter((channel) => drivers.has(channel))
}
