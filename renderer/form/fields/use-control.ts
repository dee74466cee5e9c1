import type { FieldProps } from '@rjsf/utils'
import { useCallback, useMemo } from 'react'
import { findWidget } from '#renderer/registry/widgets.ts'
import type { FieldWidgetProps } from '#renderer/registry/widget.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { noValue } from '#schemas/rules/text/plain-text.ts'
import { valueKey } from '#schemas/rules/values/same-value.ts'
import { idAt, useFormScope } from '#renderer/form/form-context.ts'
import type { FieldSchema } from '#renderer/form/schema/json-schema.ts'
import { labelOf } from '#renderer/form/schema/label.ts'
import { noteStored } from '#renderer/form/data/note-stored.ts'
import { formatPath, type PathList } from '#renderer/form/data/path.ts'
import { uiOf } from '#renderer/form/schema/ui-schema.ts'
import { isUnfitPart, mismatchSchema } from '#renderer/form/data/type-mismatch.ts'
import { useFieldState } from './use-field-state.ts'
import { useSettled } from '#renderer/ui/use-settled.ts'
import { useTypedValue } from './use-typed-value.ts'
import { choicesOf, widgetNameOf, type Choice } from '#renderer/form/schema/widget-name.ts'

export type ControlPlace = Pick<FieldProps, 'schema' | 'uiSchema' | 'fieldPathId' | 'name' | 'required' | 'disabled' | 'readonly'>

/** The widget of a field, its props, and those of its frame. */
export function useControl({ schema: given, uiSchema, fieldPathId, name, required: listed, disabled: off, readonly }: ControlPlace) {
  const own = given as FieldSchema
  const ui = uiOf(uiSchema)
  const path = fieldPathId.path as PathList
  const key = formatPath(path)
  const scope = useFormScope()
  const { store, idPrefix, form, readOnly } = scope
  const { t } = useLocale()
  const id = idAt(idPrefix, key)
  const ownName = widgetNameOf(own, ui) ?? 'json'
  const state = useFieldState(own, ui, path, listed === true, findWidget(ownName, 'field')?.errors !== 'own')
  const isUnfit = useMemo(
    () => isUnfitPart(own, ui, state.value, findWidget(ownName, 'field')?.manifest.value),
    [own, ui, state.value, ownName],
  )
  const schema = useMemo(() => (isUnfit ? mismatchSchema(own) : own), [isUnfit, own])
  const widgetName = isUnfit ? 'json' : ownName
  const widget = findWidget(widgetName, 'field')
  const { value, change, leave, discard } = useTypedValue(path, state.value)
  const options = useMemo(() => offered(choicesOf(schema, ui), state.withheld, state.value), [schema, ui, state.withheld, state.value])
  const setFault = useCallback((message: string | undefined) => store.setFault(key, message), [store, key])
  const hold = useCallback((work: Promise<unknown>) => store.hold(work, key), [store, key])
  const { required } = state
  const messages = useSettled(state.messages)
  const label = labelOf(schema, ui, path, name, t)
  const disabled = readOnly || state.disabled || off === true
  // Why the whole form is read-only is said once, above it.
  const description = (state.disabled && !readOnly ? state.disabledText : undefined) ?? ui.description ?? schema.description
  const computedFrom = typeof ui.computed_from === 'string' ? ui.computed_from : undefined
  const isReadOnly = readonly === true || schema.readOnly === true
  const widgetProps: FieldWidgetProps = {
    id,
    name: key,
    label,
    value,
    required,
    options,
    props: state.props,
    disabled,
    readonly: isReadOnly,
    // Where nothing can be typed there is nothing to hint at.
    placeholder: disabled || isReadOnly ? noValue : ui.placeholder,
    describedBy:
      [computedFrom && `${id}-formula`, description && `${id}-description`, messages.length > 0 && `${id}-error`]
        .filter(Boolean)
        .join(' ') || undefined,
    invalid: messages.length > 0,
    errors: state.errors,
    schema: schema as Record<string, unknown>,
    onChange: change,
    onBlur: () => {
      if (leave()) store.touch(key)
    },
    readData: () => store.getState().data,
    hold,
    noteStored: (stored, results) => noteStored(scope, path, stored, results),
    setFault,
  }
  return {
    id,
    label,
    description,
    computedFrom,
    required,
    messages,
    widget,
    widgetName,
    widgetProps,
    discard,
    isShown: state.visible && widgetName !== 'hidden',
    renewals: state.renewals,
    /** Why the value is shown as JSON, if it is. */
    undrawn: schema.undrawn,
    /** Where its document names the widget, for notices. */
    place: { document: form.name ?? form.entity ?? '', pointer: `/ui/${key}/widget` },
  }
}

/** The choices without withheld ones; a chosen value stays, so that its title is shown. */
function offered(choices: Choice[] | undefined, withheld: string, value: unknown): Choice[] | undefined {
  if (withheld === '' || !choices) return choices
  const [gone, chosen] = [withheld.split('\n'), [value].flat()]
  return choices.filter((choice) => !gone.includes(valueKey(choice.value)) || chosen.includes(choice.value))
}

export type Control = ReturnType<typeof useControl>
