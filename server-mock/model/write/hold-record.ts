import { ApiError } from '#server/errors.ts'
import { rowAtVersion } from '#server/model/audit.ts'
import { findModel, type ModelContext, type ModelEntity, type ModelOptions } from '#server/model/context.ts'
import { choicesOfChanged, fieldLabels } from '#server/model/field-labels.ts'
import { flagsOf } from '#server/model/flags.ts'
import { parseVersion } from '#server/model/ids.ts'
import { holdParentOf } from '#server/model/rows/hold-parent.ts'
import { isLimited, isRowWithin } from '#server/model/row-limit.ts'
import { recordOf, selectRows, type StoredRow } from '#server/model/read.ts'

export const inTrash = () => new ApiError('precondition-failed', { userMessage: { key: 'errors.in_trash' } })

/**
 * Says of a record that lies in the trash what saving it would say, for calls that look at the record first.
 * @throws `stale-version` with the record when it went there since `version`, else `precondition-failed`
 */
export async function refuseTrashed(context: ModelContext, model: string, id: number, version: unknown): Promise<never> {
  await holdRecord(context, findModel(context, model), id, parseVersion(version), { trusted: true })
  throw inTrash()
}

/**
 * Reads a record for writing and holds it until the transaction ends. `refuse` looks at a record that has another version, and may say
 * that nothing can be merged into it.
 * @throws `not-found`, also outside the caller's record rules; `permission-denied` for a record that they let him read alone;
 * `stale-version` with the record as the caller may read it, now and at that version
 */
export async function holdRecord(
  context: ModelContext,
  entity: ModelEntity,
  id: number,
  version: number | undefined,
  options: ModelOptions & { refuse?: (row: StoredRow) => void },
): Promise<StoredRow> {
  await holdParentOf(context, entity, id, options)
  const [row] = await selectRows(context, entity, [id], { trusted: options.trusted, kind: 'write', lock: true })
  if (!row) throw new ApiError((await isReadable(context, entity, id, options)) ? 'permission-denied' : 'not-found')
  if (version !== undefined && version !== row.version) {
    options.refuse?.(row)
    const earlier = await rowAtVersion(context, entity, row, version)
    const base = earlier && (await isRowWithin(context, entity, earlier, options)) ? earlier : null
    const current = await recordOf(context, entity, row)
    const choices = base ? choicesOfChanged(context, entity, base, row) : {}
    // Whoever meets the record in the trash is offered to restore it, where he may.
    const flags = row.deleted_at ? { can_restore: flagsOf(context, entity, row).can_restore } : {}
    throw new ApiError('stale-version', {
      metadata: {
        current: { ...current, ...flags },
        base: base && (await recordOf(context, entity, base)),
        labels: fieldLabels(context, entity, {}),
        ...(Object.keys(choices).length > 0 && { options: choices }),
      },
    })
  }
  return row
}

/** Whether a record that the caller may not change is one that he may read. */
const isReadable = async (context: ModelContext, entity: ModelEntity, id: number, options: ModelOptions): Promise<boolean> =>
  isLimited(context.caller, entity, 'write', options) &&
  (await selectRows(context, entity, [id], { trusted: options.trusted, columns: ['id'] })).length > 0
