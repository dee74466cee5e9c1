import { holdsIn, seenBy } from '#schemas/rules/conditions/form-conditions.ts'
import { appliesIf, isEmpty } from '#schemas/rules/validation/rule-checks.ts'
import { isRequiredBy, parseRules } from '#schemas/rules/validation/rule-string.ts'
import type { FormAnswer, FormDocumentFieldUi } from '#schemas/types/contract.d.ts'
import { schemaAt, type FieldSchema } from '#renderer/form/schema/json-schema.ts'
import { isLeftOut, isSentGroup } from '#renderer/form/rows/left-out-rows.ts'
import { getAt, type PathList } from '#renderer/form/data/path.ts'

/**
 * Whether a value is required at a place for the current data: by its document, its schema (`listed`) or its rules, if
 * the object around it is required or filled in. Inside an optional empty object nothing is required.
 */
export function isRequiredAt(
  form: FormAnswer,
  schema: FieldSchema,
  ui: FormDocumentFieldUi,
  path: PathList,
  listed: boolean,
  data: unknown,
): boolean {
  if (ui.required !== undefined && holdsIn(form, ui.required, data, path)) return true
  if (!listed && !isRequiredBy(schema.rules) && !isRequiredNow(form, schema.rules, path, data)) return false
  return isAskedFor(form.schema as FieldSchema, path, data)
}

/** Whether rules make a field required, or not, as other fields change. */
export const hangsOnOthers = (rules: unknown): boolean =>
  typeof rules === 'string' && parseRules(rules).some(({ name }) => name === 'required_if')

function isRequiredNow(form: FormAnswer, rules: unknown, path: PathList, data: unknown): boolean {
  if (!hangsOnOthers(rules)) return false
  const root = seenBy(form, data).data
  return parseRules(String(rules)).some(
    ({ name, args }) => name === 'required_if' && appliesIf({ args, root, siblings: getAt(root, path.slice(0, -1)) }),
  )
}

/** Whether a group is required by the schema around it or by its own rules. */
const isRequiredGroup = (root: FieldSchema, group: PathList): boolean =>
  isRequiredBy(schemaAt(root, group)?.rules) || schemaAt(root, group.slice(0, -1))?.required?.includes(String(group.at(-1))) === true

/** Whether all rows of a list are those that it opened with, which are not sent as they are. */
function isLeftOutAt(root: FieldSchema, place: PathList, data: unknown): boolean {
  const [list, schema] = [getAt(data, place), schemaAt(root, place)]
  if (!schema?.minItems || !Array.isArray(list) || list.length > schema.minItems) return false
  const [name, group] = [place.at(-1), place.slice(0, -1)]
  const groupSchema = schemaAt(root, group) ?? {}
  const isListed = typeof name === 'string' && groupSchema.required?.includes(name) === true
  const isSent = isSentGroup(group, getAt(data, group), groupSchema, isRequiredGroup(root, group), root)
  return isLeftOut(list, schema, isListed, isSent, root)
}

/** Rows exist once they are added; objects once something in them is filled in, or if they are required. */
function isAskedFor(root: FieldSchema, path: PathList, data: unknown): boolean {
  for (let end = path.length - 1; end > 0; end -= 1) {
    const place = path.slice(0, end)
    const name = place.at(-1)
    if (typeof name === 'number') return !isLeftOutAt(root, place.slice(0, -1), data)
    if (!isEmpty(getAt(data, place))) return true
    if (!isRequiredGroup(root, place)) return false
  }
  return true
}
