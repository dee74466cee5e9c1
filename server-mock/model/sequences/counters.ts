import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'
import { physicalName, type EntityColumn } from '#server/database/entity-shape.ts'
import { lockName } from '#server/database/lock-name.ts'
import { quote, tableOf } from '#server/database/sql-names.ts'
import type { ModelEntity } from '#server/model/context.ts'
import type { CountedSequence } from '#schemas/rules/entities/sequence.ts'
import { numberText, type NumberParts } from './number-parts.ts'

/**
 * The next number of a record. One that is returned comes from the counter of its scope, which is held until the transaction ends and has
 * the number back where that is taken back. Otherwise it comes from a sequence of the database: nobody waits for it, and what a refused
 * call has taken is lost. The first number follows the greatest that the table has, and one that a record has brought is passed over.
 */
export async function nextNumber(
  trx: Trx,
  entity: ModelEntity,
  column: EntityColumn,
  sequence: CountedSequence,
  parts: NumberParts,
): Promise<string> {
  const next = sequence.returned ? raiseCounter : raiseSequence
  const number = numberText(sequence, parts, await next(trx, entity, column, parts))
  const { rows } = await sql`select 1 from ${sql.raw(tableOf(entity.name))} where ${sql.ref(column.name)} = ${number}`.execute(trx)
  return rows.length === 0
    ? number
    : numberText(sequence, parts, await next(trx, entity, column, parts, await greatest(trx, entity, column, parts)))
}

/** Takes the next of a sequence, behind `least`. */
async function raiseSequence(trx: Trx, entity: ModelEntity, column: EntityColumn, parts: NumberParts, least?: string): Promise<string> {
  const plain = sequenceName(entity, column, parts.scope)
  const name = `sequence.${quote(plain)}`
  if (!(await isThere(trx, plain))) {
    await lockName(trx, `pishkhan.${name}`)
    if (!(await isThere(trx, plain))) {
      const first = BigInt(await greatest(trx, entity, column, parts)) + 1n
      await sql`create sequence ${sql.raw(name)} start with ${sql.raw(String(first))}`.execute(trx)
    }
  }
  if (least !== undefined)
    await sql`select setval(${name}::text::regclass, greatest(last_value, ${least}::text::bigint)) from ${sql.raw(name)}`.execute(trx)
  const { rows } = await sql<{ n: string }>`select nextval(${name}::text::regclass)::text as n`.execute(trx)
  return rows[0]!.n
}

/** Raises a counter, behind `least`; the row is locked until the transaction ends. */
async function raiseCounter(trx: Trx, entity: ModelEntity, column: EntityColumn, parts: NumberParts, least = '0'): Promise<string> {
  const key = [entity.name, column.name, parts.scope]
  const raised = await sql<{ last: string }>`update pishkhan.counter set last = greatest(last, ${least}::text::bigint) + 1
    where entity = ${key[0]} and field = ${key[1]} and scope = ${key[2]} returning last::text`.execute(trx)
  if (raised.rows[0]) return raised.rows[0].last
  const first = BigInt(await greatest(trx, entity, column, parts)) + 1n
  const { rows } = await sql<{ last: string }>`insert into pishkhan.counter (entity, field, scope, last)
    values (${sql.join(key)}, ${String(first)}::text::bigint)
    on conflict (entity, field, scope) do update set last = counter.last + 1 returning last::text`.execute(trx)
  return rows[0]!.last
}

/** Asked of the catalogue itself: what `to_regclass` remembers may be older than the lock that was waited for. */
const isThere = async (trx: Trx, name: string): Promise<boolean> =>
  (await sql`select 1 from pg_sequences where schemaname = 'sequence' and sequencename = ${name}`.execute(trx)).rows.length > 0

const sequenceName = (entity: ModelEntity, column: EntityColumn, scope: string): string =>
  physicalName(
    scope === '[]'
      ? `${entity.name}_${column.name}`
      : `${entity.name}_${column.name}_${createHash('sha256').update(scope).digest('hex').slice(0, 16)}`,
  )

/** The greatest number that a record has between these texts; 0 for none. */
async function greatest(trx: Trx, entity: ModelEntity, column: EntityColumn, { before, after }: NumberParts): Promise<string> {
  const [ahead, behind] = [[...before].length, [...after].length]
  const inside = sql`substr(${sql.ref(column.name)}, ${ahead + 1}::integer, length(${sql.ref(column.name)}) - ${ahead + behind}::integer)`
  const { rows } = await sql<{ n: string }>`select coalesce(max(case when number ~ '^[0-9]{1,18}$' then number::bigint end), 0)::text as n
    from (select ${inside} as number from ${sql.raw(tableOf(entity.name))}
      where starts_with(${sql.ref(column.name)}, ${before}) and length(${sql.ref(column.name)}) > ${ahead + behind}::integer
      and right(${sql.ref(column.name)}, ${behind}::integer) = ${after}) as numbers`.execute(trx)
  return rows[0]!.n
}
