import { conditionErrors, hiddenPaths } from '#schemas/rules/form-conditions.ts'
import { isEmpty } from '#schemas/rules/form-path.ts'
import { findEntity } from '#server/documents/entity-field.ts'
import { expandForm } from '#server/documents/expand-form.ts'
import { invalid, type FieldErrors } from '#server/errors.ts'
import type { CallContext } from '#server/features/feature.ts'

/**
 * Holds what a form has sent to that form's conditions, as the record is with it: what is hidden holds nothing, what is
 * required is there, choices are among those offered, and values are those that conditions set.
 * @throws a 422 by field; on `form` when there is no such form of this entity.
 */
export function requireConditions({ registry, caller }: CallContext, model: string, form: string, data: Record<string, unknown>, stored: Record<string, unknown>): void {
  const [module = '', name] = form.split('/')
  const document = name === undefined ? undefined : registry.form(module, form)?.document
  if (!document?.entity || findEntity(registry, document.entity)?.document.name !== findEntity(registry, model)?.document.name) throw invalid({ form: [{ key: 'rules.invalid' }] })
  const answer = expandForm(registry, caller, module, form)
  const record = { ...stored, ...data }
  const hidden = hiddenPaths(answer, record)
  const errors: FieldErrors = Object.fromEntries(Object.keys(data).filter(key => hidden.has(key) && !isEmpty(data[key])).map(key => [key, [{ key: 'rules.not_asked' }]]))
  for (const [path, message] of Object.entries(conditionErrors(answer, record))) errors[path] = [message]
  if (Object.keys(errors).length > 0) throw invalid(errors)
}
