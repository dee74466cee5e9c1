import { formatStart, quarterOf } from '#schemas/rules/calendar/calendar-periods.ts'
import type { GroupPart } from '#schemas/rules/metrics/metric-parts.ts'
import { fieldOptions, findEntity, findField } from '#server/documents/entity-field.ts'
import { compact, humanise, messageOf, within, type Expansion } from '#server/documents/expansion.ts'
import type { ModelContext, ModelEntity } from '#server/model/context.ts'
import { readTitles } from '#server/model/timeline/timeline-titles.ts'
import type { ReadGroup } from './read-groups.ts'

export interface Title {
  title: string
  short?: string
  color?: string
}

/** What the keys of each group are called. */
export async function titlesOf(
  context: ModelContext,
  expansion: Expansion,
  entity: ModelEntity,
  parts: readonly GroupPart[],
  groups: readonly ReadGroup[],
  keys: readonly unknown[][],
): Promise<((key: unknown) => Title)[]> {
  const panel = within(expansion, 'panel')
  const say = (key: string, values?: Record<string, unknown>) => messageOf(panel, key, values) ?? humanise(key)
  const none: Title = { title: '—' }
  return Promise.all(
    groups.map(async ({ field: { column }, periods }, at): Promise<(key: unknown) => Title> => {
      if (periods) {
        const of = { calendar: periods.calendar, locale: context.caller.locale }
        const { period } = periods
        return (key) => {
          const start = periods.starts[key as number]!
          if (period === 'quarter') return { title: say('metrics.quarter', quarterOf(start, of)) }
          const title = formatStart(start, period, of)
          const short = formatStart(start, period, of, 'short')
          return period === 'week' ? { title: say('metrics.week', { day: title }), short } : { title, short }
        }
      }
      if (column.references) {
        const ids = new Set(keys.flatMap((key) => (key[at] === null ? [] : [Number(key[at])])))
        const named = await readTitles(context, new Map([[column.references, ids]]))
        return (key) => (key === null ? none : { title: named.titleOf(column.references!, Number(key)) })
      }
      const owned = findEntity(context.registry, entity.name)!
      const field = findField(context.registry, owned, parts[at]!.field)
      const options = field && fieldOptions(expansion, field)
      return (key) => {
        if (key === null) return none
        if (typeof key === 'boolean' && !options) return { title: say(key ? 'metrics.yes' : 'metrics.no') }
        const option = options?.find(({ value }) => String(value) === String(key))
        return compact<Title>({ title: option?.title ?? String(key), color: option?.color })
      }
    }),
  )
}
