import { sql } from 'kysely'
import { placeField, type RowsField } from '#schemas/rules/entities/child-entity.ts'
import type { EntityColumn } from '#server/database/entity-shape.ts'
import { tableOf } from '#server/database/sql-names.ts'
import { lookUpEntity, mayDo, mayUseField, type ModelContext, type ModelEntity, type ModelOptions } from '#server/model/context.ts'
import type { StoredRow } from '#server/model/read.ts'

/** A list of rows with the entity that they are of. */
export interface RowList extends RowsField {
  entity: ModelEntity
  /** Reference of each row to its parent. */
  parent: EntityColumn
}

/** The lists of rows of an entity, whoever may use them. */
export function rowLists({ registry }: Pick<ModelContext, 'registry'>, { shape }: ModelEntity): RowList[] {
  return shape.rows.flatMap((field) => {
    const entity = lookUpEntity(registry, field.child)
    return entity?.shape.parent?.references === shape.entity ? [{ ...field, entity, parent: entity.shape.parent }] : []
  })
}

/** Whether the caller may read the rows of a list; writing them takes the permission of the rows too. */
export function mayUseRows(
  { caller }: Pick<ModelContext, 'caller'>,
  parent: ModelEntity,
  list: RowList,
  options: ModelOptions,
  kind: 'read' | 'write' = 'read',
): boolean {
  const fields = parent.document.access?.fields
  return (
    mayUseField(caller, parent, { field: list.field } as EntityColumn, options) &&
    (options.trusted === true || (options.permitted === true && fields?.[list.field] === undefined) || mayDo(caller, list.entity, kind))
  )
}

/** Rows of several parents in their order, read at once; of all columns, or of those that are named. */
export async function storedRows(
  { trx }: Pick<ModelContext, 'trx'>,
  { entity, parent }: Pick<RowList, 'entity' | 'parent'>,
  parents: readonly number[],
  columns?: readonly string[],
): Promise<Map<number, StoredRow[]>> {
  const byParent = new Map<number, StoredRow[]>(parents.map((id) => [id, []]))
  if (parents.length === 0) return byParent
  const names = columns ? new Set([...columns, 'id', 'version', parent.name]) : entity.shape.columns.map((column) => column.name)
  const { rows } = await sql<StoredRow>`select ${sql.join([...names].map((name) => sql.ref(name)))} from ${sql.raw(tableOf(entity.name))}
    where ${sql.ref(parent.name)} = any(${[...parents]}::bigint[]) order by ${sql.ref(placeField)}, id`.execute(trx)
  for (const row of rows) byParent.get(row[parent.name] as number)?.push(row)
  return byParent
}
