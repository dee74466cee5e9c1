import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { documentOf, type ModuleFiles } from '#schemas/check/module-documents.ts'
import { newProblems, type Problem } from '#schemas/check/problem.ts'
import type { GateReport } from '#schemas/gate/gate-report.ts'
import { locales } from '#schemas/rules/locales.ts'
import type { Trx } from '#server/database/database.ts'
import { migrateEntities } from '#server/database/tables/entity-tables.ts'
import { buildRegistry } from '#server/documents/build-registry.ts'
import type { GridDocument } from '#schemas/types/contract.d.ts'
import { servedGrids, type DocumentRegistry, type ModuleDocuments } from '#server/documents/registry.ts'
import { ApiError } from '#server/errors.ts'
import type { StoredEffect } from '#schemas/cli/try-publish.ts'
import { storedEffects } from '#server/model/compute/stored-effects.ts'
import { queueBackfills, readBackfills, type BackfillState } from '#server/model/compute/backfills.ts'
import { seedRecords } from '#server/model/seed.ts'
import { checkDocuments, type CheckOptions } from './check-documents.ts'
import { lostExtensions } from './lost-extensions.ts'
import { parseOnce } from './parse-once.ts'
import { placeFaults, problemAt } from './place-faults.ts'
import { readRoles } from './read-roles.ts'
import { refuseBrokenTrials, refuseRunningTrial } from './trials/standing-trials.ts'
import { readTrialGrids } from './trials/trial-rows.ts'
import {
  hashFiles,
  lockPublishing,
  makeCurrent,
  readCurrentFiles,
  readPreviousVersion,
  readPublication,
  readVersion,
  storeVersion,
  type Publisher,
} from './store.ts'

export interface PublicationResult {
  module: string
  /** Null when the module is published no more. */
  version: number | null
  publication: number
  /** False when the documents were current already. */
  changed: boolean
  dry_run: boolean
  /** Computed fields whose stored values are being computed, or were since the last publication of them. */
  backfills: BackfillState[]
  /** Of a mere trial: how many stored records would get another value, or not meet a check. */
  effects?: StoredEffect[]
  /** Warnings; with an error nothing is published and a `ApiError` carries the list. */
  problems: Problem[]
}

export interface PublishOptions extends CheckOptions {
  publisher: Publisher
  now: Date
  note?: string
  /** What the gate found before; kept with the publication. */
  gate?: GateReport
  dryRun?: boolean
  /** Version on which the documents are based, null for none; left out, they are published over whatever is current. */
  basedOn?: number | null
  /** Ends the trial that runs of the module; left out, what would change the documents under it is refused. */
  endTrial?: (trx: Trx) => Promise<void>
}

/**
 * Makes documents the current version of a module: checked against everything else that is published, with the tables
 * that they need, in the caller's transaction. One publication at a time. Throws a 422 whose `metadata.problems` says
 * what is wrong and where, and `stale-version` when `basedOn` is not what is current; then nothing has changed.
 */
export async function publishModule(
  trx: Trx,
  module: string,
  sent: ModuleFiles,
  { publisher, now, note = '', gate, dryRun = false, basedOn, endTrial, ...context }: PublishOptions,
): Promise<PublicationResult> {
  await lockPublishing(trx)
  if (!dryRun) await endTrial?.(trx)
  const current = await readCurrentFiles(trx)
  const options = { ...context, roles: await readRoles(trx) }
  const checked = checkDocuments(module, sent, current, options)
  refuseErrors(checked)
  // Fixtures and notes are not stored.
  const files = Object.fromEntries(Object.entries(sent).filter(([path]) => documentOf(path)))
  const before = current.get(module)
  if (before && hashFiles(before) === hashFiles(files)) return outcome(trx, module, false, dryRun, checked)
  if (basedOn !== undefined) await refuseSuperseded(trx, module, basedOn)
  if (!dryRun) await refuseRunningTrial(trx, module)
  const next = new Map(current).set(module, files)
  await refuseBrokenTrials(trx, next, module, options)
  const problems = [...checked, ...(await lostExtensions(current, next, module, options))]
  refuseErrors(problems)
  if (dryRun) await sql`savepoint dry_run`.execute(trx)
  const documents = await migrateTo(trx, current, next, module)
  if (dryRun) {
    const effects = await storedEffects(
      trx,
      entitiesOf([...current.values()].map(parseOnce)),
      buildRegistry([...documents.values()], 0, undefined),
      now,
    )
    await sql`rollback to savepoint dry_run`.execute(trx)
    return { ...(await outcome(trx, module, true, true, problems)), effects }
  }
  await addDeclaredRoles(trx, [...documents.values()], documents.get(module)!)
  const documentsId = await storeVersion(trx, { module, release: documents.get(module)!.module.version, files, note, publisher, now })
  await makeCurrent(trx, { module, documentsId, action: 'publish', note, publisher, now, gate })
  return outcome(trx, module, true, false, problems)
}

/** @throws `stale-version` when another version than the one that was worked on is current: publishing would take it away unseen. */
export async function refuseSuperseded(trx: Trx, module: string, basedOn: number | null): Promise<void> {
  const current = (await readVersion(trx, module))?.version
  if (!current || current.version === basedOn) return
  const { version, author, published_at, note } = current
  throw new ApiError('stale-version', {
    userMessage: { key: 'publish_superseded', values: { version, author: author || 'Pishkhan' } },
    metadata: { current: { version, author, published_at, note }, base: basedOn },
  })
}

/** Makes an older version current again; data and tables stay as they are. Throws `not-found` when there is none. */
export async function rollBackModule(
  trx: Trx,
  module: string,
  version: number | undefined,
  { publisher, now, note = '', endTrial, ...context }: PublishOptions,
): Promise<PublicationResult> {
  await lockPublishing(trx)
  await endTrial?.(trx)
  const wanted = version ?? (await readPreviousVersion(trx, module))
  const former = wanted === undefined ? undefined : await readVersion(trx, module, wanted)
  if (!former) throw new ApiError('not-found')
  if (former.version.is_current) return outcome(trx, module, false, false, [])
  await refuseRunningTrial(trx, module)
  const current = await readCurrentFiles(trx)
  // What others have published since may rely on what this version lacks.
  const options = { ...context, roles: await readRoles(trx) }
  const next = new Map(current).set(module, former.files)
  const problems = [...checkDocuments(module, former.files, current, options), ...(await lostExtensions(current, next, module, options))]
  const refusal: Refusal = { key: 'rollback_refused', values: { version: former.version.version } }
  refuseErrors(problems, refusal)
  await refuseBrokenTrials(trx, next, module, options)
  await migrateTo(trx, current, next, module, refusal)
  await makeCurrent(trx, { module, documentsId: former.id, action: 'rollback', note, publisher, now })
  return outcome(trx, module, true, false, problems)
}

/** Modules that cannot be removed: without them nobody could sign in, see a page, or restore a module. */
const indispensable: readonly string[] = ['auth', 'panel', 'persons', 'publishing']

/**
 * Takes a module out of the panel; its tables, its records and its versions stay. Throws `not-found`, or a 422 when the
 * panel or other modules cannot do without it.
 */
export async function removeModule(
  trx: Trx,
  module: string,
  { publisher, now, note = '', endTrial, ...context }: PublishOptions,
): Promise<PublicationResult> {
  await lockPublishing(trx)
  await endTrial?.(trx)
  const current = await readCurrentFiles(trx)
  if (!current.has(module)) throw new ApiError('not-found')
  await refuseRunningTrial(trx, module)
  if (indispensable.includes(module))
    refuseErrors(
      problemAt('module.json', current.get(module)!['module.json']!, '/name', `the panel cannot do without "${module}"`),
      removalRefused,
    )
  const next = new Map(current)
  next.delete(module)
  const options = { ...context, roles: await readRoles(trx) }
  refuseErrors(await dependenceProblems(current, next, module, options), removalRefused)
  await refuseBrokenTrials(trx, next, module, options)
  await migrateTo(trx, current, next, undefined, removalRefused)
  await makeCurrent(trx, { module, documentsId: null, action: 'remove', note, publisher, now })
  return outcome(trx, module, true, false, [])
}

/** Faults that removing a module would cause in the others: they require it, or name something of it. */
async function dependenceProblems(
  current: ReadonlyMap<string, ModuleFiles>,
  next: ReadonlyMap<string, ModuleFiles>,
  module: string,
  context: CheckOptions,
): Promise<Problem[]> {
  const faults: Problem[] = []
  for (const [name, files] of next) {
    // One module at a time, so that other requests are served in between.
    await setImmediate()
    const without = checkDocuments(name, files, next, context).filter(({ severity }) => severity === 'error')
    if (without.length === 0) continue
    for (const problem of newProblems(without, checkDocuments(name, files, current, context)))
      faults.push({ ...problem, file: `${name}/${problem.file}`, message: `without "${module}": ${problem.message}` })
  }
  return faults
}

/**
 * Brings the tables to a set of modules; all of them, the disabled too, since data outlives a configuration. Faults are
 * told with their place in the documents of `published`, or under the name of another module that they are in. The tables serve
 * `trialGrids` too; those of the trials that run when left out.
 */
export async function migrateTo(
  trx: Trx,
  previous: ReadonlyMap<string, ModuleFiles>,
  next: ReadonlyMap<string, ModuleFiles>,
  published?: string,
  refusal?: Refusal,
  trialGrids?: readonly GridDocument[],
): Promise<Map<string, ModuleDocuments>> {
  const documents = new Map([...next].map(([name, files]) => [name, parseOnce(files)]))
  let registry: DocumentRegistry
  try {
    registry = buildRegistry([...documents.values()], 0, undefined)
  } catch (fault) {
    const message = (fault as Error).message
    throw problemsRefusal([{ severity: 'error', file: 'module.json', line: 1, column: 1, pointer: '', message }], refusal)
  }
  const faults = await migrateEntities(
    trx,
    entitiesOf([...previous.values()].map(parseOnce)),
    entitiesOf([...registry.modules.values()]),
    [...servedGrids(registry), ...(trialGrids ?? (await readTrialGrids(trx)))],
    [...registry.metrics.values()].map(({ document }) => document),
    [...registry.ledgers.values()].map(({ document }) => document),
    [...registry.notifications.values()].flat().map(({ document }) => document),
  )
  if (faults.length > 0) throw problemsRefusal(placeFaults(faults, next, published), refusal)
  await queueBackfills(trx, entitiesOf([...previous.values()].map(parseOnce)), registry, new Date())
  return documents
}

/**
 * Makes the roles that a module declares and nobody has made yet, under their titles in each locale. Where there are no roles at all, as in
 * a new database, it makes none.
 */
export async function addDeclaredRoles(trx: Trx, modules: ModuleDocuments[], { module, locales: texts }: ModuleDocuments): Promise<void> {
  const known = module.roles && (await readRoles(trx))
  if (!known) return
  const titleIn = (title: string, locale: string): string =>
    title.startsWith('$') ? (texts[locale]?.[title.slice(1)] ?? texts.en?.[title.slice(1)] ?? title.slice(1)) : title
  const missing = Object.entries(module.roles ?? {}).filter(([slug]) => !known.includes(slug))
  if (missing.length === 0) return
  await seedRecords(
    trx,
    buildRegistry(modules, 0, undefined),
    'role',
    missing.map(([slug, title]) => ({
      slug,
      title: Object.fromEntries(locales.map((locale) => [locale, titleIn(title, locale)])),
      two_step_required: false,
      enters_panel: true,
    })),
  )
}

const entitiesOf = (modules: ModuleDocuments[]) =>
  new Map(modules.flatMap(({ entities }) => Object.values(entities).map((entity) => [entity.name, entity] as const)))

/** The sentence above the problems of what was not done. */
interface Refusal {
  key: 'publish_refused' | 'rollback_refused' | 'removal_refused'
  values?: Record<string, number>
}
const publishRefused: Refusal = { key: 'publish_refused' }
const removalRefused: Refusal = { key: 'removal_refused' }

export function refuseErrors(problems: readonly Problem[], refusal?: Refusal) {
  if (problems.some(({ severity }) => severity === 'error')) throw problemsRefusal(problems, refusal)
}

function problemsRefusal(problems: readonly Problem[], refusal: Refusal = publishRefused): ApiError {
  const errors = Object.create(null) as Record<string, string[]>
  for (const { severity, file, message } of problems) if (severity === 'error') (errors[file] ??= []).push(message)
  return new ApiError('422', { errors, metadata: { problems }, userMessage: { key: refusal.key, values: refusal.values } })
}

export async function outcome(
  trx: Trx,
  module: string,
  changed: boolean,
  dryRun: boolean,
  problems: Problem[],
): Promise<PublicationResult> {
  const now = await readVersion(trx, module)
  const version = now?.version.version ?? null
  return {
    module,
    version,
    publication: await readPublication(trx),
    changed,
    dry_run: dryRun,
    backfills: await readBackfills(trx),
    problems,
  }
}
