import { interpolateDeep } from '#schemas/rules/text/interpolate.ts'
import { periodChoice, groupsOf } from '#schemas/rules/metrics/metric-parts.ts'
import type { DashboardDocumentList, LayoutMenuItem, Target } from '#schemas/types/contract.d.ts'
import { sessionOf } from '#server/caller.ts'
import { expandColumns } from '#server/documents/expand-column.ts'
import { expandLayout } from '#server/documents/expand-layout.ts'
import { createModalCollector } from '#server/documents/expand-modal.ts'
import { readOnly } from '#server/documents/expand-quick-view.ts'
import { findEntity } from '#server/documents/entity-field.ts'
import { textOf, type Expansion } from '#server/documents/expansion.ts'
import { findMetric, mayReach } from '#server/documents/reach.ts'
import type { CallContext } from '#server/feature.ts'
import { dayIn, nextDay } from '#server/model/list/day-range.ts'
import { fillWhere } from '#server/model/list/document-where.ts'
import { metricAnswer } from '#server/model/metrics/metric-answer.ts'
import { listRecords } from '#server/model/model.ts'
import { kindOfWidget, metricOfWidget, readableDue, type LibraryWidget, type WidgetKind } from './library.ts'

type Values = Record<string, unknown>
type Content = Values & { kind: WidgetKind }

export const usualRows = 3
export const usualDays = 14
const mostDue = 60
const usualShortcuts = 10

export const readerOf = ({ caller, config }: Pick<CallContext, 'caller' | 'config'>) => ({ ...caller, locales: config.locales })
const expansionOf = (context: CallContext, module: string): Expansion => ({ registry: context.registry, reader: readerOf(context), module })

/** A link as the panel follows it; left out where it leads to a page that the reader may not see. */
const linkOf = (expansion: Expansion, to: Target | undefined): { to?: Target } =>
  to !== undefined && mayReach(expansion, to) ? { to } : {}

/** What a widget shows now, to who may see it. */
export function contentOf(context: CallContext, widget: LibraryWidget, settings: Values): Promise<Content> {
  const kind = kindOfWidget(widget.document)
  return contents[kind](context, widget, settings).then((content) => ({ kind, ...content }))
}

const contents: Record<WidgetKind, (context: CallContext, widget: LibraryWidget, settings: Values) => Promise<Values>> = {
  metric: metricContent,
  list: ({ ...context }, { module, document }, settings) => listContent(context, module, document.list!, settings),
  due: dueContent,
  shortcuts: (context, _, settings) => Promise.resolve({ links: shortcutsOf(context, settings) }),
  note: (context, { module, document: { text } }, settings) => {
    const given = text === undefined ? '' : textOf(expansionOf(context, module), text)
    return Promise.resolve({ text: typeof settings.text === 'string' ? settings.text : given })
  },
}

async function metricContent(context: CallContext, widget: LibraryWidget, settings: Values): Promise<Values> {
  const { module, document } = widget
  const expansion = expansionOf(context, module)
  const path = (name: string) => findMetric(expansion, name)!.path
  const metric = metricOfWidget(context.registry, expansion.reader, widget)!
  const param = groupsOf(metric).map(periodChoice).find(Boolean)?.param
  const params = { ...document.params, ...(param !== undefined && typeof settings.period === 'string' && { [param]: settings.period }) }
  const answer = await metricAnswer(context, path(document.metric!), params)
  if (document.trend === undefined) return { answer }
  const { results, metadata } = await metricAnswer(context, path(document.trend), {})
  const key = metadata.metric.values[0]?.key
  return { answer, trend: key === undefined ? [] : results.map((row) => Number(row[key] ?? 0)) }
}

async function listContent(context: CallContext, module: string, list: DashboardDocumentList, settings: Values): Promise<Values> {
  const expansion = expansionOf(context, module)
  const { caller, registry } = context
  const entity = findEntity(registry, list.entity)!
  const columns = expandColumns(expansion, entity, list.fields ?? [], createModalCollector()).map((column) => {
    const shown = readOnly(column)
    // There is room for the day alone.
    return shown.cell === 'datetime' ? { ...shown, cell: 'date' as const } : shown
  })
  const rows = typeof settings.rows === 'number' ? settings.rows : usualRows
  const { results, metadata } = await listRecords(
    context,
    entity.document.name,
    { page_size: rows },
    { fixed: fillWhere(list.where, { session: sessionOf(caller) }), paths: pathsOf(list.open, list.fields, columns), sort: list.sort },
  )
  return {
    columns,
    rows: results.map((record) => ({ record, ...linkOf(expansion, interpolateDeep(list.open, { row: record }) as Target | undefined) })),
    total: metadata.pagination.total,
    more: metadata.pagination.total_is_exact === false,
    ...(list.empty !== undefined && { empty: textOf(expansion, list.empty) }),
    ...linkOf(expansion, interpolateDeep(list.to, { session: sessionOf(caller) }) as Target),
  }
}

/** What is read of a record: its title, the fields that are shown, the currencies of amounts, and what its link inserts. */
const pathsOf = (open: Target | undefined, fields: readonly string[] = [], columns: readonly { currency_by?: string }[] = []): string[] => [
  ...new Set([
    'title',
    ...fields,
    ...columns.flatMap(({ currency_by: path }) => path ?? []),
    ...[...JSON.stringify(open ?? '').matchAll(/\{row\.([a-z0-9_.]+)\}/g)].map(([, path]) => path!),
  ]),
]

/** What falls due in the next days, a day after the other; what is overdue stands before today's. */
async function dueContent(context: CallContext, _: LibraryWidget, settings: Values): Promise<Values> {
  const { caller, now, registry } = context
  const days = typeof settings.days === 'number' ? settings.days : usualDays
  const today = dayIn(caller.timezone, now.getTime())
  let last = today
  for (let day = 1; day < days; day++) last = nextDay(last)
  const sources = readableDue(registry, readerOf(context))
  const chosen = Array.isArray(settings.sources) && settings.sources.length > 0 ? settings.sources : undefined
  const items = []
  for (const { slug, module, document } of sources) {
    if (chosen && !chosen.includes(slug)) continue
    const expansion = expansionOf(context, module)
    const { results } = await listRecords(
      context,
      findEntity(registry, document.entity)!.document.name,
      { page_size: mostDue, [document.field]: `${today}..${last}` },
      {
        fixed: fillWhere(document.where, { session: sessionOf(caller) }),
        paths: pathsOf(document.open, [document.field]),
        sort: document.field,
      },
    )
    for (const record of results) {
      const at = String(record[document.field])
      const isMoment = at.includes('T')
      items.push({
        day: isMoment ? dayIn(caller.timezone, Date.parse(at)) : at,
        ...(isMoment && { at }),
        title: String(record.title ?? `#${record.id}`),
        source: textOf(expansion, document.title),
        color: document.color ?? 'default',
        ...linkOf(expansion, interpolateDeep(document.open, { row: record }) as Target | undefined),
      })
    }
  }
  items.sort((a, b) => (a.at ?? a.day).localeCompare(b.at ?? b.day))
  return { from: today, to: last, items: items.slice(0, mostDue) }
}

/** A page of the menu that a shortcut may lead to. */
interface Shortcut {
  id: string
  label: string
  icon?: string | null
  group?: string
  to: Target
}

/** Pages of the reader's menus and what he may create, but for the dashboard itself. */
export function pagesOf(context: CallContext): Shortcut[] {
  const { sidebar, sidebarSettings, createButton, profile } = expandLayout(context.registry, readerOf(context), {
    name: '',
    logo: null,
    copyright: null,
  })
  const found: Shortcut[] = []
  const visit = (items: readonly LayoutMenuItem[], group?: string, icon?: string | null) => {
    for (const item of items) {
      const { id, label, link, children } = item
      if (link && label && id !== undefined && id !== 'dashboard')
        found.push({ id: String(id), label, to: link as Target, icon: item.icon ?? icon, ...(group !== undefined && { group }) })
      visit(children ?? [], label ?? group, item.icon ?? icon)
    }
  }
  visit(Object.values(createButton), context.registry.message('panel', context.caller.locale, 'dashboard.create'), 'plus')
  visit(sidebar)
  visit(sidebarSettings ?? [])
  visit(profile.children, context.registry.message('panel', context.caller.locale, 'dashboard.profile'))
  return found
}

function shortcutsOf(context: CallContext, settings: Values): Shortcut[] {
  const pages = pagesOf(context)
  if (!Array.isArray(settings.pages)) return pages.slice(0, usualShortcuts)
  return settings.pages.flatMap((id) => pages.find((page) => page.id === id) ?? [])
}
