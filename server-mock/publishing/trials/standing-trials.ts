import type { ModuleFiles } from '#schemas/check/module-documents.ts'
import { parseModule } from '#schemas/check/parse-module.ts'
import type { Trx } from '#server/database/database.ts'
import { buildRegistry } from '#server/documents/build-registry.ts'
import { ApiError } from '#server/errors.ts'
import { checkDocuments, type CheckOptions } from '#server/publishing/check-documents.ts'
import { parseOnce } from '#server/publishing/parse-once.ts'
import { refusal } from './audience.ts'
import { overCurrent } from './data-changes.ts'
import { readReleases, readRunningTrial, readTrials, type Trial } from './trial-rows.ts'

/** How a refusal names a trial. */
export const namesOf = ({ module, tried_version: version, author, audience, role, usernames, share }: Trial) => ({
  module,
  version,
  author: author || 'Pishkhan',
  audience: audience === 'role' ? `role:${role}` : audience === 'user' ? `user:${usernames}` : `share:${share}`,
})

/** @throws a 422 that says what to do while a trial of the module runs */
export async function refuseRunningTrial(trx: Trx, module: string): Promise<void> {
  const trial = await readRunningTrial(trx, module)
  if (!trial) return
  const { code, errors, userMessage } = refusal('trial_runs', namesOf(trial))
  throw new ApiError(code, { errors, userMessage, metadata: { trial: { id: trial.id, ...namesOf(trial) } } })
}

/**
 * What is published besides must leave the trials of other modules as they can be shown.
 * @throws a 422 that names the first that could not
 */
export async function refuseBrokenTrials(
  trx: Trx,
  next: ReadonlyMap<string, ModuleFiles>,
  published: string,
  options: CheckOptions,
): Promise<void> {
  const trials = (await readTrials(trx)).filter(({ module }) => module !== published)
  const files = await readReleases(
    trx,
    trials.map(({ release }) => release),
  )
  for (const trial of trials) {
    const reason = faultOf(trial, files.get(trial.release), next, options)
    if (reason !== undefined) throw refusal('trial_would_break', { ...namesOf(trial), reason })
  }
}

/** Why documents cannot be shown in place of those of their module; undefined where they can. */
function faultOf(
  { module }: Trial,
  files: ModuleFiles | undefined,
  modules: ReadonlyMap<string, ModuleFiles>,
  options: CheckOptions,
): string | undefined {
  const current = modules.get(module)
  if (!files || !current) return `${module}: module.json`
  const [fault] = checkDocuments(module, files, modules, options).filter(({ severity }) => severity === 'error')
  if (fault) return `${fault.file}: ${fault.message}`
  try {
    const others = [...modules].filter(([name]) => name !== module).map(([, other]) => parseOnce(other))
    buildRegistry([...others, overCurrent(parseModule(current), parseModule(files))], 0, undefined)
    return undefined
  } catch (error) {
    return (error as Error).message
  }
}
