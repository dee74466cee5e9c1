import { sql } from 'kysely'
import { withParent } from '#schemas/rules/entities/child-entity.ts'
import type { EntityDocument, GridDocument, LedgerDocument, MetricDocument, NotificationDocument } from '#schemas/types/contract.d.ts'
import type { Trx } from '#server/database/database.ts'
import { physicalName, shapeOf, sqlTypes, systemFieldNames, type EntityShape } from '#server/database/entity-shape.ts'
import { backfillTree } from './backfill-tree.ts'
import { fillRows } from './fill-rows.ts'
import { fillTextColumns, unmarkTextColumns } from './fill-text-columns.ts'
import { conversionsOf, convertColumn } from './convert-columns.ts'
import { createIndex, markIndex, plannedIndexes, type PlannedIndex } from './index-plan.ts'
import { bigTableBytes, hasTrigrams } from './index-upkeep.ts'
import { closeEntries, ledgerIndexes, migrateLedgers, openEntries } from './ledger-tables.ts'
import { findProblems, type MigrationProblem } from './migration-problems.ts'
import { moveStates } from './move-states.ts'
import { renameColumns } from './rename-columns.ts'
import { quote, quoteText, tableOf } from '#server/database/sql-names.ts'
import { readStoredTables, type StoredTable } from './stored-tables.ts'
import { tableUses, textColumns, type TableUse } from './text-columns.ts'

/** An arbitrary number, the same in every process, so that one publication at a time changes tables. */
const tablesLock = 4_600_002

/**
 * Changes the tables of schema `data` to what the entities and grids need. It adds tables, columns, indexes,
 * values of a check, rows of a former list; a column that is no longer required becomes nullable. Stored data changes only where a document
 * says so: columns that are `renamed` or `converted`, states that are `moved`, a tree with `backfill`. Nothing that was stored is dropped;
 * indexes that are no longer needed are dropped. The database itself is compared with `entities`, so that tables of a
 * version that was rolled back or restored are correct too. Returns the problems; if there are any, the transaction is to be taken
 * back.
 */
export async function migrateEntities(
  trx: Trx,
  _previous: ReadonlyMap<string, EntityDocument>,
  entities: ReadonlyMap<string, EntityDocument>,
  grids: Iterable<GridDocument>,
  metrics: Iterable<MetricDocument> = [],
  ledgers: readonly LedgerDocument[] = [],
  notifications: Iterable<NotificationDocument> = [],
): Promise<MigrationProblem[]> {
  const next = new Map([...entities].map(([name, document]) => [name, withParent(document)]))
  await sql`set local statement_timeout = 0`.execute(trx)
  await sql`select pg_advisory_xact_lock(${tablesLock})`.execute(trx)
  await openEntries(trx)
  const shapes = [...next.values()].map(shapeOf)
  const found = await readStoredTables(trx)
  const renaming = await renameColumns(trx, shapes, found)
  const renamed = renaming.isChanged ? await readStoredTables(trx) : found
  const problems = [...renaming.problems, ...(await findProblems(trx, shapes, renamed))]
  if (problems.length > 0) return problems
  const stored = (await convertColumns(trx, shapes, renamed)) ? await readStoredTables(trx) : renamed
  const uses = tableUses(next, grids, metrics, notifications)
  const run = (statement: string) => sql.raw(statement).execute(trx)
  for (const shape of shapes) if (!stored.has(shape.entity)) await run(createTable(shape))
  const filled = new Set<string>()
  const faults = await fillRows(trx, shapes, stored, filled)
  if (faults.length > 0) return faults
  for (const shape of shapes) {
    const table = stored.get(shape.entity) ?? (filled.has(shape.entity) ? unreadTable() : undefined)
    if (stored.has(shape.entity)) await changeColumns(trx, shape, table!)
    await widenChecks(run, shape, table)
    await moveStates(trx, shape, stored.get(shape.entity))
    for (const statement of foreignKeys(shape, table)) await run(statement)
    const isBackfilled = stored.has(shape.entity) && (await backfillTree(trx, shape))
    const texts = textColumns(shape, uses.get(shape.entity)!)
    await fillTextColumns(trx, shape, texts, table, isBackfilled)
    await unmarkTextColumns(trx, shape, texts, table)
  }
  await migrateLedgers(trx, ledgers)
  await closeEntries(trx)
  const trigrams = await hasTrigrams(trx)
  const ofLedgers = ledgerIndexes(ledgers)
  // Indexes come last, because some need the computed columns.
  for (const shape of shapes)
    for (const statement of indexes(shape, uses.get(shape.entity)!, stored.get(shape.entity), trigrams, ofLedgers)) await run(statement)
  return []
}

/** Converts the columns whose type changes. Answers whether there were any. */
async function convertColumns(trx: Trx, shapes: readonly EntityShape[], stored: ReadonlyMap<string, StoredTable>): Promise<boolean> {
  let isChanged = false
  for (const shape of shapes)
    for (const conversion of conversionsOf(shape, stored.get(shape.entity))) {
      await convertColumn(trx, conversion, stored.get(shape.entity)!)
      isChanged = true
    }
  return isChanged
}

/** A table that was made and filled a moment ago: its texts are still to be computed. */
const unreadTable = (): StoredTable => ({ columns: new Map(), constraints: new Set(), checks: new Map(), indexes: new Map(), bytes: 0 })

const ownColumns = (shape: EntityShape) => shape.columns.filter((column) => !systemFieldNames.has(column.name))

function createTable(shape: EntityShape): string {
  const columns = ownColumns(shape).map((column) => `${quote(column.name)} ${sqlTypes[column.kind]}${column.required ? ' not null' : ''}`)
  return `create table ${tableOf(shape.entity)} (
    id bigint generated by default as identity primary key, version integer not null default 1,
    created_at timestamptz not null default now(), created_by bigint, updated_at timestamptz not null default now(), updated_by bigint, deleted_at timestamptz
    ${columns.map((column) => `, ${column}`).join('')})`
}

/** New columns are filled with their default, if there is one. Without a default they stay nullable, and new records are checked. */
async function changeColumns(trx: Trx, shape: EntityShape, table: StoredTable) {
  const name = tableOf(shape.entity)
  for (const column of ownColumns(shape)) {
    const there = table.columns.get(column.name)
    if (!there) {
      await sql.raw(`alter table ${name} add column ${quote(column.name)} ${sqlTypes[column.kind]}`).execute(trx)
      if (column.default !== undefined && column.default !== null && !column.translated) {
        const value = column.kind === 'json' ? JSON.stringify(column.default) : String(column.default)
        await sql`update ${sql.raw(name)} set ${sql.ref(column.name)} = ${value}::text::${sql.raw(sqlTypes[column.kind])}`.execute(trx)
      }
      if (column.name === 'sister_group') await sql.raw(`update ${name} set sister_group = id`).execute(trx)
    }
    if (column.required && (!there || there.nullable)) {
      const { rows } = await sql`select 1 from ${sql.raw(name)} where ${sql.ref(column.name)} is null limit 1`.execute(trx)
      if (rows.length === 0) await sql.raw(`alter table ${name} alter column ${quote(column.name)} set not null`).execute(trx)
    }
  }
  const required = new Set(shape.columns.filter((column) => column.required).map((column) => column.name))
  for (const [column, { nullable }] of table.columns) {
    if (!nullable && !required.has(column) && !systemFieldNames.has(column))
      await sql.raw(`alter table ${name} alter column ${quote(column)} drop not null`).execute(trx)
  }
}

/** The check of a closed list allows the values of all versions; the document allows only those of the current one. */
async function widenChecks(run: (statement: string) => Promise<unknown>, shape: EntityShape, table: StoredTable | undefined) {
  for (const column of ownColumns(shape)) {
    if (column.kind === 'json') continue
    const name = physicalName(`${shape.entity}_${column.name}_check`)
    const before = table?.checks.get(name)
    if (!column.values) {
      // The field had a closed list of values before, but has none now.
      if (before) await run(`alter table ${tableOf(shape.entity)} drop constraint ${quote(name)}`)
      continue
    }
    const values = [...new Set([...(before ?? []), ...column.values])]
    if (before && before.length === values.length) continue
    const list = values.map((value) => `${quoteText(String(value))}::${sqlTypes[column.kind]}`).join(', ')
    if (before) await run(`alter table ${tableOf(shape.entity)} drop constraint ${quote(name)}`)
    // `not valid`: a column that only now gets a closed list may already hold other values, which stay as they are.
    await run(
      `alter table ${tableOf(shape.entity)} add constraint ${quote(name)} check (${values.length ? `${quote(column.name)} in (${list})` : 'true'}) not valid`,
    )
    await run(`comment on constraint ${quote(name)} on ${tableOf(shape.entity)} is ${quoteText(JSON.stringify(values))}`)
  }
}

function foreignKeys(shape: EntityShape, table: StoredTable | undefined): string[] {
  return ownColumns(shape)
    .filter((column) => column.references)
    .flatMap((column) => {
      const name = physicalName(`${shape.entity}_${column.name}_fkey`)
      if (table?.constraints.has(name)) return []
      return `alter table ${tableOf(shape.entity)} add constraint ${quote(name)} foreign key (${quote(column.name)}) references ${tableOf(column.references!)} (id) on delete ${column === shape.parent ? 'cascade' : 'restrict'}`
    })
}

/** Plain indexes of a big table are left to `maintainIndexes`. Indexes of the server that are no longer needed are dropped. */
function indexes(
  shape: EntityShape,
  use: TableUse,
  table: StoredTable | undefined,
  trigrams: boolean,
  kept: ReadonlySet<string>,
): string[] {
  const planned = plannedIndexes(shape, use, { trigrams })
  const names = new Set(planned.map(({ name }) => name))
  const isBig = (table?.bytes ?? 0) >= bigTableBytes
  // What became unique at the end of a statement, or did before, is made again.
  const hasChanged = ({ name, constraintOn }: PlannedIndex) => (constraintOn !== undefined) !== (table?.constraints.has(name) ?? false)
  const changed = new Set(planned.filter((index) => table?.indexes.has(index.name) && hasChanged(index)).map(({ name }) => name))
  const unused = [...(table?.indexes ?? [])]
    .filter(([name, { unique, marked }]) => !kept.has(name) && (((unique || marked) && !names.has(name)) || changed.has(name)))
    .map(([name]) =>
      table?.constraints.has(name)
        ? `alter table ${tableOf(shape.entity)} drop constraint ${quote(name)}`
        : `drop index data.${quote(name)}`,
    )
  const made = planned.filter((index) => (!table?.indexes.has(index.name) || changed.has(index.name)) && (index.unique || !isBig))
  const unmarked = planned.filter(({ name, unique }) => !unique && table?.indexes.get(name)?.marked === false)
  return [...unused, ...made.map((index) => createIndex(index)), ...[...made.filter(({ unique }) => !unique), ...unmarked].map(markIndex)]
}
