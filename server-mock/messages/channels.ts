import type { CallContext } from '#server/feature.ts'
import { readDrivers } from './read-drivers.ts'

/** Ways in which a message leaves the house. */
export const channels = ['mail', 'sms', 'pattern-sms'] as const
export type Channel = (typeof channels)[number]

/** Channels on which a message would arrive: those with a driver, and all where developers read the outbox. */
export function channelsOffered({ config }: Pick<CallContext, 'config'> & Partial<CallContext>): Promise<readonly Channel[]> {
  const drivers = readDrivers(config)
  return Promise.resolve(config.outbox ? channels : channels.filter((channel) => drivers.has(channel)))
}
