import { interpolateDeep } from '#schemas/rules/text/interpolate.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import type { RuleMessage } from '#schemas/rules/validation/rule-checks.ts'
import { isEarlier, isLater } from '#schemas/rules/calendar/time-limits.ts'
import type { FormAnswer } from '#schemas/types/contract.d.ts'
import { findWidget } from '#renderer/registry/widgets.ts'
import type { Limited } from '#renderer/registry/widget.ts'
import { isDayAllowed, limitsOf, type DayProps } from '#renderer/form/controls/dates/day-limits.ts'
import { splitInstant } from '#schemas/rules/calendar/zoned-time.ts'
import type { Data } from '#renderer/form/data/form-store.ts'
import { schemaAt, type FieldSchema } from './json-schema.ts'
import { expandUiPath, formatPath, getAt, parsePath, scopeOf } from '#renderer/form/data/path.ts'
import { widgetNameOf } from './widget-name.ts'

const names = ['min', 'max', 'disabled_days', 'disabled_weekdays'] as const

interface LimitedField {
  pattern: string
  kind: Limited
  isPeriod: boolean
  given: DayProps
}

/**
 * What the limits of days and times say, by path: those that a field's looks give beside its schema. Both ends of a period
 * are held to them, and to each other.
 */
export function limitMessages(
  { schema, ui }: Pick<FormAnswer, 'schema' | 'ui'>,
  data: Data,
  timeZone: string,
): Record<string, RuleMessage> {
  const found: Record<string, RuleMessage> = Object.create(null) as Record<string, RuleMessage>
  for (const { pattern, kind, isPeriod, given } of limitedFields(schema as FieldSchema, ui)) {
    for (const place of expandUiPath(pattern, data)) {
      const ends = endsOf(getAt(data, place))
      const [from, to] = ends
      const props = interpolateDeep(given, { form: data, item: scopeOf(data, place) })
      const message =
        ends.map((end) => (end === undefined ? undefined : limitMessage(end, kind, props, timeZone))).find((one) => one !== undefined) ??
        (isPeriod && from !== undefined && to !== undefined && isEarlier(to, from) ? { key: 'rules.reversed' } : undefined)
      if (message) found[formatPath(place)] = message
    }
  }
  return found
}

const known = new WeakMap<object, LimitedField[]>()

function limitedFields(root: FieldSchema, ui: FormAnswer['ui']): LimitedField[] {
  if (!isRecord(ui)) return []
  let fields = known.get(ui)
  if (!fields) {
    fields = Object.entries(ui).flatMap(([pattern, look]): LimitedField[] => {
      if (!isRecord(look)) return []
      const widget = findWidget(widgetNameOf(schemaAt(root, parsePath(pattern.replaceAll('[]', '.0'))) ?? {}, look) ?? '', 'field')
      if (!widget?.limited || (!widget.isPeriod && !names.some((name) => look[name] !== undefined))) return []
      return [
        {
          pattern,
          kind: widget.limited,
          isPeriod: widget.isPeriod === true,
          given: Object.fromEntries(names.map((name) => [name, look[name]])),
        },
      ]
    })
    known.set(ui, fields)
  }
  return fields
}

/** The one text of a value, or both ends of a period, which is kept as `{ from, to }` or as `from..to`. */
function endsOf(value: unknown): (string | undefined)[] {
  const texts: unknown[] = typeof value === 'string' ? value.split('..') : isRecord(value) ? [value.from, value.to] : []
  return texts.map((text) => (typeof text === 'string' && text !== '' ? text : undefined))
}

function limitMessage(value: string, kind: Limited, props: DayProps, timeZone: string): RuleMessage | undefined {
  const day = kind === 'moment' ? splitInstant(value, timeZone)?.day : value
  // A limit that is a day is one of the reader's zone.
  const others = (limit: string): string => (limit.length === 10 ? (day ?? value) : value)
  if (typeof props.min === 'string' && isEarlier(others(props.min), props.min))
    return { key: 'rules.not_before', values: { date: props.min } }
  if (typeof props.max === 'string' && isLater(others(props.max), props.max)) return { key: 'rules.not_after', values: { date: props.max } }
  if (kind === 'time' || day === undefined || !/^\d{4}-\d\d-\d\d$/.test(day)) return undefined
  const { min: _min, max: _max, ...left } = limitsOf(props)
  return isDayAllowed(day, left) ? undefined : { key: 'rules.unavailable_day' }
}
