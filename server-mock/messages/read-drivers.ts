import type { Config } from '#server/config.ts'
import type { Channel } from './channels.ts'
import type { Deliver } from './drivers/driver.ts'
import { createSmtpDriver } from './drivers/smtp.ts'

/** The drivers that are configured. */
export const readDrivers = ({ smtp }: Pick<Config, 'smtp'>): ReadonlyMap<Channel, Deliver> =>
  new Map<Channel, Deliver>(smtp ? [['mail', createSmtpDriver(smtp)]] : [])
