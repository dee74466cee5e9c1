import { documentOf, type ModuleFiles } from '#schemas/check/module-documents.ts'
import { parseModule } from '#schemas/check/parse-module.ts'
import type { CallContext } from '#server/feature.ts'
import { takeTransition, trusted, writeRecord } from '#server/model/model.ts'
import { checkDocuments } from '#server/publishing/check-documents.ts'
import { lostExtensions } from '#server/publishing/lost-extensions.ts'
import {
  migrateTo,
  outcome,
  refuseErrors,
  refuseSuperseded,
  type PublicationResult,
  type PublishOptions,
} from '#server/publishing/publish.ts'
import { readRoles } from '#server/publishing/read-roles.ts'
import {
  addPublication,
  hashFiles,
  lockPublishing,
  makeCurrent,
  readCurrentFiles,
  readPublication,
  readVersion,
  readVersionNumber,
  storeVersion,
  type TrialAction,
} from '#server/publishing/store.ts'
import { readAudience, refusal, type SentAudience } from './audience.ts'
import { changesForAll } from './data-changes.ts'
import { refuseRunningTrial } from './standing-trials.ts'
import { gridsOf, readReleases, readRunningTrial, readTrialGrids, type Trial } from './trial-rows.ts'

/** How a version is tried; what is left out, module.json says (`trial`). */
export type TrialRequest = SentAudience & { max_error_rate?: number; min_calls?: number }

type TrialContext = Pick<CallContext, 'trx' | 'registry' | 'caller' | 'config' | 'now'>

/** When a trial is taken back by itself, where neither its documents nor whoever publishes say so. */
const usualLimits = { maxErrorRate: 0.1, minCalls: 50 }

export interface TrialResult extends PublicationResult {
  trial: { id: number | null; version: number | null }
}

/**
 * Publishes documents for some people only: the others, and all calls, keep the data, calls and rights of the version that is current.
 * With `dryRun` only says whether it would.
 * @throws a 422 for documents that are wrong, that change something for everybody at once, for an audience that there is not, and while
 * another trial of the module runs
 */
export async function tryModule(
  context: TrialContext,
  module: string,
  sent: ModuleFiles,
  request: TrialRequest,
  { publisher, now, note = '', gate, dryRun = false, basedOn, endTrial, ...checks }: PublishOptions,
): Promise<TrialResult> {
  const { trx } = context
  await lockPublishing(trx)
  if (!dryRun) await endTrial?.(trx)
  const current = await readCurrentFiles(trx)
  const before = current.get(module)
  if (!before) throw refusal('trial_not_published', { module })
  await refuseRunningTrial(trx, module)
  const audience = await readAudience(trx, request)
  const options = { ...checks, roles: await readRoles(trx) }
  const checked = checkDocuments(module, sent, current, options)
  refuseErrors(checked)
  const files = Object.fromEntries(Object.entries(sent).filter(([path]) => documentOf(path)))
  if (hashFiles(before) === hashFiles(files)) throw refusal('trial_nothing_new', { module })
  if (basedOn !== undefined) await refuseSuperseded(trx, module, basedOn)
  const forAll = changesForAll(before, files)
  if (forAll.length > 0) throw refusal('trial_for_all', { changes: forAll.slice(0, 5).join(', '), count: forAll.length })
  const next = new Map(current).set(module, files)
  const problems = [...checked, ...(await lostExtensions(current, next, module, options))]
  refuseErrors(problems)
  const result = await outcome(trx, module, true, dryRun, problems)
  if (dryRun) return { ...result, trial: { id: null, version: null } }
  await migrateTo(trx, current, current, module, undefined, [...(await readTrialGrids(trx)), ...gridsOf(files)])
  const documents = parseModule(files)
  const release = await storeVersion(trx, { module, release: documents.module.version, files, note, publisher, now })
  const publication = await addPublication(trx, { module, documentsId: release, action: 'trial', note, publisher, now, gate })
  const base = (await readVersion(trx, module))!
  const version = await readVersionNumber(trx, release)
  const limits = { ...usualLimits, ...documents.module.trial }
  const { id } = await writeRecord(
    context,
    'publication_trial',
    {
      data: {
        module,
        release,
        base: base.id,
        tried_version: version,
        base_version: Number(base.version.version),
        publication,
        ...audience,
        max_error_rate: String(request.max_error_rate ?? limits.maxErrorRate),
        min_calls: request.min_calls ?? limits.minCalls,
        note: note || null,
      },
    },
    trusted,
  )
  return { ...result, publication, trial: { id: Number(id), version } }
}

/** How a trial ends: for everybody, taken back, or taken back by itself for `reason`. */
export type TrialEnd = { as: 'finish' } | { as: 'end'; note?: string } | { as: 'roll_back'; reason: string }

const actions: Record<TrialEnd['as'], TrialAction> = { finish: 'trial-finish', end: 'trial-end', roll_back: 'trial-rollback' }

/**
 * Ends the trial of a module that runs.
 * @throws a 422 where none runs, and for a trial that cannot become current as things are
 */
export async function endTrial(
  context: TrialContext,
  module: string,
  end: TrialEnd,
  { publisher, note = '', ...checks }: Omit<PublishOptions, 'now'>,
): Promise<{ trial: Trial; publication: number }> {
  const { trx, now } = context
  await lockPublishing(trx)
  const trial = await readRunningTrial(trx, module)
  if (!trial) throw refusal('trial_none', { module })
  const entry = { module, documentsId: trial.release, action: actions[end.as], note: 'reason' in end ? end.reason : note, publisher, now }
  const current = await readCurrentFiles(trx)
  if (end.as === 'finish') {
    const files = (await readReleases(trx, [trial.release])).get(trial.release)!
    const next = new Map(current).set(module, files)
    refuseErrors(checkDocuments(module, files, current, { ...checks, roles: await readRoles(trx) }))
    await migrateTo(trx, current, next, module)
    await makeCurrent(trx, entry)
  } else await addPublication(trx, entry)
  const publication = await readPublication(trx)
  const data = { ended_publication: publication, ...('reason' in end && { reason: end.reason }) }
  await writeRecord(context, 'publication_trial', { id: trial.id, data }, trusted)
  await takeTransition(
    context,
    'publication_trial',
    { id: trial.id, transition: end.as, ...('note' in end && end.note ? { note: end.note } : {}) },
    trusted,
  )
  // Tables no longer serve what only the trial sorted by.
  if (end.as !== 'finish') await migrateTo(trx, current, current, module)
  return { trial, publication }
}
