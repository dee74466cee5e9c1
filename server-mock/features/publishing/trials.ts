import type { PayloadOf, UnmanagedHandler } from '#server/feature.ts'
import { ApiError } from '#server/errors.ts'
import { refusal } from '#server/publishing/trials/audience.ts'
import { readCounts } from '#server/publishing/trials/counts.ts'
import type { TrialRequest } from '#server/publishing/trials/run-trials.ts'
import { tallyOf } from '#server/publishing/trials/tally.ts'
import { readTrials } from '#server/publishing/trials/trial-rows.ts'

/** Ended trials that are listed beside those that run. */
const mostEnded = 20

/** @throws a 422 on `trial` that names none or several audiences */
export function audienceIn({ role, users, share, ...limits }: NonNullable<PayloadOf<'publish'>['trial']>): TrialRequest {
  const named = [role !== undefined && { role }, users && { users }, share !== undefined && { share }].filter((each) => !!each)
  if (named.length !== 1) throw refusal('trial_audience')
  return { ...named[0]!, ...limits }
}

/** Counts of this process are written first, so that the page shows what has just happened. */
export const trials: UnmanagedHandler<'publish-trials'> = {
  async unmanaged({ caller, database, params }) {
    if (!caller.isDeveloper) throw new ApiError('permission-denied')
    await tallyOf(database)?.flush()
    return database.read(async (trx) => {
      const all = await readTrials(trx, { module: params.module, endedSince: 0 })
      const ended = all.filter(({ status }) => status !== 'running').slice(0, mostEnded)
      const listed = [...all.filter(({ status }) => status === 'running'), ...ended]
      const results = []
      for (const trial of listed)
        results.push({
          id: trial.id,
          module: trial.module,
          status: trial.status,
          version: Number(trial.tried_version),
          base_version: Number(trial.base_version),
          audience: trial.audience,
          role: trial.role,
          users: trial.usernames,
          share: trial.share,
          max_error_rate: trial.max_error_rate,
          min_calls: trial.min_calls,
          note: trial.note,
          reason: trial.reason,
          author: trial.author,
          at: trial.at.toISOString(),
          ended_at: trial.ended_at?.toISOString() ?? null,
          ...(await readCounts(trx, trial.id)),
        })
      return { results }
    })
  },
}

/** At most so many faults of one user are counted for a trial. */
const mostFaults = 20
const reported = new Map<string, number>()

/** Only while the module is tried: a panel that reports more often than it may is not counted. */
export const panelFault: UnmanagedHandler<'panel-fault'> = {
  async unmanaged({ caller, database, registry, payload }) {
    const tally = tallyOf(database)
    const module = payload.module ?? (payload.screen === undefined ? undefined : registry.screens.get(payload.screen)?.module)
    const trial = module === undefined ? undefined : tally?.trialOf(module)
    if (!tally || !trial) return { results: { counted: false } }
    const key = `${trial.id} ${caller.user!.id}`
    const before = reported.get(key) ?? 0
    if (before >= mostFaults) return { results: { counted: false } }
    if (reported.size > 10_000) reported.clear()
    reported.set(key, before + 1)
    tally.count({ trial: trial.id, isTrial: tally.isShown(registry, trial.id), outcome: 'panel', bucket: 0 })
    return { results: { counted: true } }
  },
}
