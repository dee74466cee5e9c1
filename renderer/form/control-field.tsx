import type { FieldProps } from '@rjsf/utils'
import { Suspense, useMemo } from 'react'
import { interpolateDeep } from '#schemas/rules/interpolate.ts'
import { findWidget } from '#renderer/registry/widgets.ts'
import type { FieldWidgetProps } from '#renderer/registry/widget.ts'
import { FieldFrame } from './field-frame.tsx'
import { idAt, useFormScope, useFormState } from './form-context.ts'
import type { FieldSchema } from './json-schema.ts'
import { labelOf } from './label.ts'
import { formatPath, scopeOf, type PathList } from './path.ts'
import { propsOf, uiOf } from './ui-schema.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { useDisabled, useMessages, useMessagesUnder, useRequired } from './use-field-state.ts'
import { useTypedValue } from './use-typed-value.ts'
import { WidgetBoundary } from './widget-boundary.tsx'
import { WidgetPlaceholder } from './widget-placeholder.tsx'
import { choicesOf, widgetNameOf } from './widget-name.ts'

/** Properties of a field with `{form.…}`, `{item.…}` and the form's context filled in; follows the data. */
function useFilledProps(props: Record<string, unknown>, path: PathList): Record<string, unknown> {
  const { context } = useFormScope()
  const raw = useMemo(() => JSON.stringify(props), [props])
  const filled = useFormState((state) => (raw.includes('{') ? JSON.stringify(interpolateDeep(props, { ...context, form: state.data, item: scopeOf(state.data, path) })) : raw))
  return useMemo(() => JSON.parse(filled) as Record<string, unknown>, [filled])
}

/** One field: the widget that its document or schema asks for, in its frame of label, description and error. */
export function ControlField({ schema: given, uiSchema, fieldPathId, name, required: listed, disabled: off, readonly }: FieldProps) {
  const schema = given as FieldSchema
  const ui = uiOf(uiSchema)
  const path = fieldPathId.path as PathList
  const key = formatPath(path)
  const { store, idPrefix, form } = useFormScope()
  const { t } = useLocale()
  const id = idAt(idPrefix, key)
  const { value, change, commit } = useTypedValue(path)
  const widgetName = widgetNameOf(schema, ui) ?? 'json'
  const widget = findWidget(widgetName, 'field')
  const errors = useMessagesUnder(key)
  const messages = useMessages(key, widget?.errors !== 'own')
  const required = useRequired(schema, ui, path, listed === true)
  const disabled = useDisabled(ui, path) || off === true
  const props = useFilledProps(useMemo(() => propsOf(ui), [ui]), path)
  const options = useMemo(() => choicesOf(schema, ui), [schema, ui])
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
