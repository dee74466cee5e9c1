import { periodChoice, groupsOf } from '#schemas/rules/metrics/metric-parts.ts'
import type { FormAnswer } from '#schemas/types/contract.d.ts'
import { validateData } from '#schemas/rules/validation/validate-rules.ts'
import { textOf } from '#server/documents/expansion.ts'
import { validationError, type FieldErrors } from '#server/errors.ts'
import type { CallContext } from '#server/feature.ts'
import { moduleText } from '#server/module-text.ts'
import { pagesOf, readerOf, usualDays, usualRows } from './content.ts'
import { kindOfWidget, metricOfWidget, readableDue, type LibraryWidget } from './library.ts'
import type { StoredWidget } from './widgets-store.ts'

type Values = Record<string, unknown>
interface Field {
  schema: Values
  ui: Values
  usual?: unknown
}

const say = moduleText('panel')
export const widgetColors = ['default', 'primary', 'success', 'warning', 'danger', 'info'] as const

/** What can be set of a widget: its title and colour, and what its kind takes. */
function fieldsOf(context: CallContext, widget: LibraryWidget): Record<string, Field> {
  const { registry } = context
  const reader = readerOf(context)
  const choice = (values: readonly string[], title: (value: string) => string) => values.map((value) => ({ value, title: title(value) }))
  const metric = metricOfWidget(registry, reader, widget)
  const periods = metric && groupsOf(metric).map(periodChoice).find(Boolean)?.periods
  const kind = kindOfWidget(widget.document)
  const pages = kind === 'shortcuts' ? pagesOf(context) : []
  const sources = kind === 'due' ? readableDue(registry, reader) : []
  return {
    title: {
      schema: { type: ['string', 'null'], rules: 'max:80' },
      ui: { placeholder: textOf({ registry, reader, module: widget.module }, widget.document.title) },
    },
    color: {
      schema: { type: 'string' },
      ui: { widget: 'select', options: choice(widgetColors, (color) => say(context, `dashboard.color.${color}`)) },
    },
    ...(kind === 'list' && { rows: { schema: { type: 'integer', rules: 'between:1,20' }, ui: {}, usual: usualRows } }),
    ...(kind === 'note' && { text: { schema: { type: ['string', 'null'], rules: 'max:4000' }, ui: { widget: 'textarea', rows: 6 } } }),
    ...(periods && {
      period: {
        schema: { type: 'string', enum: [...periods] },
        ui: { widget: 'select', options: choice(periods, (period) => say(context, `dashboard.period.${period}`)) },
        usual: periods[0],
      },
    }),
    ...(kind === 'due' && {
      days: { schema: { type: 'integer', rules: 'between:1,90' }, ui: {}, usual: usualDays },
      sources: {
        schema: { type: 'array', uniqueItems: true, items: { type: 'string', enum: sources.map(({ slug }) => slug) } },
        ui: {
          widget: 'checkboxes',
          options: sources.map(({ slug, module, document }) => ({
            value: slug,
            title: textOf({ registry, reader, module }, document.title),
          })),
        },
        usual: sources.map(({ slug }) => slug),
      },
    }),
    ...(kind === 'shortcuts' && {
      pages: {
        schema: { type: 'array', uniqueItems: true, maxItems: 24, items: { type: 'string', enum: pages.map(({ id }) => id) } },
        ui: {
          widget: 'multi-select',
          options: pages.map(({ id, label, group }) => ({ value: id, title: group === undefined ? label : `${group} / ${label}` })),
        },
        usual: pages.slice(0, 8).map(({ id }) => id),
      },
    }),
  }
}

/** The form of a widget's settings and its present values. */
export function settingsForm(context: CallContext, widget: LibraryWidget, stored: StoredWidget): { form: FormAnswer; values: Values } {
  const fields = fieldsOf(context, widget)
  const each = (pick: (name: string, field: Field) => unknown) =>
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, pick(name, field)]))
  const stands: Values = { ...stored.settings, color: stored.color }
  return {
    form: {
      schema: { type: 'object', properties: each((_, { schema }) => schema) },
      ui: each((name, { ui }) => ({ title: say(context, `dashboard.field.${name}`), ...ui })),
      layout: Object.keys(fields),
    } as FormAnswer,
    values: each((name, { usual }) => stands[name] ?? usual ?? (name === 'color' ? 'default' : '')),
  }
}

/** Settings that were sent, checked by the form. @throws a 422 at each field that is unknown or wrong */
export function checkedSettings(context: CallContext, widget: LibraryWidget, data: Values): Values {
  const fields = fieldsOf(context, widget)
  const errors: FieldErrors = {}
  for (const key of Object.keys(data))
    if (!Object.hasOwn(fields, key)) errors[key] = [{ key: 'errors.unknown_key', values: { key: key.slice(0, 80) } }]
  const schema = { type: 'object', properties: Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.schema])) }
  for (const [path, messages] of Object.entries(validateData(schema, data)))
    errors[path] = messages.map(({ key, values }) => ({ key, values }))
  if (typeof data.color === 'string' && !isColor(data.color))
    errors.color = [{ key: 'rules.included', values: { allowed: widgetColors.join(', ') } }]
  if (Object.keys(errors).length > 0) throw validationError(errors)
  return data
}

/** A role of the palette, or a colour of its own. */
export const isColor = (color: string): boolean => (widgetColors as readonly string[]).includes(color) || /^#[0-9A-Fa-f]{6}$/.test(color)
