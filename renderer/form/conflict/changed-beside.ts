import { isRecord } from '#schemas/rules/is-record.ts'
import type { FormAnswer, GridColumn } from '#schemas/types/contract.d.ts'
import type { Conflict } from './conflict.ts'
import type { Data } from '#renderer/form/data/form-store.ts'
import { isSame } from '#renderer/form/data/path.ts'

/** A field that somebody else changed and that the form does not have, e.g. the status of a post. */
export interface ChangeBeside {
  field: string
  before: unknown
  after: unknown
  column?: GridColumn
  label?: string
}

/** What changes with every save, or only tells of another field. */
const incidental = /^(id|version|translations|can_.+|(created|updated|deleted)(_.+)?|.+_id)$/

/** Changes of others outside the form, as far as a reader can see them: what the page shows, and plain values. */
export function changedBeside(
  { schema }: Pick<FormAnswer, 'schema'>,
  { current, base, labels }: Conflict,
  baseline: Data,
  shown: readonly GridColumn[] = [],
): ChangeBeside[] {
  const before = base ?? baseline
  const own = isRecord(schema.properties) ? schema.properties : {}
  return (
    Object.keys(current)
      // What is worked out of others, such as a display title, is no field of the record.
      .filter((field) => labels === undefined || Object.hasOwn(labels, field))
      .filter((field) => !Object.hasOwn(own, field) && !incidental.test(field) && field in before && !isSame(before[field], current[field]))
      .filter((field) => [before[field], current[field]].every((value) => typeof value !== 'object' || value === null))
      .map((field) => ({
        field,
        before: before[field],
        after: current[field],
        column: shown.find((column) => column.key === field),
        ...(labels && { label: labels[field] }),
      }))
  )
}

/** Who saved the newer record, and when, as far as it tells. */
export function savedBy({ current }: Conflict): { name?: string; at?: string } {
  const by = current.updated_by
  const name = isRecord(by) ? (by.name_full ?? by.title ?? by.username) : current.updated_name
  return {
    name: typeof name === 'string' && name !== '' ? name : undefined,
    at: typeof current.updated_at === 'string' ? current.updated_at : undefined,
  }
}
