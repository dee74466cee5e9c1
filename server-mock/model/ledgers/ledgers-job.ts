import type { Job } from '#server/feature.ts'
import { checkLedgers, differenceText } from './check-ledgers.ts'

const weekMs = 7 * 24 * 60 * 60 * 1000

/** Compares balances with entries every week; what differs is an error of the job, which is in the log. */
export const ledgersJob: Job = {
  name: 'check-ledgers',
  everyMs: weekMs,
  async run(trx, registry) {
    const differences = (await checkLedgers(trx, registry)).flatMap((check) => check.differences)
    if (differences.length > 0)
      throw new Error(
        `balances differ from their entries (${differences.length}): ${differences.slice(0, 5).map(differenceText).join('; ')}`,
      )
  },
}
