import { conditionErrors, hiddenErrors, withoutUnfilled } from '#schemas/rules/form-conditions.ts'
import { findEntity } from '#server/documents/entity-field.ts'
import { expandForm } from '#server/documents/expand-form.ts'
import type { FormAnswer } from '#schemas/types/contract.d.ts'
import { validationError } from '#server/errors.ts'
import type { CallContext } from '#server/features/feature.ts'

type Data = Record<string, unknown>

/** What a form's conditions make of a save. */
export interface HeldConditions {
  /** What was sent, as it is to be stored: what is hidden and holds nothing is not asked for what it should hold. */
  prepare: (data: Data, stored: Data) => Data
  /**
   * Holds what was sent to the conditions, as the record is with it: what is hidden holds nothing, what is required is there,
   * choices are among those offered, and values are those that conditions set.
   * @throws a 422 by field.
   */
  require: (data: Data, stored: Data) => void
}

/** The conditions of the form that a save names. @throws a 422 on `form` when there is no such form of this entity. */
export function conditionsOf(context: CallContext, model: string, form: string): HeldConditions {
  const answer = formOf(context, model, form)
  return {
    prepare: (data, stored) => withoutUnfilled(answer, data, { ...stored, ...data }),
    require: (data, stored) => {
      const record = { ...stored, ...data }
      const errors = { ...hiddenErrors(answer, data, record), ...conditionErrors(answer, record) }
      if (Object.keys(errors).length > 0)
        throw validationError(Object.fromEntries(Object.entries(errors).map(([path, message]) => [path, [message]])))
    },
  }
}

function formOf({ registry, caller }: CallContext, model: string, form: string): FormAnswer {
  const [module = '', name] = form.split('/')
  const document = name === undefined ? undefined : registry.form(module, form)?.document
  if (!document?.entity || findEntity(registry, document.entity)?.document.name !== findEntity(registry, model)?.document.name)
    throw validationError({ form: [{ key: 'rules.invalid' }] })
  return expandForm(registry, caller, module, form)
}
