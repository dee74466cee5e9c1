import type { FieldProps } from '@rjsf/utils'
import { Suspense, useMemo } from 'react'
import { findWidget } from '#renderer/registry/widgets.ts'
import type { FieldWidgetProps } from '#renderer/registry/widget.ts'
import { FieldFrame } from './field-frame.tsx'
import { idAt, useFormScope } from './form-context.ts'
import type { FieldSchema } from './json-schema.ts'
import { labelOf } from './label.ts'
import { formatPath, type PathList } from './path.ts'
import { uiOf } from './ui-schema.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { useFieldState } from './use-field-state.ts'
import { useTypedValue } from './use-typed-value.ts'
import { WidgetBoundary } from './widget-boundary.tsx'
import { WidgetPlaceholder } from './widget-placeholder.tsx'
import { choicesOf, widgetNameOf } from './widget-name.ts'

/** One field: the widget that its document or schema asks for, in its frame of label, description and error. */
export function ControlField({ schema: given, uiSchema, fieldPathId, name, required: listed, disabled: off, readonly }: FieldProps) {
  const schema = given as FieldSchema
  const ui = uiOf(uiSchema)
  const path = fieldPathId.path as PathList
  const key = formatPath(path)
  const { store, idPrefix, form, readOnly: isFormReadOnly } = useFormScope()
  const { t } = useLocale()
  const id = idAt(idPrefix, key)
  const widgetName = widgetNameOf(schema, ui) ?? 'json'
  const widget = findWidget(widgetName, 'field')
  const { value: committed, visible, required, disabled: isOff, messages, errors, props } = useFieldState(schema, ui, path, listed === true, widget?.errors !== 'own')
  const { value, change, commit } = useTypedValue(path, committed)
  const disabled = isFormReadOnly || isOff || off === true
  const options = useMemo(() => choicesOf(schema, ui), [schema, ui])
  if (!visible) return null
  if (widgetName === 'hidden') return null
  const label = labelOf(schema, ui, path, name, t)
  const description = ui.description ?? schema.description
  const describedBy = [description && `${id}-description`, messages.length > 0 && `${id}-error`].filter(Boolean).join(' ') || undefined

  const widgetProps: FieldWidgetProps = {
    id, name: key, label, value, disabled, required, options, props,
    readonly: readonly === true || schema.readOnly === true,
    placeholder: ui.placeholder,
    describedBy,
    invalid: messages.length > 0,
    errors,
    schema: given as Record<string, unknown>,
    onChange: change,
    onBlur: () => { if (commit()) store.touch(key) },
    readData: () => store.getState().data,
  }
  const place = { document: form.name ?? form.entity ?? '', pointer: `/ui/${key}/widget` }
  if (!widget) {
    return <FieldFrame id={id} label={label} required={required} description={description} messages={messages}><WidgetPlaceholder name={widgetName} value={value} id={id} {...place} /></FieldFrame>
  }
  const Component = widget.component
  return (
    <FieldFrame id={id} label={label} required={required} description={description} messages={messages} placement={widget.label}>
      <WidgetBoundary fallback={<WidgetPlaceholder name={widgetName} value={value} id={id} failed {...place} />}>
        <Suspense fallback={<div className="pf-input pf-input-waiting" aria-busy="true" />}>
          <Component {...widgetProps} />
        </Suspense>
      </WidgetBoundary>
    </FieldFrame>
  )
}
