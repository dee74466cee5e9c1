import { insertedNames, wholeInsertion } from '#schemas/rules/endpoints/inserted-names.ts'
import { periods, type Period } from '#schemas/rules/calendar/calendar-periods.ts'
import type { MetricDocument, MetricDocumentGroup, Where } from '#schemas/types/contract.d.ts'

export type MetricFunction = 'count' | 'sum' | 'avg' | 'min' | 'max' | 'first' | 'last'

/** A value of a metric: `sum(price)` under its name. */
export interface ValuePart {
  key: string
  of: MetricFunction
  path: string
  title?: string
  /** Which records count; all of the metric when left out. */
  where?: Where
}

/** A value that follows from others of the same group. */
export interface FormulaPart {
  key: string
  of: 'formula'
  formula: string
  scale?: number
  title: string
}

/** A value that a hook answers. */
export interface HookPart {
  key: string
  of: 'hook'
  kind: 'number' | 'decimal' | 'date' | 'datetime' | 'text'
  title: string
}

export type AnyValuePart = ValuePart | FormulaPart | HookPart

/** A group of a metric, always as an object. */
export type GroupPart = Exclude<MetricDocumentGroup, string>

/** Most groups of a metric without periods, and most periods. */
export const metricLimits = { groups: 500, periods: 1000, series: 12, cells: 2000 } as const

/** How many periods there are where a document does not say. */
export const usualCounts: Record<Period, number> = { day: 30, week: 26, month: 12, quarter: 12, year: 10 }

/** All values of a metric, in the order of its document. */
export function valuesOf({ values }: Pick<MetricDocument, 'values'>): AnyValuePart[] {
  return Object.entries(values).map(([key, value]): AnyValuePart => {
    if (typeof value !== 'string' && 'formula' in value) return { key, of: 'formula', ...value }
    if (typeof value !== 'string' && 'kind' in value) return { key, of: 'hook', ...value }
    const { of, ...more } = typeof value === 'string' ? { of: value } : value
    const [, name, path] = /^([a-z]+)\((.+)\)$/.exec(of)!
    return { key, of: name as MetricFunction, path: path!, ...more }
  })
}

export const isFunctionPart = (part: AnyValuePart): part is ValuePart => part.of !== 'formula' && part.of !== 'hook'
export const isFormulaPart = (part: AnyValuePart): part is FormulaPart => part.of === 'formula'

export const groupsOf = ({ group }: Pick<MetricDocument, 'group'>): GroupPart[] =>
  (group === undefined ? [] : Array.isArray(group) ? group : [group]).map((each) => (typeof each === 'string' ? { field: each } : each))

/** The parameter that names the length of the periods, and what it may be, the usual one first. */
export function periodChoice({ by, periods: offered }: GroupPart): { param: string; periods: readonly Period[] } | undefined {
  const param = wholeInsertion(by, 'params')
  return param === undefined ? undefined : { param, periods: offered ?? periods }
}

/** Names of the parameters that a metric takes. */
export const metricParams = (metric: MetricDocument): string[] => [
  ...new Set([...insertedNames([metric.where, metric.group, metric.values], 'params'), ...(metric.days ? ['from', 'to'] : [])]),
]
