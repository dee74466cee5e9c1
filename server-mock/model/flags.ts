import { matches } from '#schemas/rules/conditions/condition.ts'
import { heldLocks } from '#schemas/rules/lifecycle/lifecycle.ts'
import { withFieldFormats } from '#schemas/rules/conditions/condition-formats.ts'
import type { EntityDocument } from '#schemas/types/contract.d.ts'
import { mayCall, mayCallGeneric, mayDo, type ModelContext, type ModelEntity, type ModelOptions } from './context.ts'
import { transitionFlags } from './lifecycles/transition-access.ts'
import type { StoredRow } from './read.ts'
import { gaplessNumber } from './sequences/numbered-records.ts'

/** Whether a record can never be removed, whatever the permission. `storage.kept` is the former name of `storage.protected`. */
export function isProtected({ document: { schema, storage } }: ModelEntity, row: StoredRow): boolean {
  const condition = storage?.protected ?? storage?.kept
  return condition !== undefined && matches(withFieldFormats(condition, schema), row)
}

export const flagNames = ['can_view', 'can_edit', 'can_trash', 'can_restore', 'can_destroy', 'can_activate', 'can_deactivate'] as const

/** What the caller may do with a record, by the same checks that the calls make. */
export function flagsOf(
  context: ModelContext,
  entity: ModelEntity,
  row: StoredRow,
  options: ModelOptions = {},
  /** Records that the record rules let the caller change, as `writableAmong` answers them. */
  writable?: ReadonlySet<number>,
): Record<(typeof flagNames)[number] | `can_${string}`, boolean> {
  const { trusted } = options
  const { trash } = entity.shape
  const active = entity.document.storage?.active
  const isTrashed = row.deleted_at !== null && row.deleted_at !== undefined
  const loose = !isProtected(entity, row)
  const isOwn = writable?.has(Number(row.id)) !== false
  const held = heldLocks(entity.document, row)
  const locked = held.some(({ lock }) => lock.fields === true)
  const may = (kind: 'write' | 'trash' | 'destroy', call: keyof NonNullable<EntityDocument['calls']>) =>
    isOwn && (trusted === true || mayCall(context, entity, kind, call))
  const maySwitch = isOwn && (trusted === true || mayCallGeneric(context, entity, 'write'))
  return {
    ...transitionFlags(context.caller, entity, row, options, isOwn, held),
    can_view: trusted === true || options.permitted === true || mayDo(context.caller, entity, 'read'),
    can_edit: !isTrashed && may('write', 'save'),
    can_trash: trash && !isTrashed && loose && !locked && may('trash', 'trash'),
    can_restore: isTrashed && !locked && may('trash', 'restore'),
    can_destroy: trash === isTrashed && loose && !locked && gaplessNumber(entity, row) === undefined && may('destroy', 'destroy'),
    can_activate: active !== undefined && !isTrashed && row[active] !== true && maySwitch,
    can_deactivate: active !== undefined && !isTrashed && row[active] === true && maySwitch,
  }
}
