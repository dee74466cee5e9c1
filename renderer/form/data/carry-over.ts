import { isRecord } from '#schemas/rules/is-record.ts'
import type { FormAnswer } from '#schemas/types/contract.d.ts'
import type { Data } from './form-store.ts'

interface CarryOver {
  form: string
  id: unknown
  changes: Data
}

let carried: CarryOver | null = null

const nameOf = (form: FormAnswer): string => form.name ?? form.entity ?? ''

/** Leaves what was typed while a new record was on its way to the server for the form that opens the record next. */
export function carryOver(form: FormAnswer, id: unknown, changes: Data): void {
  carried = { form: nameOf(form), id, changes }
}

/** What was left for the form of this record, as far as it has the fields. */
export function readCarried(form: FormAnswer, record: Data): Data {
  if (!carried || carried.form !== nameOf(form) || carried.id !== record.id) return {}
  const fields = isRecord(form.schema.properties) ? form.schema.properties : {}
  return Object.fromEntries(Object.entries(carried.changes).filter(([field]) => Object.hasOwn(fields, field)))
}

/** Another form stands now: what was left is taken, or belongs to nobody. */
export const purgeCarried = (): void => {
  carried = null
}
