import { sql } from 'kysely'
import { copiedFields } from '#schemas/rules/lifecycle/copied-fields.ts'
import type { LifecycleDocumentEffect } from '#schemas/types/contract.d.ts'
import { declared, type ModelContext, type ModelEntity, type ModelOptions } from '#server/model/context.ts'
import { documentCondition, fillFields } from '#server/model/list/document-where.ts'
import { root } from '#server/model/list/field-in-sql.ts'
import { createFieldPaths } from '#server/model/list/field-paths.ts'
import type { ModelRecord, StoredRow } from '#server/model/read.ts'
import { rowLists, storedRows } from '#server/model/rows/stored-rows.ts'
import { writeRecord } from '#server/model/write/write-record.ts'

type Values = Record<string, unknown>

/** A record from which values are copied. */
export interface Source {
  entity: ModelEntity
  row: StoredRow
}

/**
 * Makes the record of an effect, or changes the one that its `by` finds, with what is copied, its rows and its values.
 * `source` is what `copy` takes from, `record` whose rows `rows` copies.
 */
export async function makeRecord(
  context: ModelContext,
  target: ModelEntity,
  effect: LifecycleDocumentEffect,
  { source, record, insertions }: { source: Source; record: Source; insertions: Values },
  options: ModelOptions = declared,
): Promise<ModelRecord> {
  const by = fillFields((effect.by ?? {}) as Values, insertions)
  const data: Values = {
    ...copiesOf(source, target, effect.copy),
    ...(await copiedRows(context, target, effect, record, insertions)),
    ...by,
    ...fillFields((effect.values ?? {}) as Values, insertions),
  }
  const id = effect.by === undefined ? undefined : await foundBy(context, target, by)
  return writeRecord(context, target.name, { id, data }, options)
}

const copiesOf = ({ entity, row }: Source, target: ModelEntity, copy: LifecycleDocumentEffect['copy']): Values =>
  Object.fromEntries(copiedFields(entity.document, target.document, copy).map((name) => [name, valueOf(entity, row, name)]))

const valueOf = (entity: ModelEntity, row: StoredRow, name: string): unknown =>
  row[entity.shape.columns.find((column) => column.field === name || column.name === name)?.name ?? name]

/** The record that unique fields name; undefined where there is none yet. */
async function foundBy(context: ModelContext, target: ModelEntity, by: Values): Promise<number | undefined> {
  const paths = createFieldPaths(context, target, declared)
  const condition = documentCondition(context, { fields: by }, (path) => paths.resolve(path))
  const { rows } = await sql<{ id: number }>`select ${sql.ref(`${root}.id`)} as id from ${paths.from()}
    where ${condition} and ${sql.ref(`${root}.deleted_at`)} is null order by 1 limit 1`.execute(context.trx)
  return rows[0]?.id
}

async function copiedRows(
  context: ModelContext,
  target: ModelEntity,
  { rows = {} }: LifecycleDocumentEffect,
  record: Source,
  insertions: Values,
): Promise<Values> {
  const lists: Values = {}
  for (const [name, { from, copy, values }] of Object.entries(rows)) {
    const [list, into] = [
      rowLists(context, record.entity).find(({ field }) => field === from),
      rowLists(context, target).find(({ field }) => field === name),
    ]
    if (!list || !into) continue
    const stored = (await storedRows(context, list, [record.row.id])).get(record.row.id) ?? []
    lists[name] = stored.map((row) => ({
      ...copiesOf({ entity: list.entity, row }, into.entity, copy),
      ...fillFields((values ?? {}) as Values, { ...insertions, row }),
    }))
  }
  return lists
}
