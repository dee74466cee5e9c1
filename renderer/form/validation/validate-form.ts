import { panelConfig } from '#renderer/session/config.ts'
import { conditionErrors, hiddenPaths, isUnder } from '#schemas/rules/conditions/form-conditions.ts'
import { ruleMessage } from '#schemas/rules/messages.ts'
import { validateData, type RuleMessage } from '#schemas/rules/validation/validate-rules.ts'
import type { FormAnswer } from '#schemas/types/contract.d.ts'
import type { Data, Messages } from '#renderer/form/data/form-store.ts'
import { schemaAt, type FieldSchema } from '#renderer/form/schema/json-schema.ts'
import { limitMessages } from '#renderer/form/schema/limits.ts'
import { labelAt } from '#renderer/form/schema/label.ts'
import { parsePath } from '#renderer/form/data/path.ts'
import { buildChecked } from '#renderer/form/data/payload.ts'

/**
 * Validates the data that would be sent and returns messages by path: rules and schema of the form, fields that a
 * condition requires, and limits of days and times in `timeZone`. Hidden fields are not checked. An empty text counts as
 * missing, unless the `stored` record contains it and the schema allows it.
 */
export function validateForm(form: FormAnswer, data: Data, locale: string, stored?: Data, timeZone = 'UTC'): Messages {
  const root = form.schema as FieldSchema
  const hidden = hiddenPaths(form, data)
  const found: Record<string, RuleMessage[]> = Object.assign(
    Object.create(null) as object,
    validateData(root, buildChecked(form, data, stored), { allowed: panelConfig.allowed_rules ?? undefined }),
  )
  for (const [path, fault] of Object.entries(conditionErrors(form, data))) if (!found[path]?.length) found[path] = [fault]
  for (const [path, message] of Object.entries(limitMessages(form, data, timeZone))) found[path] = [...(found[path] ?? []), message]
  const messages: Messages = Object.create(null) as Messages
  for (const [path, list] of Object.entries(found)) {
    const parts = parsePath(path)
    const schema = schemaAt(root, parts)
    if (isUnder(path, hidden) || schema?.readOnly) continue
    const label = labelAt(form, parts)
    const labelOf = (other: string) => labelAt(form, parsePath(other))
    messages[path] = [...new Set(list.map(({ key, values }) => ruleMessage(locale, key, { ...values, label }, labelOf, timeZone)))]
  }
  return messages
}

/** The messages with those of the entity's checks at fields that have none and are shown. */
export function withChecks(form: FormAnswer, data: Data, messages: Messages, checks: Messages): Messages {
  const hidden = hiddenPaths(form, data)
  for (const [path, list] of Object.entries(checks)) if (!messages[path]?.length && !isUnder(path, hidden)) messages[path] = list
  return messages
}
