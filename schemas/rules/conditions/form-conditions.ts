import type { FormDocumentFieldUi, FormDocumentLayoutItem } from '#schemas/types/contract.d.ts'
import { fieldsOfCondition, isWithin, rowOf } from './condition-fields.ts'
import { matches } from './condition.ts'
import { expandUiPath, formatPath, getAt, isEmpty, parsePath, scopeOf, setAt, type PathList } from './form-path.ts'
import { interpolateDeep } from '#schemas/rules/text/interpolate.ts'
import { partsOfLayout } from './layout-parts.ts'
import { valueKey } from '#schemas/rules/values/same-value.ts'
import type { RuleMessage } from '#schemas/rules/validation/validate-rules.ts'

/** The parts of a form that hold its conditions. */
export interface ConditionalForm {
  ui?: Record<string, FormDocumentFieldUi | undefined>
  layout?: FormDocumentLayoutItem[]
}

type Data = Record<string, unknown>

/** Whether a condition holds; `true` always does. It is tested against the row that contains the field, otherwise against all data. */
export function holds(condition: unknown, data: unknown, path: PathList): boolean {
  if (typeof condition === 'boolean') return condition
  if (typeof condition !== 'object' || condition === null) return false
  return matches(condition as Data, scopeOf(data, path))
}

/** Fields named by a layout, also inside its columns, panels, tabs and steps, each with the conditions of the items around it. */
export function* layoutFields(layout: unknown, around: unknown[] = []): Generator<{ field: string; conditions: unknown[] }> {
  if (!Array.isArray(layout)) return
  for (const item of layout as FormDocumentLayoutItem[]) {
    if (typeof item === 'string') yield { field: item, conditions: around }
    else if (typeof item === 'object' && item !== null)
      for (const { items, visible } of partsOfLayout(item))
        yield* layoutFields(items, visible === undefined ? around : [...around, visible])
  }
}

/** The form's data as conditions see it, without hidden values, and the hidden paths. */
export interface Seen {
  data: Data
  hidden: ReadonlySet<string>
}

const noPaths: ReadonlySet<string> = new Set()
const nothing: Data = {}
const remembered = new WeakMap<object, { form: ConditionalForm; seen: Seen }>()
const hidings = new WeakMap<ConditionalForm, { inOrder: Hiding[]; isCircular: boolean }>()

/**
 * What is hidden, and the data without it. A field that decides whether another is shown may be hidden itself; it then
 * counts as empty, so that the result does not depend on values that nobody sees. Chains are followed to their end.
 * Conditions in a circle have no stable result: the fields that would alternate are shown.
 */
export function seenBy(form: ConditionalForm, input: unknown): Seen {
  const data = typeof input === 'object' && input !== null ? (input as Data) : nothing
  if (!hides(form)) return { data, hidden: noPaths }
  const known = remembered.get(data)
  if (known?.form === form) return known.seen
  const { inOrder, isCircular } = hidingsOf(form)
  const seen = isCircular ? seenRoundCircles(inOrder, data) : seenInOrder(inOrder, data)
  remembered.set(data, { form, seen })
  return seen
}

/** Tests each condition once, after those that decide whether its fields are shown. */
function seenInOrder(inOrder: readonly Hiding[], data: Data): Seen {
  const hidden = new Set<string>()
  let seen: Data = { ...data }
  for (const hiding of inOrder) {
    for (const path of expandUiPath(hiding.pattern, data)) {
      if (isShownBy(hiding, seen, path)) continue
      hidden.add(formatPath(path))
      const [name] = path
      if (path.length === 1) delete seen[String(name)]
      else if (getAt(seen, path) !== undefined) seen = setAt(seen, path, undefined)
    }
  }
  return hidden.size === 0 ? { data, hidden } : { data: seen, hidden }
}

/** Tests the conditions until nothing changes. Fields that would change endlessly are shown. */
function seenRoundCircles(inOrder: readonly Hiding[], data: Data): Seen {
  let seen: Seen = { data, hidden: noPaths }
  let undisputed: ReadonlySet<string> = noPaths
  for (let pass = 0; pass < 2 * inOrder.length; pass += 1) {
    const hidden = hiddenAmong(inOrder, data, seen.data)
    if (isSameSet(hidden, seen.hidden)) return seen
    seen = { data: without(data, hidden), hidden }
    undisputed = pass <= inOrder.length ? hidden : new Set([...undisputed].filter((path) => hidden.has(path)))
  }
  return { data: without(data, undisputed), hidden: undisputed }
}

/** Paths that are hidden at present; everything below them is hidden too. */
export const hiddenPaths = (form: ConditionalForm, data: unknown): ReadonlySet<string> => seenBy(form, data).hidden

/** Whether a condition of a place in the form holds for the visible data. */
export const holdsIn = (form: ConditionalForm, condition: unknown, data: unknown, path: PathList): boolean =>
  holds(condition, seenBy(form, data).data, path)

/** Whether the field at a place is shown, by its own condition and those around it in the layout. */
export const isShownAt = (form: ConditionalForm, ui: FormDocumentFieldUi, data: unknown, path: PathList): boolean =>
  ui.visible === undefined || !hiddenPaths(form, data).has(formatPath(path))

/** Whether the user cannot change a place at present: a condition disables it, or a condition sets its value. */
export function isFixedAt(form: ConditionalForm, ui: FormDocumentFieldUi, data: unknown, path: PathList): boolean {
  if (ui.disabled === undefined && ui.value === undefined) return false
  const seen = seenBy(form, data).data
  return (ui.disabled !== undefined && holds(ui.disabled, seen, path)) || valueRuleAt(ui, seen, path) !== undefined
}

/** Why a field is disabled: the first of its reasons that holds, else its general text where the condition of the field itself holds. */
export function disabledTextAt(form: ConditionalForm, ui: FormDocumentFieldUi, data: unknown, path: PathList): string | undefined {
  const reason = ui.disabled_reasons?.find(({ when }) => holdsIn(form, when, data, path))?.text
  if (reason !== undefined || ui.disabled_text === undefined) return reason
  return ui.disabled === undefined || holdsIn(form, ui.disabled, data, path) ? ui.disabled_text : undefined
}

const hides = (form: ConditionalForm): boolean => hidingsOf(form).inOrder.length > 0

/** A field that conditions can hide, as `ui` names it. It is shown if all of them hold. */
interface Hiding {
  pattern: string
  conditions: unknown[]
}

function hidingsOf(form: ConditionalForm): { inOrder: Hiding[]; isCircular: boolean } {
  let known = hidings.get(form)
  if (!known) {
    const ofFields = Object.entries(form.ui ?? {}).flatMap(([pattern, ui]) =>
      ui?.visible === undefined ? [] : [{ pattern, conditions: [ui.visible] }],
    )
    const ofLayout = [...layoutFields(form.layout)]
      .filter(({ conditions }) => conditions.length > 0)
      .map(({ field, conditions }) => ({ pattern: field, conditions }))
    known = inOrderOfNeed([...ofFields, ...ofLayout])
    hidings.set(form, known)
  }
  return known
}

/** Orders the fields so that each comes after those that its conditions depend on; `isCircular` if some depend on each other. */
function inOrderOfNeed(all: readonly Hiding[]): { inOrder: Hiding[]; isCircular: boolean } {
  const inOrder: Hiding[] = []
  const states = new Map<Hiding, 'open' | 'done'>()
  let isCircular = false
  const visit = (hiding: Hiding): void => {
    if (states.has(hiding)) {
      isCircular ||= states.get(hiding) === 'open'
      return
    }
    states.set(hiding, 'open')
    const dependencies = hiding.conditions.flatMap(fieldsOfCondition).map((name) => rowOf(hiding.pattern) + name)
    for (const other of all) if (dependencies.some((name) => isWithin(name, other.pattern) || isWithin(other.pattern, name))) visit(other)
    states.set(hiding, 'done')
    inOrder.push(hiding)
  }
  all.forEach(visit)
  return { inOrder, isCircular }
}

const isShownBy = ({ conditions }: Hiding, seen: Data, path: PathList): boolean =>
  conditions.every((condition) => holds(condition, seen, path))

/** Whether the form has conditions that affect which values may be sent. */
export const hasConditions = (form: ConditionalForm): boolean =>
  hides(form) ||
  Object.values(form.ui ?? {}).some(
    (ui) =>
      ui?.required !== undefined ||
      ui?.disabled !== undefined ||
      ui?.value !== undefined ||
      (Array.isArray(ui?.options) && ui.options.some((option) => option?.when !== undefined)),
  )

const hiddenAmong = (all: readonly Hiding[], data: Data, seen: Data): Set<string> =>
  new Set(
    all.flatMap((hiding) =>
      expandUiPath(hiding.pattern, data)
        .filter((path) => !isShownBy(hiding, seen, path))
        .map(formatPath),
    ),
  )

/** Whether a value is empty at every depth. */
const isUnfilled = (value: unknown): boolean =>
  isEmpty(value) || (typeof value === 'object' && Object.values(value as object).every(isUnfilled))

/**
 * The sent data without hidden values that are empty; `record` is the record with that data. A hidden field becomes
 * null, so that it is cleared; a hidden part of a field's value is removed from it.
 */
export function withoutUnfilled(form: ConditionalForm, sent: Data, record: Data): Data {
  let rest = sent
  for (const path of outermost(hiddenPaths(form, record))) {
    const place = parsePath(path)
    const value = getAt(sent, place)
    const none = place.length === 1 ? null : undefined
    if (value !== undefined && value !== none && typeof place.at(-1) === 'string' && isUnfilled(value)) rest = setAt(rest, place, none)
  }
  return rest
}

/** Errors for values that were sent for hidden places, at any depth: they must be empty. */
export function hiddenErrors(form: ConditionalForm, sent: Data, record: Data): Record<string, RuleMessage> {
  const filled = outermost(hiddenPaths(form, record)).filter((path) => !isUnfilled(getAt(sent, parsePath(path))))
  return Object.fromEntries(filled.map((path) => [path, { key: 'rules.not_asked' }]))
}

const outermost = (paths: ReadonlySet<string>): string[] =>
  [...paths].filter((path) => !path.includes('.') || !isUnder(path.slice(0, path.lastIndexOf('.')), paths))

const isSameSet = (one: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
  one.size === other.size && [...one].every((path) => other.has(path))

/** A copy of the data without these paths. A removed row leaves its place empty, so that the indexes of the others stay. */
function without(data: Data, paths: ReadonlySet<string>): Data {
  let rest = data
  for (const path of paths) {
    const place = parsePath(path)
    if (getAt(rest, place) !== undefined) rest = setAt(rest, place, undefined)
  }
  return rest
}

/** Whether the set holds the path or a path around it. */
export function isUnder(path: string, hidden: ReadonlySet<string>): boolean {
  if (hidden.size === 0) return false
  for (let end = path.length; end > 0; end = path.lastIndexOf('.', end - 1)) if (hidden.has(path.slice(0, end))) return true
  return false
}

/** An entry of a field's `value`: the value that the field has while a condition holds. */
export type ValueRule = NonNullable<FormDocumentFieldUi['value']>[number]

/** The entry of `value` that holds at a place and the value that it sets; undefined while the user may choose the value. */
export function valueRuleAt(
  ui: FormDocumentFieldUi | undefined,
  seen: unknown,
  path: PathList,
): { index: number; value: unknown } | undefined {
  if (!Array.isArray(ui?.value)) return undefined
  const index = ui.value.findIndex(
    (rule) => typeof rule === 'object' && rule !== null && 'set' in rule && (rule.when === undefined || holds(rule.when, seen, path)),
  )
  return index === -1
    ? undefined
    : { index, value: interpolateDeep(ui.value[index]!.set, { form: seen, item: scopeOf(seen, path) }) ?? null }
}

/**
 * Data with the values that conditions set. A set value may cause further ones; the chain is followed for as many steps
 * as there are such fields.
 */
export function setValues<T extends Data>(form: ConditionalForm, initial: T): T {
  const rules = Object.entries(form.ui ?? {}).filter(([, ui]) => Array.isArray(ui?.value))
  let data = initial
  for (let pass = 0; pass <= rules.length; pass += 1) {
    const before = data
    for (const [pattern, ui] of rules) {
      for (const path of expandUiPath(pattern, data)) {
        const { data: seen, hidden } = seenBy(form, data)
        const rule = isUnder(formatPath(path), hidden) ? undefined : valueRuleAt(ui, seen, path)
        if (rule && !isSameValue(getAt(data, path), rule.value)) data = setAt(data, path, rule.value)
      }
    }
    if (data === before) break
  }
  return data
}

/** Values of `options` that are not offered at present, as keys of `valueKey`. */
export function withheldAt(ui: FormDocumentFieldUi | undefined, seen: unknown, path: PathList): string[] {
  const options: unknown = ui?.options
  if (!Array.isArray(options)) return []
  return (options as { value: unknown; when?: unknown }[])
    .filter((option) => option?.when !== undefined && !holds(option.when, seen, path))
    .map(({ value }) => valueKey(value))
}

/**
 * Errors of data by a form's conditions, by path: an empty field that is required at present, a choice that is not
 * offered, a value other than the one that a condition sets. Hidden fields are not checked.
 */
export function conditionErrors(form: ConditionalForm, data: Data): Record<string, RuleMessage> {
  const { data: seen, hidden } = seenBy(form, data)
  const errors: Record<string, RuleMessage> = {}
  for (const [pattern, ui] of Object.entries(form.ui ?? {})) {
    if (ui?.required === undefined && ui?.value === undefined && !Array.isArray(ui?.options)) continue
    for (const path of expandUiPath(pattern, data)) {
      const key = formatPath(path)
      if (isUnder(key, hidden)) continue
      const fault = faultAt(ui, getAt(data, path), seen, path)
      if (fault) errors[key] = fault
    }
  }
  return errors
}

function faultAt(ui: FormDocumentFieldUi, value: unknown, seen: Data, path: PathList): RuleMessage | undefined {
  const rule = valueRuleAt(ui, seen, path)
  if (rule && !isSameValue(value, rule.value))
    return isEmpty(rule.value)
      ? { key: 'rules.fixed_empty' }
      : {
          key: 'rules.fixed',
          values: { value: ui.options?.find?.((option) => valueKey(option.value) === valueKey(rule.value))?.title ?? textOf(rule.value) },
        }
  if (isEmpty(value)) return ui.required !== undefined && holds(ui.required, seen, path) ? { key: 'rules.required' } : undefined
  const withheld = withheldAt(ui, seen, path)
  return withheld.length > 0 && [value].flat().some((one) => withheld.includes(valueKey(one))) ? { key: 'rules.included' } : undefined
}

const isSameValue = (one: unknown, other: unknown): boolean =>
  (isEmpty(one) && isEmpty(other)) || (one !== undefined && valueKey(one) === valueKey(other))
const textOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value))
