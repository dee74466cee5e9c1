import { createHash } from 'node:crypto'
import { sql, type Kysely } from 'kysely'
import type { Tables, Trx } from '#server/database/database.ts'
import { notify } from '#server/database/connection/notices.ts'
import type { ModuleFiles } from '#schemas/check/module-documents.ts'
import { differenceCount, type GateReport } from '#schemas/gate/gate-report.ts'

/** What a publication did to its module. Those of trials change nothing for whoever is in none, until one is finished. */
export type PublicationAction = PlainAction | TrialAction
type PlainAction = 'publish' | 'rollback' | 'remove'
export type TrialAction = 'trial' | 'trial-finish' | 'trial-end' | 'trial-rollback'

const plainActions: PlainAction[] = ['publish', 'rollback', 'remove']
/** After these, documents are current that were not. */
const currentActions: PublicationAction[] = [...plainActions, 'trial-finish']

/** One published version of a module; `version` counts from 1 in each module, `release` is what module.json says. */
export interface ModuleVersion {
  module: string
  version: number
  release: string
  note: string
  author: string
  published_at: string
  is_current: boolean
}

/** Whoever publishes; the product's own folders are published by nobody. */
export interface Publisher {
  id: number | null
  name: string
}
export const product: Publisher = { id: null, name: '' }

/** One number for equal documents, whatever their order. */
export function hashFiles(files: ModuleFiles): string {
  const hash = createHash('sha256')
  for (const path of Object.keys(files).sort()) hash.update(JSON.stringify([path, files[path]]))
  return hash.digest('hex')
}

/** Holds other publications back until this transaction ends. */
export async function lockPublishing(trx: Trx) {
  await sql`select pg_advisory_xact_lock(4600003)`.execute(trx)
}

/** The counter of publications, 0 before the first, as an expression. */
export const publicationNumber = sql<number>`(select coalesce(max(number), 0) from pishkhan.publications)`

export async function readPublication(db: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ number: number }>`select ${publicationNumber} as number`.execute(db)
  return Number(rows[0]!.number)
}

/** Number of the last publication that was no trial's: open panels show it at once. */
export async function readPlainPublication(trx: Trx): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    select coalesce(max(number), 0) as number from pishkhan.publications where action = any(${plainActions}::text[])`.execute(trx)
  return Number(rows[0]!.number)
}

/** The documents that are current, by module. */
export async function readCurrentFiles(trx: Trx): Promise<Map<string, ModuleFiles>> {
  const rows = await trx
    .selectFrom('pishkhan.documents')
    .select(['module', 'documents'])
    .where('is_current', '=', true)
    .orderBy('module')
    .execute()
  return new Map(rows.map((row) => [row.module as string, row.documents as ModuleFiles]))
}

/** Modules that somebody has published, rolled back or removed: a newer product leaves them as they are. */
export async function readHandledModules(trx: Trx): Promise<ReadonlySet<string>> {
  const rows = await trx
    .selectFrom('pishkhan.publications')
    .select('module')
    .distinct()
    .where('author_id', 'is not', null)
    .where('action', 'in', currentActions)
    .execute()
  return new Set(rows.map((row) => row.module as string))
}

const versions = (trx: Trx) =>
  trx
    .selectFrom('pishkhan.documents')
    .select([
      'id',
      'module',
      'note',
      'author',
      'at as published_at',
      'is_current',
      'version as release',
      sql<number>`row_number() over (partition by module order by id)`.as('version'),
    ])
    .as('versions')

/** Versions of a module, or of all, newest first. */
export async function listVersions(trx: Trx, module?: string): Promise<ModuleVersion[]> {
  let query = trx.selectFrom(versions(trx)).selectAll().orderBy('id', 'desc').limit(500)
  if (module !== undefined) query = query.where('module', '=', module)
  return (await query.execute()).map(({ id: _, ...version }) => version as ModuleVersion)
}

/** A publication as the history shows it. */
export interface HistoryEntry {
  publication: number
  module: string
  action: PublicationAction
  version: number | null
  /** Version that was current before. */
  previous: number | null
  is_current: boolean
  author: string
  at: string
  note: string
  /** What the gate found in short; null where it was not asked. */
  gate: GateSummary | null
}

export interface GateSummary {
  differences: number
  failures: number
}

const inShort = (report: GateReport): GateSummary => ({ differences: differenceCount(report), failures: report.failures.length })

const historyPage = 50
const numberedVersions = sql`
  (select id, is_current, row_number() over (partition by module order by id) as version from pishkhan.documents)`

/** Publications, newest first, a page of them. */
export async function listPublications(trx: Trx, { module, before }: { module?: string; before?: number }): Promise<HistoryEntry[]> {
  const { rows } = await sql<Omit<HistoryEntry, 'at'> & { at: Date | string }>`
    select publication.number as publication, publication.module, publication.action, version.version, former.version as previous,
      coalesce(version.is_current, false) as is_current, publication.author, publication.at, publication.note, publication.gate_summary as gate
    from pishkhan.publications publication
    left join ${numberedVersions} version on version.id = publication.documents_id
    left join lateral (
      select earlier.documents_id from pishkhan.publications earlier
      where earlier.module = publication.module and earlier.number < publication.number and earlier.action = any(${currentActions}::text[])
      order by earlier.number desc limit 1) earlier on true
    left join ${numberedVersions} former on former.id = earlier.documents_id
    where (${module ?? null}::text is null or publication.module = ${module ?? null})
      and (${before ?? null}::bigint is null or publication.number < ${before ?? null})
    order by publication.number desc limit ${historyPage}`.execute(trx)
  return rows.map((row) => ({
    ...row,
    publication: Number(row.publication),
    version: row.version === null ? null : Number(row.version),
    previous: row.previous === null ? null : Number(row.previous),
    at: new Date(row.at).toISOString(),
  }))
}

/** What the gate found before a publication; undefined where it was not asked. */
export async function readGateReport(trx: Trx, publication: number): Promise<GateReport | undefined> {
  const row = await trx.selectFrom('pishkhan.publications').select('gate').where('number', '=', publication).executeTakeFirst()
  return (row?.gate as GateReport | null | undefined) ?? undefined
}

/** Names of the modules that were ever published. */
export async function readPublishedModules(trx: Trx): Promise<string[]> {
  const rows = await trx.selectFrom('pishkhan.documents').select('module').distinct().orderBy('module').execute()
  return rows.map((row) => row.module as string)
}

/** Documents of one version; the current one when none is named. */
export async function readVersion(
  trx: Trx,
  module: string,
  version?: number,
): Promise<{ id: number; version: ModuleVersion; files: ModuleFiles } | undefined> {
  let query = trx.selectFrom(versions(trx)).selectAll().where('module', '=', module)
  query = version === undefined ? query.where('is_current', '=', true) : query.where('version', '=', version)
  const row = await query.executeTakeFirst()
  if (row === undefined) return undefined
  const { id, ...rest } = row
  const stored = await trx.selectFrom('pishkhan.documents').select('documents').where('id', '=', id).executeTakeFirstOrThrow()
  return { id: id as number, version: rest as ModuleVersion, files: stored.documents as ModuleFiles }
}

/** Number of a stored version in its module. */
export async function readVersionNumber(trx: Trx, documentsId: number): Promise<number> {
  const row = await trx.selectFrom(versions(trx)).select('version').where('id', '=', documentsId).executeTakeFirstOrThrow()
  return Number(row.version)
}

/** Number of the version that was current before the current one; the last that was of a removed module; undefined when there is none. */
export async function readPreviousVersion(trx: Trx, module: string): Promise<number | undefined> {
  const list = await listVersions(trx, module)
  const current = list.find(({ is_current }) => is_current)
  const once = await trx
    .selectFrom('pishkhan.publications as publication')
    .innerJoin(versions(trx), 'versions.id', 'publication.documents_id')
    .select(({ fn }) => fn.max<number | null>('versions.version').as('version'))
    .where('publication.module', '=', module)
    .where('publication.action', 'in', currentActions)
    .where('versions.version', '<', current?.version ?? list.length + 1)
    .executeTakeFirst()
  return once?.version === null || once === undefined ? undefined : Number(once.version)
}

/** Stores documents as the newest version of a module, without making them current. */
export async function storeVersion(
  trx: Trx,
  entry: { module: string; release: string; files: ModuleFiles; note: string; publisher: Publisher; now: Date },
): Promise<number> {
  const row = await trx
    .insertInto('pishkhan.documents')
    .values({
      module: entry.module,
      version: entry.release,
      documents: JSON.stringify(entry.files),
      note: entry.note,
      author_id: entry.publisher.id,
      author: entry.publisher.name,
      at: entry.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return row.id as number
}

/** Counts what changes documents without a new version of them, so that every process, and every open panel, reads them anew. */
export async function countPublication(trx: Trx, entry: { module: string; note: string; publisher: Publisher; now: Date }): Promise<void> {
  await lockPublishing(trx)
  const row = await trx
    .selectFrom('pishkhan.documents')
    .select('id')
    .where('module', '=', entry.module)
    .where('is_current', '=', true)
    .executeTakeFirst()
  await makeCurrent(trx, { ...entry, documentsId: (row?.id as number | undefined) ?? null, action: 'publish' })
}

/** Makes a stored version the current one, or none, and counts that as a publication. */
export async function makeCurrent(trx: Trx, entry: PublicationEntry): Promise<number> {
  await trx
    .updateTable('pishkhan.documents')
    .set({ is_current: false })
    .where('module', '=', entry.module)
    .where('is_current', '=', true)
    .execute()
  if (entry.documentsId !== null)
    await trx.updateTable('pishkhan.documents').set({ is_current: true }).where('id', '=', entry.documentsId).execute()
  return addPublication(trx, entry)
}

interface PublicationEntry {
  module: string
  documentsId: number | null
  action: PublicationAction
  note: string
  publisher: Publisher
  now: Date
  /** What the gate found before it. */
  gate?: GateReport | undefined
}

/** Counts a publication, so that every process reads the documents anew. */
export async function addPublication(trx: Trx, entry: PublicationEntry): Promise<number> {
  const number = (await readPublication(trx)) + 1
  await trx
    .insertInto('pishkhan.publications')
    .values({
      number,
      module: entry.module,
      documents_id: entry.documentsId,
      action: entry.action,
      author_id: entry.publisher.id,
      author: entry.publisher.name,
      note: entry.note,
      at: entry.now,
      // Older migrations count publications before there is such a column.
      ...(entry.gate && { gate: JSON.stringify(entry.gate), gate_summary: JSON.stringify(inShort(entry.gate)) }),
    })
    .execute()
  await notify(trx, 'published')
  return number
}
