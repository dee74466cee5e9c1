import { isRecord } from '#schemas/rules/is-record.ts'
import type { FormAnswer, GridColumn, Option } from '#schemas/types/contract.d.ts'
import type { Conflict } from './conflict.ts'
import type { Data } from '#renderer/form/data/form-store.ts'
import { isSame } from '#renderer/form/data/path.ts'

/** A field that somebody else changed and that the form does not contain, e.g. the status of a post. */
export interface ChangeBeside {
  field: string
  before: unknown
  after: unknown
  column?: GridColumn
  label?: string
  options?: Option[]
}

/** Fields that change with every save, or only describe another field. */
const incidental = /^(id|version|translations|can_.+|(created|updated|deleted)(_.+)?|.+_id)$/

/** Others' changes to fields outside the form that the reader can see: fields shown on the page, and plain values. */
export function changedBeside(
  { schema }: Pick<FormAnswer, 'schema'>,
  { current, base, labels, options }: Conflict,
  baseline: Data,
  shown: readonly GridColumn[] = [],
): ChangeBeside[] {
  const before = base ?? baseline
  const own = isRecord(schema.properties) ? schema.properties : {}
  return (
    Object.keys(current)
      // A derived value, such as a display title, is not a field of the record.
      .filter((field) => labels === undefined || Object.hasOwn(labels, field))
      .filter((field) => !Object.hasOwn(own, field) && !incidental.test(field) && field in before && !isSame(before[field], current[field]))
      .filter((field) => [before[field], current[field]].every((value) => typeof value !== 'object' || value === null))
      .map((field) => ({
        field,
        before: before[field],
        after: current[field],
        column: shown.find((column) => column.key === field),
        ...(labels && { label: labels[field] }),
        ...(options?.[field] && { options: options[field] }),
      }))
  )
}

/** Who saved the newer record, and when, if known. */
export function savedBy({ current }: Conflict): { name?: string; at?: string } {
  const by = current.updated_by
  const name = isRecord(by) ? (by.name_full ?? by.title ?? by.username) : current.updated_name
  return {
    name: typeof name === 'string' && name !== '' ? name : undefined,
    at: typeof current.updated_at === 'string' ? current.updated_at : undefined,
  }
}
