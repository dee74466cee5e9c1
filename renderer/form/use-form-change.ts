import { useState } from 'react'
import { isRecord } from '#schemas/rules/is-record.ts'
import type { FormAnswer } from '#schemas/types/contract.d.ts'
import { changedFields, type FormState } from './data/form-store.ts'
import { type FieldSchema } from './schema/json-schema.ts'
import { labelOf } from './schema/label.ts'
import { isEmpty } from './data/path.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'

/** What makes a form another one: its structure. Titles change with the language alone. */
export const structureOf = (form: Pick<FormAnswer, 'schema'>): string =>
  JSON.stringify(form.schema, (key, value: unknown) =>
    (key === 'title' || key === 'description') && typeof value === 'string' ? undefined : value,
  )

/** Fields of the first level that are filled in and unsaved, which `opened` had and `present` has not. */
export function withdrawnFields(opened: Pick<FormAnswer, 'schema'>, present: Pick<FormAnswer, 'schema'>, state: FormState): string[] {
  const had = propertiesOf(opened)
  const has = propertiesOf(present)
  return changedFields(state).filter((field) => Object.hasOwn(had, field) && !Object.hasOwn(has, field) && !isEmpty(state.data[field]))
}

const propertiesOf = ({ schema }: Pick<FormAnswer, 'schema'>): Record<string, FieldSchema> =>
  isRecord(schema.properties) ? (schema.properties as Record<string, FieldSchema>) : {}

export interface FormChange {
  /** The form as it was opened. */
  opened: FormAnswer
  /** Whether the document has changed since the form was opened, and the user has not dismissed the notice. */
  changed: boolean
  withdrawn: (state: FormState) => string[]
  /** Former title of a field. */
  labelOf: (field: string) => string
  dismiss: () => void
}

/** Watches for a publication that changes the form while it is open. */
export function useFormChange(form: FormAnswer): FormChange {
  const { t } = useLocale()
  const [opened, setOpened] = useState(form)
  return {
    opened,
    changed: opened !== form && structureOf(opened) !== structureOf(form),
    withdrawn: (state) => withdrawnFields(opened, form, state),
    labelOf: (field) => labelOf(propertiesOf(opened)[field] ?? {}, opened.ui?.[field] ?? {}, [field], field, t),
    dismiss: () => setOpened(form),
  }
}
