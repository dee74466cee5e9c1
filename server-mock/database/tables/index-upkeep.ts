import { sql, type Kysely } from 'kysely'
import type { EntityDocument, GridDocument, MetricDocument, NotificationDocument } from '#schemas/types/contract.d.ts'
import type { Database, Tables, Trx } from '#server/database/database.ts'
import { shapeOf } from '#server/database/entity-shape.ts'
import { createIndex, markIndex, plannedIndexes, type PlannedIndex } from './index-plan.ts'
import { quote } from '#server/database/sql-names.ts'
import { readStoredTables, type StoredTable } from './stored-tables.ts'
import { tableUses } from './text-columns.ts'

type Log = (message: string, detail?: Record<string, unknown>) => void

/** An arbitrary number, the same in every process, so that one process at a time creates indexes. */
const upkeepLock = 4_600_004

/** Tables of at least this size get new indexes in the background, while they are read and written. */
export const bigTableBytes = 64 * 1024 * 1024

/** Tries to install pg_trgm, which speeds up the search for words inside texts. Without the right to do so, searches read whole tables. */
export async function ensureTrigrams(kysely: Kysely<Tables>, log: Log): Promise<void> {
  try {
    await sql`create extension if not exists pg_trgm`.execute(kysely)
  } catch (error) {
    // Another process may have installed it at the same time.
    if (await hasTrigrams(kysely)) return
    log(
      'the extension pg_trgm is not there: searches in large tables will be slow; an owner of the database can make it with "create extension pg_trgm"',
      { reason: (error as Error).message },
    )
  }
}

export async function hasTrigrams(db: Kysely<Tables> | Trx): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_extension where extname = 'pg_trgm'`.execute(db)
  return rows.length > 0
}

/**
 * Creates the indexes that documents need and that a migration left out because their table is big, and recreates those
 * whose creation was interrupted. On PostgreSQL this blocks nobody. Returns the names; none while another process does
 * the same.
 */
export async function maintainIndexes(
  database: Database,
  entities: ReadonlyMap<string, EntityDocument>,
  grids: Iterable<GridDocument>,
  log: Log,
  metrics: Iterable<MetricDocument> = [],
  notifications: Iterable<NotificationDocument> = [],
): Promise<string[]> {
  const uses = tableUses(entities, grids, metrics, notifications)
  const missing = await database.read(async (trx) => {
    const [stored, trigrams] = [await readStoredTables(trx), await hasTrigrams(trx)]
    return [...entities.values()]
      .map(shapeOf)
      .flatMap((shape) => missingIndexes(plannedIndexes(shape, uses.get(shape.entity)!, { trigrams }), stored.get(shape.entity)))
  })
  if (missing.length === 0) return []
  if (database.kind === 'pglite') {
    await database.transaction(async (trx) => {
      for (const { index, isBroken } of missing) {
        if (isBroken) await sql.raw(`drop index data.${quote(index.name)}`).execute(trx)
        await make(trx, index, '')
      }
    })
    return missing.map(({ index }) => index.name)
  }
  return database.direct.connection().execute(async (connection) => {
    const {
      rows: [lock],
    } = await sql<{ held: boolean }>`select pg_try_advisory_lock(${upkeepLock}) as held`.execute(connection)
    if (!lock?.held) return []
    const made: string[] = []
    try {
      await sql`set statement_timeout = 0`.execute(connection)
      await sql`set lock_timeout = 0`.execute(connection)
      for (const { index, isBroken } of missing) {
        try {
          if (isBroken) await sql.raw(`drop index concurrently if exists data.${quote(index.name)}`).execute(connection)
          await make(connection, index, 'concurrently')
          made.push(index.name)
        } catch (error) {
          log('an index could not be made', { index: index.name, reason: (error as Error).message })
        }
      }
    } finally {
      await sql`reset statement_timeout`.execute(connection)
      await sql`reset lock_timeout`.execute(connection)
      await sql`select pg_advisory_unlock(${upkeepLock})`.execute(connection)
    }
    return made
  })
}

function missingIndexes(planned: PlannedIndex[], table: StoredTable | undefined): { index: PlannedIndex; isBroken: boolean }[] {
  return table
    ? planned.flatMap((index) => {
        const there = table.indexes.get(index.name)
        return index.unique || there?.valid ? [] : [{ index, isBroken: there !== undefined }]
      })
    : []
}

async function make(db: Kysely<Tables>, index: PlannedIndex, how: '' | 'concurrently'): Promise<void> {
  await sql.raw(createIndex(index, how)).execute(db)
  await sql.raw(markIndex(index)).execute(db)
}
