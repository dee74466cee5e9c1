import { isRecord } from '#schemas/rules/is-record.ts'
import type { FormAnswer } from '#schemas/types/contract.d.ts'
import type { Data } from '#renderer/form/data/form-store.ts'
import { formValues } from '#renderer/form/data/initial-data.ts'
import { type FieldSchema } from '#renderer/form/schema/json-schema.ts'

/** `labels`: what the fields of the record are called, as far as the reader may see them. */
export interface Conflict {
  current: Data
  base?: Data
  labels?: Readonly<Record<string, string>>
}

/** The conflict that a refused save tells of, if it is one, with the records as the form holds them. */
export function conflictOf(failure: { errorCode: unknown; metadata?: unknown }, form: Pick<FormAnswer, 'schema'>): Conflict | undefined {
  if (failure.errorCode !== 'stale-version' || !isRecord(failure.metadata) || !isRecord(failure.metadata.current)) return undefined
  const { current, base, labels } = failure.metadata
  return {
    current: formValues(form, current),
    base: isRecord(base) ? formValues(form, base) : undefined,
    ...(isRecord(labels) && { labels: labels as Record<string, string> }),
  }
}

/** When the stored record went to the trash; undefined where it is not there. */
export const deletedAt = ({ current: { deleted_at: at } }: Conflict): string | undefined =>
  typeof at === 'string' && at !== '' ? at : undefined

/** Merged data on top of a record: what the form does not edit is the record's. */
export const onRecord = ({ schema }: Pick<FormAnswer, 'schema'>, merged: Data, record: Data): Data => ({
  ...merged,
  ...Object.fromEntries(Object.entries(record).filter(([field]) => !Object.hasOwn((schema as FieldSchema).properties ?? {}, field))),
  version: record.version ?? merged.version,
})
