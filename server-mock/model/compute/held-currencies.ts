import { isRecord } from '#schemas/rules/is-record.ts'
import type { EntityColumn } from '#server/database/entity-shape.ts'
import type { ModelEntity } from '#server/model/context.ts'
import { columnOf } from '#server/model/list/field-in-sql.ts'
import type { StoredRow } from '#server/model/read.ts'
import type { View } from './read-views.ts'

/** A column for which a currency decides what it takes, and the path to that currency; none where its document names the code. */
export interface CurrencyBound {
  column: EntityColumn
  path?: readonly string[]
}

/** Whether the column, or the field of its record that leads to the currency, has another value than before. */
export function isTouched(entity: ModelEntity, { column, path }: CurrencyBound, before: StoredRow | undefined, after: StoredRow): boolean {
  const names = [column.name, path && columnOf(entity, path[0]!)?.name].filter((name) => name !== undefined)
  return before === undefined || names.some((name) => String(before[name]) !== String(after[name]))
}

/** The code of a currency at a path of a record; undefined where there is none. */
export function codeAt(view: View, path: readonly string[]): string | undefined {
  const code = path.reduce<unknown>((part, step) => (isRecord(part) ? part[step] : undefined), view)
  return typeof code === 'string' && code !== '' ? code : undefined
}
