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

/** Passes text that was typed while a new record was being saved to the form that opens the record next. */
export function carryOver(form: FormAnswer, id: unknown, changes: Data): void {
  carried = { form: nameOf(form), id, changes }
}

/** The text that was passed on for this record's form, for the fields that it has. */
export function readCarried(form: FormAnswer, record: Data): Data {
  if (!carried || carried.form !== nameOf(form) || carried.id !== record.id) return {}
  const fields = isRecord(form.schema.properties) ? form.schema.properties : {}
  return Object.fromEntries(Object.entries(carried.changes).filter(([field]) => Object.hasOwn(fields, field)))
}

/** Another form has opened: the text was used, or belongs to no form. */
export const purgeCarried = (): void => {
  carried = null
}
