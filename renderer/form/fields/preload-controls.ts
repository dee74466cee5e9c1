import { isRecord } from '#schemas/rules/is-record.ts'
import type { FormAnswer } from '#schemas/types/contract.d.ts'
import type { FieldSchema } from '#renderer/form/schema/json-schema.ts'
import { widgetNameOf } from '#renderer/form/schema/widget-name.ts'
import { findWidget, preloadWidgets } from '#renderer/registry/widgets.ts'

/** Fetches the code of the controls that a form's fields have, before the form is drawn: it appears with them. */
export function preloadControls({ schema, ui = {} }: FormAnswer): Promise<void> {
  const { properties } = schema as FieldSchema
  const fields = Object.entries(isRecord(properties) ? (properties as Record<string, FieldSchema>) : {})
  return preloadWidgets(
    fields.map(([name, field]) => {
      const widget = widgetNameOf(field, ui[name] ?? {})
      return widget === undefined ? undefined : findWidget(widget, 'field')
    }),
  )
}
