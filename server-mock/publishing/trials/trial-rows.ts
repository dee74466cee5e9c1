import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'
import type { ModuleFiles } from '#schemas/check/module-documents.ts'
import { parseModule } from '#schemas/check/parse-module.ts'
import type { GridDocument } from '#schemas/types/contract.d.ts'
import type { StoredAudience } from './audience.ts'

export type TrialStatus = 'running' | 'finished' | 'ended' | 'rolled_back'

/** A careful publication: a version of a module that some people have in place of the current one. */
export interface Trial extends StoredAudience {
  id: number
  module: string
  status: TrialStatus
  /** Row of the tried documents, and of those that were current when it began. */
  release: number
  base: number
  tried_version: number
  base_version: number
  /** Counter of publications with which it began, and ended. */
  publication: number
  ended_publication: number | null
  max_error_rate: number
  min_calls: number
  note: string | null
  reason: string | null
  author_id: number | null
  author: string
  at: Date
  ended_at: Date | null
}

/** Trials that run, or of one module those that have run, newest first; none before there is a table of them. */
export async function readTrials(trx: Trx, which: { module?: string; endedSince?: number; limit?: number } = {}): Promise<Trial[]> {
  const {
    rows: [table],
  } = await sql<{ name: string | null }>`select to_regclass('data.publication_trial')::text as name`.execute(trx)
  if (!table?.name) return []
  const { module, endedSince = Infinity, limit = 1000 } = which
  const { rows } = await sql<Trial>`
    select trial.*, trial.created_by as author_id, trial.created_at as at, coalesce(author.username, '') as author
    from data.publication_trial trial left join data."user" author on author.id = trial.created_by
    where (trial.status = 'running' or trial.ended_publication > ${Math.min(endedSince, Number.MAX_SAFE_INTEGER)})
      and (${module ?? null}::text is null or trial.module = ${module ?? null})
    order by trial.id desc limit ${limit}`.execute(trx)
  return rows.map((row) => ({
    ...row,
    id: Number(row.id),
    release: Number(row.release),
    base: Number(row.base),
    publication: Number(row.publication),
    ended_publication: row.ended_publication === null ? null : Number(row.ended_publication),
    max_error_rate: Number(row.max_error_rate),
    author_id: row.author_id === null ? null : Number(row.author_id),
    at: new Date(row.at),
    ended_at: row.ended_at === null ? null : new Date(row.ended_at),
  }))
}

export async function readRunningTrial(trx: Trx, module: string): Promise<Trial | undefined> {
  return (await readTrials(trx, { module })).find(({ status }) => status === 'running')
}

/** Grids of the trials that run. */
export async function readTrialGrids(trx: Trx): Promise<GridDocument[]> {
  const files = await readReleases(
    trx,
    (await readTrials(trx)).map(({ release }) => release),
  )
  return [...files.values()].flatMap(gridsOf)
}

export const gridsOf = (files: ModuleFiles): GridDocument[] => Object.values(parseModule(files).grids)

/** The documents of stored versions by the number of their row. */
export async function readReleases(trx: Trx, ids: readonly number[]): Promise<ReadonlyMap<number, ModuleFiles>> {
  if (ids.length === 0) return new Map()
  const rows = await trx.selectFrom('pishkhan.documents').select(['id', 'documents']).where('id', 'in', ids).orderBy('id').execute()
  return new Map(rows.map((row) => [Number(row.id), row.documents as ModuleFiles]))
}

/** Ends the trial of a module under which a newer product has changed the documents. */
export async function endUnderneath(trx: Trx, module: string, publication: number, now: Date): Promise<void> {
  const trial = await readRunningTrial(trx, module)
  if (!trial) return
  await sql`update data.publication_trial set status = 'ended', ended_publication = ${publication}, ended_at = ${now}, version = version + 1
    where id = ${trial.id}`.execute(trx)
}
