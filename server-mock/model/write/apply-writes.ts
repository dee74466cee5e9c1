import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'
import { sqlTypes } from '#server/database/entity-shape.ts'
import { tableOf } from '#server/database/sql-names.ts'
import type { ModelEntity } from '#server/model/context.ts'
import type { WriteLog, WrittenRow } from './write-log.ts'

/** Rows of one statement; between two statements other requests are served. PostgreSQL takes at most 65,535 parameters. */
const rowsAtOnce = 300

/** A record has changed since the log was written. */
export class RecordsChanged extends Error {}

/**
 * Writes the rows of logs, many in a statement, changes before additions. Constraints of the tables hold, and a record that has
 * changed since is not overwritten; nothing else is checked again.
 * @throws RecordsChanged, and errors of the database; roll the transaction back then
 */
export async function applyWrites(trx: Trx, logs: readonly WriteLog[], { audits = true } = {}): Promise<void> {
  const groups = new Map<string, Change[]>()
  for (const row of mergeChanges(logs.flatMap((log) => log.rows))) {
    const key = JSON.stringify([row.isNew, row.entity.name, ...Object.keys(row.columns).sort()])
    const group = groups.get(key)
    if (group) group.push(row)
    else groups.set(key, [row])
  }
  const grouped = [...groups.values()]
  for (const group of grouped.filter(([first]) => !first!.isNew)) await inParts(group, (part) => changeRows(trx, part))
  for (const group of grouped.filter(([first]) => first!.isNew)) await inParts(group, (part) => addRows(trx, part))
  if (audits)
    await inParts(
      logs.flatMap((log) => log.audits),
      (part) => trx.insertInto('pishkhan.audit').values(part).execute(),
    )
}

/** A row to be written; `met` is the version that it has before. */
interface Change extends WrittenRow {
  met: number
}

/** A record that several logs change one after the other, as the parent of their rows, is changed once. */
function mergeChanges(rows: readonly WrittenRow[]): Change[] {
  const merged: Change[] = []
  const last = new Map<string, Change>()
  for (const row of rows) {
    const key = `${row.entity.name} ${row.id}`
    const earlier = row.isNew ? undefined : last.get(key)
    if (earlier?.version === row.version - 1) {
      earlier.version = row.version
      earlier.columns = { ...earlier.columns, ...row.columns }
      continue
    }
    const change = { ...row, met: row.version - 1 }
    merged.push(change)
    if (!row.isNew) last.set(key, change)
  }
  return merged
}

async function inParts<Item>(items: readonly Item[], write: (part: Item[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < items.length; from += rowsAtOnce) {
    await write(items.slice(from, from + rowsAtOnce))
    await nextTurn()
  }
}

const addRows = (trx: Trx, rows: readonly WrittenRow[]) =>
  trx
    .insertInto(`data.${rows[0]!.entity.name}`)
    .values(rows.map(({ columns }) => columns))
    .execute()

async function changeRows(trx: Trx, rows: readonly Change[]): Promise<void> {
  const { entity, columns } = rows[0]!
  const names = Object.keys(columns)
  const values = rows.map(
    (row) =>
      sql`(${row.id}::bigint, ${row.met}::integer, ${row.version}::integer, ${sql.join(names.map((name) => sql`${row.columns[name]}::${sql.raw(typeOf(entity, name))}`))})`,
  )
  const { numAffectedRows } =
    await sql`update ${sql.raw(tableOf(entity.name))} as record set version = given.version, ${sql.join(names.map((name) => sql`${sql.ref(name)} = ${sql.ref(`given.${name}`)}`))}
    from (values ${sql.join(values)}) as given (id, met, version, ${sql.join(names.map((name) => sql.ref(name)))})
    where record.id = given.id and record.version = given.met and record.deleted_at is null`.execute(trx)
  if (numAffectedRows !== BigInt(rows.length)) throw new RecordsChanged('records have changed meanwhile')
}

function typeOf(entity: ModelEntity, name: string): string {
  const column = entity.shape.columns.find((each) => each.name === name)
  return column ? sqlTypes[column.kind] : entity.text.find((each) => each.name === name)!.type
}
