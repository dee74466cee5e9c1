import { isRecord } from '#schemas/rules/is-record.ts'
import type { FormAnswer, Option } from '#schemas/types/contract.d.ts'
import type { Data } from '#renderer/form/data/form-store.ts'
import { formValues } from '#renderer/form/data/initial-data.ts'
import { type FieldSchema } from '#renderer/form/schema/json-schema.ts'

/** `labels`: titles of the record's fields, as far as the reader may see them; `options`: choices of those that have changed. */
export interface Conflict {
  current: Data
  base?: Data
  labels?: Readonly<Record<string, string>>
  options?: Readonly<Record<string, Option[]>>
}

/** The conflict in a refused save, if there is one, with the records in the form's shape. */
export function conflictOf(failure: { errorCode: unknown; metadata?: unknown }, form: Pick<FormAnswer, 'schema'>): Conflict | undefined {
  if (failure.errorCode !== 'stale-version' || !isRecord(failure.metadata) || !isRecord(failure.metadata.current)) return undefined
  const { current, base, labels, options } = failure.metadata
  return {
    current: formValues(form, current),
    base: isRecord(base) ? formValues(form, base) : undefined,
    ...(isRecord(labels) && { labels: labels as Record<string, string> }),
    ...(isRecord(options) && { options: options as Record<string, Option[]> }),
  }
}

/** When the stored record was moved to the trash; undefined if it is not there. */
export const deletedAt = ({ current: { deleted_at: at } }: Conflict): string | undefined =>
  typeof at === 'string' && at !== '' ? at : undefined

/** Merged data together with the record's fields that the form does not edit. */
export const onRecord = ({ schema }: Pick<FormAnswer, 'schema'>, merged: Data, record: Data): Data => ({
  ...merged,
  ...Object.fromEntries(Object.entries(record).filter(([field]) => !Object.hasOwn((schema as FieldSchema).properties ?? {}, field))),
  version: record.version ?? merged.version,
})
