import { disabledErrors } from '#schemas/rules/conditions/disabled-fields.ts'
import { conditionErrors, hiddenErrors, withoutUnfilled } from '#schemas/rules/conditions/form-conditions.ts'
import type { FormAnswer, FormDocument } from '#schemas/types/contract.d.ts'
import { findEntity } from '#server/documents/entity-field.ts'
import { expandForm } from '#server/documents/expand-form.ts'
import type { DocumentRegistry, Owned } from '#server/documents/registry.ts'
import { validationError } from '#server/errors.ts'
import type { ModelContext, ModelEntity } from '#server/model/context.ts'

type Data = Record<string, unknown>

/** Applies the conditions of a form to a write. */
export interface HeldConditions {
  /** The sent data as it is to be stored: hidden fields without a value are left out. */
  prepare: (data: Data, stored: Data) => Data
  /**
   * Checks the record as it is after the write: hidden fields are empty, required ones are filled, choices are among those offered,
   * values that conditions set are as set, and disabled fields of a record that was there `before` have the value that they had.
   * @throws a 422 by field.
   */
  require: (data: Data, stored: Data, before: Data | undefined) => void
}

/** The conditions of the form that the call names, where it is one of this entity. */
export function conditionsFor({ registry, caller, form }: ModelContext, entity: ModelEntity): HeldConditions | undefined {
  const owned = form === undefined ? undefined : formOf(registry, form)
  if (!owned || entityOf(registry, owned.document) !== entity.name) return undefined
  const answer: FormAnswer = expandForm(registry, caller, owned.module, form!)
  return {
    prepare: (data, stored) => withoutUnfilled(answer, data, { ...stored, ...data }),
    require: (data, stored, before) => {
      const record = { ...stored, ...data }
      const errors = {
        ...(before && disabledErrors(answer, before, stored)),
        ...hiddenErrors(answer, data, record),
        ...conditionErrors(answer, record),
      }
      if (Object.keys(errors).length > 0)
        throw validationError(Object.fromEntries(Object.entries(errors).map(([path, message]) => [path, [message]])))
    },
  }
}

/** @throws a 422 on `form` when it is not the name of a form of this entity. */
export function requireForm(registry: DocumentRegistry, model: unknown, form: unknown): string {
  const owned = typeof form === 'string' ? formOf(registry, form) : undefined
  const entity = typeof model === 'string' ? findEntity(registry, model)?.document.name : undefined
  if (!owned || entity === undefined || entityOf(registry, owned.document) !== entity)
    throw validationError({ form: [{ key: 'rules.invalid' }] })
  return form as string
}

/** `module/name`; undefined for a name without a module. */
function formOf(registry: DocumentRegistry, form: string): Owned<FormDocument> | undefined {
  const [module = '', name] = form.split('/')
  return name === undefined ? undefined : registry.form(module, form)
}

const entityOf = (registry: DocumentRegistry, { entity }: FormDocument) =>
  entity === undefined ? undefined : findEntity(registry, entity)?.document.name
