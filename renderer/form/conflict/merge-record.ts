import type { FormAnswer } from '#schemas/types/contract.d.ts'
import type { Conflict } from './conflict.ts'
import type { Data } from '#renderer/form/data/form-store.ts'
import type { FieldSchema } from '#renderer/form/schema/json-schema.ts'
import { applyChoices, mergeValues, type Merge, type Side, type ValueConflict } from './merge-values.ts'

/** Merges the form's data with the stored record: values changed on one side only are taken, values changed on both sides are conflicts. */
export function mergeRecord(form: Pick<FormAnswer, 'schema'>, mine: Data, baseline: Data, { current, base }: Conflict): Merge {
  const root = form.schema as FieldSchema
  const before = base ?? baseline
  // Fields that the form does not edit are taken from the stored record.
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
