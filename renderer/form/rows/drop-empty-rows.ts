import { withoutEmptyRows } from '#schemas/rules/conditions/empty-rows.ts'
import type { FormAnswer } from '#schemas/types/contract.d.ts'
import type { Data, FormStore } from '#renderer/form/data/form-store.ts'

/** Takes rows out of the form that nobody filled in, before it is checked: what is sent and what is seen stay the same. */
export function dropEmptyRows(store: FormStore, { schema }: Pick<FormAnswer, 'schema'>): void {
  const { data, baseline } = store.getState()
  const left = withoutEmptyRows(schema, data, { stored: baseline, opened: true })
  if (left !== data) store.replace(left as Data)
}
