import { sql } from 'kysely'
import { sqlTypes } from '#server/database/entity-shape.ts'
import type { ModelEntity } from '#server/model/context.ts'
import { toColumnValue } from './input.ts'

interface TypedColumn {
  name: string
  type: string
}

/** Columns of the table with their types, those that the server computes for searching and sorting included. */
export const typedColumns = (entity: ModelEntity): TypedColumn[] => [
  ...entity.shape.columns.map(({ name, kind }) => ({ name, type: sqlTypes[kind] })),
  ...entity.text.map(({ name, type }) => ({ name, type: type as string })),
]

export const definitions = (columns: readonly TypedColumn[]) =>
  sql.join(columns.map(({ name, type }) => sql`${sql.ref(name)} ${sql.raw(type)}`))

/** A row as one object of JSON, which the database turns into columns. */
export function recordset(entity: ModelEntity, row: Record<string, unknown>): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const column of entity.shape.columns)
    values[column.name] = column.kind === 'json' ? row[column.name] : toColumnValue(column, column.field, row[column.name])
  for (const text of entity.text) values[text.name] = text.compute(row)
  return values
}
