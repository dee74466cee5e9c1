import type { FieldProps } from '@rjsf/utils'
import { Suspense } from 'react'
import { pointerStep } from '#renderer/documents/document-problems.ts'
import { TextOfAnyLength } from '#renderer/form/controls/text/text-of-any-length.tsx'
import { FieldFrame } from '#renderer/form/layout/field-frame.tsx'
import type { PathList } from '#renderer/form/data/path.ts'
import { ProblemNotice } from '#renderer/form/validation/problem-notice.tsx'
import { isRecord } from '#schemas/rules/is-record.ts'
import { useControl, type Control } from './use-control.ts'
import { WidgetBoundary } from './widget-boundary.tsx'
import { WidgetPlaceholder } from './widget-placeholder.tsx'

/** One field: its widget, with label, description and error. */
export function ControlField(props: FieldProps) {
  const control = useControl(props)
  if (!control.isShown) return null
  const { id, label, description, messages, widget, widgetName, undrawn } = control
  const required = control.required && !control.widgetProps.disabled && !control.widgetProps.readonly
  return (
    <FieldFrame
      id={id}
      label={label}
      required={required}
      description={description}
      messages={messages}
      computedFrom={control.computedFrom}
      placement={widget?.label}
    >
      <ControlWidget control={control} />
      {isUndrawn(undrawn) && widgetName === 'json' && (
        <ProblemNotice
          problems={[{ pointer: schemaPointer(props.fieldPathId.path as PathList), key: undrawn.key, values: undrawn.values ?? {} }]}
        />
      )}
    </FieldFrame>
  )
}

/** Why a place is written as JSON although its schema says more, as the normalised schema notes it. */
const isUndrawn = (note: unknown): note is { key: string; values?: Record<string, string> } => isRecord(note)

const schemaPointer = (path: PathList): string =>
  ['/schema', ...path.map((part) => (typeof part === 'number' ? 'items' : `properties/${pointerStep(part)}`))].join('/')

/**
 * The widget alone. An unknown or failing widget is replaced by a placeholder that keeps the value. A very long text is
 * drawn in parts, whatever its widget.
 */
export function ControlWidget({ control: { id, widget, widgetName, widgetProps, place, renewals } }: { control: Control }) {
  if (!widget) return <WidgetPlaceholder name={widgetName} value={widgetProps.value} id={id} {...place} />
  const Component = widget.component
  const drawn = <Component {...widgetProps} />
  return (
    <WidgetBoundary key={renewals} fallback={<WidgetPlaceholder name={widgetName} value={widgetProps.value} id={id} failed {...place} />}>
      <Suspense fallback={<div className="pf-input pf-input-waiting" aria-busy="true" />}>
        {widget.longText ? (
          drawn
        ) : (
          <TextOfAnyLength field={widgetProps} hasLines={!widget.line}>
            {drawn}
          </TextOfAnyLength>
        )}
      </Suspense>
    </WidgetBoundary>
  )
}
