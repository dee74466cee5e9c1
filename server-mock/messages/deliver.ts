import type { Channel } from './channels.ts'
import { DeliveryError, type RenderedMessage } from './drivers/driver.ts'
import type { Carrier, Drivers } from './read-drivers.ts'

/** Another carrier is begun with only so long after the first one, so that all end within the lease of a message. */
const beginsWithinMs = 40_000

/** Carriers of a message; an SMS without a pattern goes as a plain one where that is possible. */
export function carriersFor(drivers: Drivers, channel: Channel, template: string): readonly Carrier[] {
  const own = drivers[channel].filter(({ carries }) => carries(template))
  return own.length > 0 || channel !== 'pattern-sms' ? own : drivers.sms
}

/**
 * Sends a message by the first carrier that takes it.
 * @throws `DeliveryError` of the last one; it is final only where each refusal was
 */
export async function deliverByOne(carriers: readonly Carrier[], message: RenderedMessage, clock: () => number = Date.now): Promise<void> {
  const startedAt = clock()
  let fault: DeliveryError | undefined
  for (const { deliver } of carriers) {
    if (fault && clock() - startedAt > beginsWithinMs) break
    try {
      return await deliver(message)
    } catch (thrown) {
      if (!(thrown instanceof DeliveryError)) throw thrown
      // It may have arrived: nobody else sends it again.
      if (thrown.code === 'unknown') throw thrown
      fault = fault && !fault.isFinal ? fault : thrown
    }
  }
  if (fault) throw fault
}
