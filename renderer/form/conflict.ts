import type { FormAnswer } from '#schemas/types/contract.d.ts'
import type { Data } from './form-store.ts'
import { formValues } from './initial-data.ts'
import { isRecord, type FieldSchema } from './json-schema.ts'
import { applyChoices, mergeValues, type Merge, type Side, type ValueConflict } from './merge-values.ts'

export interface Conflict { current: Data; base?: Data }

/** The conflict that a refused save tells of, if it is one, with the records as the form holds them. */
export function conflictOf(failure: { errorCode: unknown; metadata?: unknown }, form: Pick<FormAnswer, 'schema'>): Conflict | undefined {
  if (failure.errorCode !== 'stale-version' || !isRecord(failure.metadata) || !isRecord(failure.metadata.current)) return undefined
  const { current, base } = failure.metadata
  return { current: formValues(form, current), base: isRecord(base) ? formValues(form, base) : undefined }
}

/** When the stored record went to the trash; undefined where it is not there. */
export const deletedAt = ({ current: { deleted_at: at } }: Conflict): string | undefined => (typeof at === 'string' && at !== '' ? at : undefined)

/** Merged data on top of a record: what the form does not edit is the record's. */
export const onRecord = ({ schema }: Pick<FormAnswer, 'schema'>, merged: Data, record: Data): Data =>
  ({ ...merged, ...Object.fromEntries(Object.entries(record).filter(([field]) => !Object.hasOwn((schema as FieldSchema).properties ?? {}, field))), version: record.version ?? merged.version })

/** The form's data and the stored record in one: what only one side changed is settled, what both changed is a conflict. */
export function mergeRecord(form: Pick<FormAnswer, 'schema'>, mine: Data, baseline: Data, { current, base }: Conflict): Merge {
  const root = form.schema as FieldSchema
  const before = base ?? baseline
  // What the form does not edit is theirs.
  const merge: Merge = { value: { ...mine, ...current }, conflicts: [], taken: [] }
  for (const [field, schema] of Object.entries(root.properties ?? {})) {
    if (schema.readOnly || !(field in current)) continue
    const { value, conflicts, taken } = mergeValues(root, schema, before[field], mine[field], current[field], [field])
    ;(merge.value as Data)[field] = value
    merge.conflicts.push(...conflicts)
    merge.taken.push(...taken)
  }
  return merge
}

/** The merged record with the chosen sides. */
export const mergedData = (merge: Merge, choose: (conflict: ValueConflict) => Side): Data => applyChoices(merge, choose) as Data
