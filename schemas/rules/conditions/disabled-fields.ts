import type { FormDocumentFieldUi } from '#schemas/types/contract.d.ts'
import type { RuleMessage } from '#schemas/rules/validation/validate-rules.ts'
import { holds, isUnder, seenBy, valueRuleAt, type ConditionalForm } from './form-conditions.ts'
import { expandUiPath, formatPath, getAt, isSame } from './form-path.ts'

type Data = Record<string, unknown>

/** A place at which `disabled` holds. */
interface Place {
  key: string
  value: unknown
}

/**
 * Errors for changed values of disabled fields, by path. `stored` is the record before the change, `record` the one after it. A field
 * is held if it is disabled in both: a value may change together with the field that then disables it. A value that a condition
 * sets may always change. In lists, the stored values of the disabled cells must still be there, whatever the order of the rows; a row
 * that was added may have any.
 */
export function disabledErrors(form: ConditionalForm, stored: Data, record: Data): Record<string, RuleMessage> {
  const changed = Object.entries(form.ui ?? {}).flatMap(([pattern, ui]) =>
    ui?.disabled === undefined || ui.disabled === false ? [] : changedPlaces(form, pattern, ui, stored, record),
  )
  return Object.fromEntries(changed.map((key) => [key, { key: 'rules.read_only' }]))
}

function changedPlaces(form: ConditionalForm, pattern: string, ui: FormDocumentFieldUi, stored: Data, record: Data): string[] {
  const lost = disabledPlaces(form, pattern, ui, stored)
  const changed = disabledPlaces(form, pattern, ui, record).filter(({ value }) => {
    const at = lost.findIndex((place) => isSame(place.value, value))
    if (at >= 0) lost.splice(at, 1)
    return at < 0
  })
  const added = Math.max(0, expandUiPath(pattern, record).length - expandUiPath(pattern, stored).length)
  return changed.slice(0, Math.min(lost.length, changed.length - added)).map(({ key }) => key)
}

function disabledPlaces(form: ConditionalForm, pattern: string, ui: FormDocumentFieldUi, record: Data): Place[] {
  const { data: seen, hidden } = seenBy(form, record)
  return expandUiPath(pattern, record)
    .filter((path) => !isUnder(formatPath(path), hidden) && holds(ui.disabled, seen, path) && valueRuleAt(ui, seen, path) === undefined)
    .map((path) => ({ key: formatPath(path), value: getAt(record, path) }))
}
