import { sql } from 'kysely'
import type { EntityColumn } from '#server/database/entity-shape.ts'
import { tableOf } from '#server/database/sql-names.ts'
import type { CallContext } from '#server/feature.ts'
import { findModel, type ModelEntity } from '#server/model/context.ts'

/** A field that names a person, alone or among others. */
export interface PersonField {
  entity: ModelEntity
  column: EntityColumn
  isList: boolean
}

/** Every field of every kind of record that refers to users. Who made or changed a record is no such field. */
export function personFields(context: Pick<CallContext, 'registry' | 'trx' | 'caller' | 'now'>): PersonField[] {
  return [...context.registry.entities.keys()].flatMap((name) => {
    const entity = findModel(context, name)
    return entity.shape.columns
      .filter((column) => !column.system && (column.references === 'user' || column.itemReferences === 'user'))
      .map((column) => ({ entity, column, isList: column.itemReferences === 'user' }))
  })
}

/** Ids of the records that name a person in a field, in their order. */
export async function recordsNaming(
  { trx }: Pick<CallContext, 'trx'>,
  { entity, column, isList }: PersonField,
  user: number,
  limit: number,
): Promise<number[]> {
  const name = sql.ref(column.name)
  const { rows } = await sql<{ id: number }>`select id from ${sql.raw(tableOf(entity.name))}
    where ${isList ? sql`${name} @> ${JSON.stringify([user])}::text::jsonb` : sql`${name} = ${user}`} order by id limit ${limit}`.execute(
    trx,
  )
  return rows.map(({ id }) => Number(id))
}
