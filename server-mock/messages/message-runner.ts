import { setTimeout as wait } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '#server/config.ts'
import type { Database } from '#server/database/database.ts'
import type { Registries } from '#server/publishing/registries.ts'
import { watchQueue } from '#server/tasks/queue-watch.ts'
import { carriersFor, deliverByOne } from './deliver.ts'
import { DeliveryError } from './drivers/driver.ts'
import { readDrivers } from './read-drivers.ts'
import { claimMessages, lanes, storeOutcomes, type Lane, type Outcome, type StoredMessage } from './outbox-store.ts'
import { removeSubscriptions } from './push-subscriptions.ts'
import { renderer } from './render-stored.ts'

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
const bulkPauseMs = 20

/** Sends what the outbox holds, outside of any transaction. */
export function createMessageRunner(options: MessageRunnerOptions): MessageRunner {
  const { log } = options
  let timer: NodeJS.Timeout | undefined
  const queues = lanes.map((lane) => {
    const queue = watchQueue(
      () => sendLane(options, lane, () => queue.isStopped),
      (fault) => log.error({ err: fault }, 'messages are not sent'),
    )
    return queue
  })
  const wake = () => {
    for (const queue of queues) queue.wake()
  }
  return {
    wake,
    start() {
      wake()
      timer = setInterval(wake, lookEveryMs)
      timer.unref()
    },
    async stop() {
      clearInterval(timer)
      await Promise.all(queues.map((queue) => queue.stop()))
    },
  }
}

/** Sends everything that is due now. */
export async function sendDue(options: MessageRunnerOptions): Promise<void> {
  for (const lane of lanes) await sendLane(options, lane, () => false)
}

async function sendLane(options: MessageRunnerOptions, lane: Lane, isStopped: () => boolean): Promise<void> {
  while (!isStopped()) {
    const claimed = await options.database.transaction((trx) => claimMessages(trx, options.now(), { lane, limit: atOnce }))
    if (claimed.length === 0) return
    await sendAll(options, claimed)
    // Calls come first: messages for many take the database for half of the time at most.
    if (lane === 'bulk') await wait(bulkPauseMs, undefined, { ref: false })
  }
}

async function sendAll(options: MessageRunnerOptions, claimed: readonly StoredMessage[]): Promise<void> {
  const { database, registries, config } = options
  const { render, drivers } = await database.read(async (trx) => {
    const registry = await registries.current(trx)
    return {
      render: await renderer({ trx, registry, config, now: options.now() }, claimed),
      drivers: await readDrivers({ config, trx, registry }),
    }
  })
  const deliver = async (message: StoredMessage): Promise<Outcome> => {
    const carriers = carriersFor(drivers, message.channel, message.template)
    if (carriers.length === 0 && config.outbox) return { message, state: 'shown' }
    try {
      if (carriers.length === 0) throw new DeliveryError(drivers[message.channel].length > 0 ? 'pattern' : 'no-driver', { isFinal: true })
      await deliverByOne(carriers, render(message))
      return { message, state: 'sent' }
    } catch (fault) {
      if (!(fault instanceof DeliveryError)) options.log.error({ err: fault, message: message.id }, 'a message is not sent')
      const known = fault instanceof DeliveryError ? fault : new DeliveryError('unknown', { isFinal: true })
      return { message, state: known.isFinal ? 'dead' : 'waiting', fault: { code: known.code, detail: known.message } }
    }
  }
  const outcomes = await Promise.all(claimed.map(deliver))
  const gone = outcomes.filter(({ message, fault }) => message.channel === 'browser' && fault?.code === 'gone')
  await database.transaction(async (trx) => {
    await storeOutcomes(trx, outcomes, options.now())
    await removeSubscriptions(
      trx,
      gone.map(({ message }) => Number(message.recipient)),
    )
  })
}
