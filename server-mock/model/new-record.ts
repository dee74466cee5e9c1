import { findModel, requireAccess, type AccessKind, type ModelContext, type ModelOptions } from './context.ts'
import { flagsOf } from './flags.ts'
import { recordOf, type ReadOptions, type StoredRow } from './read.ts'

/** A record as it is before it has been saved: without id and version, with its defaults and the given values by field. */
export async function newRecord(
  context: ModelContext,
  model: string,
  values: Readonly<Record<string, unknown>>,
  options: ModelOptions & Pick<ReadOptions, 'flags' | 'edit' | 'paths'> & { kind: AccessKind },
): Promise<Record<string, unknown>> {
  const entity = findModel(context, model)
  requireAccess(context, entity, options.kind, options)
  const row: Record<string, unknown> = { id: null, version: null }
  for (const column of entity.shape.columns) {
    const usual = column.translated && column.default !== undefined ? { [context.caller.locale]: column.default } : column.default
    row[column.name] ??= values[column.field] ?? values[column.name] ?? usual ?? null
  }
  // Nothing of it is looked up by its id.
  const stored = row as StoredRow
  const record: Record<string, unknown> = await recordOf(context, entity, stored, options)
  if (!entity.shape.byName.has('title')) record.title = ''
  return options.flags ? { ...record, ...flagsOf(context, entity, stored, options) } : record
}
