import { withoutEmptyRows } from '#schemas/rules/conditions/empty-rows.ts'
import { withoutUntouched } from './untouched-rows.ts'
import type { FormAnswer } from '#schemas/types/contract.d.ts'
import type { Data, FormStore } from '#renderer/form/data/form-store.ts'

/** Removes rows that nobody filled in before the form is validated, so that the sent data and the visible data agree. */
export function dropEmptyRows(store: FormStore, { schema }: Pick<FormAnswer, 'schema'>): void {
  const { data, baseline } = store.getState()
  const left = withoutEmptyRows(schema, withoutUntouched(data), { stored: baseline, opened: true })
  if (left !== data) store.replace(left as Data)
}
