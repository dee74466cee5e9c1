import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import { readSiteSettings } from '#server/features/settings/store.ts'
import { systemCaller } from '#server/model/context.ts'
import type { Registries } from '#server/publishing/registries.ts'
import { watchQueue } from '#server/tasks/queue-watch.ts'
import { carriersFor, deliverByOne } from './deliver.ts'
import { DeliveryError } from './drivers/driver.ts'
import { readDrivers } from './read-drivers.ts'
import { claimMessages, endMessage, postponeMessage, type StoredMessage } from './outbox-store.ts'
import { renderMessage } from './render-message.ts'
import { openValues } from './send-message.ts'

export interface MessageRunnerOptions {
  config: Config
  database: Database
  registries: Registries
  log: Pick<FastifyBaseLogger, 'error'>
  now: () => Date
}

export interface MessageRunner {
  /** Looks for messages soon, outside of the running call. */
  wake: () => void
  /** Begins to look regularly, for what is tried again and for what other processes have queued. */
  start: () => void
  /** Waits for what is being sent, and sends no more. */
  stop: () => Promise<void>
}

/** Messages that one process takes at once, and sends side by side. */
const atOnce = 8
const lookEveryMs = 2000

/** Sends what the outbox holds, outside of any transaction. */
export function createMessageRunner(options: MessageRunnerOptions): MessageRunner {
  const { log } = options
  let timer: NodeJS.Timeout | undefined
  const queue = watchQueue(
    () => sendDue(options, () => queue.isStopped),
    (fault) => log.error({ err: fault }, 'messages are not sent'),
  )
  return {
    wake: queue.wake,
    start() {
      queue.wake()
      timer = setInterval(queue.wake, lookEveryMs)
      timer.unref()
    },
    async stop() {
      clearInterval(timer)
      await queue.stop()
    },
  }
}

/** Sends everything that is due now. */
export async function sendDue(options: MessageRunnerOptions, isStopped = () => false): Promise<void> {
  while (!isStopped()) {
    const claimed = await options.database.transaction((trx) => claimMessages(trx, options.now(), atOnce))
    if (claimed.length === 0) return
    await sendAll(options, claimed)
  }
}

async function sendAll(options: MessageRunnerOptions, claimed: readonly StoredMessage[]): Promise<void> {
  const { database, registries, config } = options
  const locales = [...new Set(claimed.map(({ locale }) => locale))]
  const { registry, sites, drivers } = await database.read(async (trx) => {
    const current = await registries.current(trx)
    const titles = new Map<string, string>()
    for (const locale of locales) {
      const { site_title: title } = await readSiteSettings({ trx, registry: current, caller: systemCaller(locale), config })
      titles.set(locale, title)
    }
    return { registry: current, sites: titles, drivers: await readDrivers({ config, trx, registry: current }) }
  })
  const send = async (message: StoredMessage): Promise<void> => {
    const { id, channel, recipient: to, template, locale, sealed } = message
    const carriers = carriersFor(drivers, channel, template)
    const end = (state: 'sent' | 'shown') => database.transaction((trx) => endMessage(trx, message, state, options.now()))
    try {
      if (carriers.length === 0 && config.outbox) return await end('shown')
      if (carriers.length === 0) throw new DeliveryError(drivers[channel].length > 0 ? 'pattern' : 'no-driver', { isFinal: true })
      const values = openValues(config, to, sealed)
      if (!values) throw new DeliveryError('unknown', { detail: 'sealed with another secret', isFinal: true })
      const rendered = renderMessage(registry, channel, { key: String(id), to, template, locale, values, site: sites.get(locale)! })
      await deliverByOne(carriers, rendered)
      await end('sent')
    } catch (fault) {
      await fail(options, message, fault)
    }
  }
  await Promise.all(claimed.map(send))
}

async function fail({ database, log, now }: MessageRunnerOptions, message: StoredMessage, fault: unknown): Promise<void> {
  if (!(fault instanceof DeliveryError)) log.error({ err: fault, message: message.id }, 'a message is not sent')
  const known = fault instanceof DeliveryError ? fault : new DeliveryError('unknown', { isFinal: true })
  const told = { code: known.code, detail: known.message }
  await database.transaction((trx) =>
    known.isFinal ? endMessage(trx, message, 'dead', now(), told) : postponeMessage(trx, message, now(), told),
  )
}
