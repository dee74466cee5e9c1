import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { disabledTextAt, isFixedAt, isShownAt, seenBy, withheldAt } from '#schemas/rules/conditions/form-conditions.ts'
import { interpolateDeep, type Context } from '#schemas/rules/text/interpolate.ts'
import type { FormAnswer, FormDocumentFieldUi } from '#schemas/types/contract.d.ts'
import { useFormScope } from '#renderer/form/form-context.ts'
import { subscribeField } from '#renderer/form/data/field-subscription.ts'
import { shownData, type FormState, type Messages } from '#renderer/form/data/form-store.ts'
import { messagesOf, messagesUnder } from '#renderer/form/data/form-messages.ts'
import type { FieldSchema } from '#renderer/form/schema/json-schema.ts'
import { formatPath, getAt, scopeOf, type PathList } from '#renderer/form/data/path.ts'
import { hangsOnOthers, isRequiredAt } from '#renderer/form/validation/required-at.ts'
import { propsOf } from '#renderer/form/schema/ui-schema.ts'

export function useVisible(ui: FormDocumentFieldUi, path: PathList): boolean {
  const { store, form } = useFormScope()
  return useStore(store, (state) => isShownAt(form, ui, state.data, path))
}

export function useRequired(schema: FieldSchema, ui: FormDocumentFieldUi, path: PathList, listed: boolean): boolean {
  const { store, form } = useFormScope()
  return useStore(store, (state) => isRequiredAt(form, schema, ui, path, listed, state.data))
}

export function useDisabled(ui: FormDocumentFieldUi, path: PathList): boolean {
  const { store, form, readOnly } = useFormScope()
  return useStore(store, (state) => readOnly || isFixedAt(form, ui, state.data, path))
}

/** Why a field is disabled, where a text says so. */
export function useDisabledText(ui: FormDocumentFieldUi, path: PathList): string | undefined {
  const { store, form } = useFormScope()
  return useStore(store, (state) => disabledTextAt(form, ui, state.data, path))
}

export function useMessages(path: string, deep = false): string[] {
  const { store } = useFormScope()
  return useStore(
    store,
    useShallow((state) => messagesOf(state, path, deep)),
  )
}

/** All that a control shows of the form's state. */
export interface FieldState {
  value: unknown
  visible: boolean
  required: boolean
  disabled: boolean
  /** Why it is disabled, when it is. */
  disabledText: string | undefined
  /** Choices that its document does not offer at present, one text for all of them. */
  withheld: string
  messages: string[]
  /** Messages below the value, by the path from there: `{ fa: ['…'] }` for `title`. */
  errors: Messages
  /** The widget's properties with `{form.…}`, `{item.…}` and the form's context filled in. */
  props: Record<string, unknown>
  /** How often the control's own state was reset. */
  renewals: number
}

interface FieldPlace {
  form: FormAnswer
  schema: FieldSchema
  ui: FormDocumentFieldUi
  path: PathList
  listed: boolean
  deep: boolean
  context: Context
}

/** One subscription for all of a field; it is drawn again only when something of this field changed. */
export function useFieldState(schema: FieldSchema, ui: FormDocumentFieldUi, path: PathList, listed: boolean, deep: boolean): FieldState {
  const { store, form, context } = useFormScope()
  const key = formatPath(path)
  const select = useMemo(
    () => fieldSelector({ form, schema, ui, path, listed, deep, context }),
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `key` says what `path` does, and is the same text for the same place
    [form, schema, ui, key, listed, deep, context],
  )
  const head = String(path[0] ?? '')
  const isWide = useMemo(
    () =>
      ui.visible !== undefined ||
      ui.required !== undefined ||
      ui.disabled !== undefined ||
      ui.value !== undefined ||
      hangsOnOthers(schema.rules) ||
      JSON.stringify(ui).includes('{', 1),
    [ui, schema.rules],
  )
  const subscribe = useCallback(
    (notify: () => void) => (head === '' ? store.subscribe(notify) : subscribeField(store, head, isWide, notify)),
    [store, head, isWide],
  )
  const read = () => select(store.getState())
  return useSyncExternalStore(subscribe, read, read)
}

/**
 * Reads a field's part of the state. Every field calls it on every change, so it caches its result: parts that did not
 * change are not read again, and equal content is the same object.
 */
export function fieldSelector({ form, schema, ui, path, listed, deep, context }: FieldPlace): (state: FormState) => FieldState {
  const key = formatPath(path)
  const given = propsOf(ui)
  const text = JSON.stringify(given)
  const offersByCondition = Array.isArray(ui.options) && ui.options.some((option) => option?.when !== undefined)
  const isFilled = text.includes('{', 1)
  const isComputed = schema.computed !== undefined && schema.readOnly === true
  const head = String(path[0] ?? '')
  let seen: FormState | undefined
  let known: FieldState | undefined
  let filled = text

  return (state) => {
    if (known && seen === state) return known
    const isSameData = seen?.data === state.data && seen.preview === state.preview
    const isSameTold =
      seen?.problems === state.problems &&
      seen.refused === state.refused &&
      seen.touched === state.touched &&
      seen.attempted === state.attempted
    const isRenewed = seen?.renewals !== state.renewals
    seen = state
    if (known && isSameData && isSameTold && !isRenewed) return known
    const { data } = state
    const next: FieldState = {
      // What is computed follows what is being typed elsewhere.
      value: getAt(isComputed ? shownData(state) : data, path),
      visible: isShownAt(form, ui, data, path),
      required: isRequiredAt(form, schema, ui, path, listed, data),
      disabled: isFixedAt(form, ui, data, path),
      disabledText: disabledTextAt(form, ui, data, path),
      withheld: offersByCondition ? withheldAt(ui, seenBy(form, data).data, path).join('\n') : '',
      messages: isSameTold && known ? known.messages : messagesOf(state, key, deep),
      errors: isSameTold && known ? known.errors : messagesUnder(state, key),
      props: given,
      renewals: state.renewals[head] ?? 0,
    }
    if (isFilled) {
      const now =
        isSameData && known ? filled : JSON.stringify(interpolateDeep(given, { ...context, form: data, item: scopeOf(data, path) }))
      next.props = known && now === filled ? known.props : (JSON.parse(now) as Record<string, unknown>)
      filled = now
    }
    if (known && isSameList(known.messages, next.messages)) next.messages = known.messages
    if (known && isSameMessages(known.errors, next.errors)) next.errors = known.errors
    if (!known || (Object.keys(next) as (keyof FieldState)[]).some((part) => !Object.is(known?.[part], next[part]))) known = next
    return known
  }
}

const isSameList = (a: readonly string[], b: readonly string[]): boolean =>
  a === b || (a.length === b.length && a.every((one, index) => one === b[index]))

function isSameMessages(a: Messages, b: Messages): boolean {
  if (a === b) return true
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => b[name] !== undefined && isSameList(a[name]!, b[name]))
}
