import type { CallContext } from '#server/feature.ts'
import { readDrivers } from './read-drivers.ts'

/** Ways in which a message leaves the house. `browser` carries notices only, never a code. */
export const channels = ['mail', 'sms', 'pattern-sms', 'browser'] as const
export type Channel = (typeof channels)[number]

/** Channels on which a message would arrive: those with a driver, and all where developers read the outbox. */
export async function channelsOffered(context: Pick<CallContext, 'config'> & Partial<CallContext>): Promise<readonly Channel[]> {
  if (context.config.outbox) return channels
  const drivers = await readDrivers(context)
  return channels.filter((channel) => drivers[channel].length > 0)
}
