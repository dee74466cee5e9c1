import type { DashboardDocumentDue, DashboardDocumentWidget, MetricDocument } from '#schemas/types/contract.d.ts'
import { packPlaces, sizes, type Place } from '#schemas/rules/dashboard/places.ts'
import type { Caller } from '#server/caller.ts'
import { entityAccess, findEntity } from '#server/documents/entity-field.ts'
import { may, type Expansion, type Reader } from '#server/documents/expansion.ts'
import { findMetric, mayReadMetric } from '#server/documents/reach.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { isAllowed } from '#server/caller.ts'

/** An entry of the widget library. */
export interface LibraryWidget {
  /** `module/name` */
  slug: string
  module: string
  document: DashboardDocumentWidget
}
/** Something that falls due, with the module that says so. */
export interface DueSource {
  slug: string
  module: string
  document: DashboardDocumentDue
}

export type WidgetKind = 'metric' | 'list' | 'due' | 'shortcuts' | 'note'

export const kindOfWidget = ({ metric, list, kind }: DashboardDocumentWidget): WidgetKind =>
  metric !== undefined ? 'metric' : list !== undefined ? 'list' : (kind ?? 'note')

export const widgetsOf = (registry: DocumentRegistry): LibraryWidget[] =>
  [...registry.modules.values()].flatMap(({ module }) =>
    (module.widgets ?? []).map((document) => ({ slug: `${module.name}/${document.name}`, module: module.name, document })),
  )

export const dueSourcesOf = (registry: DocumentRegistry): DueSource[] =>
  [...registry.modules.values()].flatMap(({ module }) =>
    (module.due ?? []).map((document) => ({ slug: `${module.name}/${document.name}`, module: module.name, document })),
  )

export function findWidget(registry: DocumentRegistry, slug: string): LibraryWidget | undefined {
  const [module = ''] = slug.split('/')
  const document = registry.modules.get(module)?.module.widgets?.find(({ name }) => slug === `${module}/${name}`)
  return document && { slug, module, document }
}

/** The metric that a widget draws, where it is published. */
export const metricOfWidget = (
  registry: DocumentRegistry,
  reader: Reader,
  { module, document }: LibraryWidget,
): MetricDocument | undefined =>
  document.metric === undefined ? undefined : findMetric({ registry, reader, module }, document.metric)?.metric.document

const mayReadEntity = ({ registry, reader }: Expansion, name: string): boolean => {
  const entity = findEntity(registry, name)
  return entity !== undefined && isAllowed(reader as Caller, entityAccess(entity.document, 'read'))
}

/** Whether the reader may see what the widget shows. */
export function mayUseWidget(registry: DocumentRegistry, reader: Reader, widget: LibraryWidget): boolean {
  const { module, document } = widget
  const expansion: Expansion = { registry, reader, module }
  if (!may(expansion, document.access)) return false
  if (document.list) return mayReadEntity(expansion, document.list.entity)
  if (document.metric === undefined) return true
  const metric = metricOfWidget(registry, reader, widget)
  return metric !== undefined && mayReadMetric(expansion, metric)
}

/** What the reader's calendar may show. */
export const readableDue = (registry: DocumentRegistry, reader: Reader): DueSource[] =>
  dueSourcesOf(registry).filter(({ module, document }) => {
    const expansion: Expansion = { registry, reader, module }
    return may(expansion, document.access) && mayReadEntity(expansion, document.entity)
  })

/** A widget as a dashboard begins with it. */
export interface DefaultWidget extends Place {
  slug: string
  color: string
}

/** Stands for a role where a widget is for whoever has none of his roles' own. */
const otherwise = '*'

/** The dashboard that somebody with these roles begins with: the widgets of all his roles in their order, packed. */
export function defaultWidgets(registry: DocumentRegistry, reader: Reader): DefaultWidget[] {
  const ofRoles = (roles: readonly string[]) =>
    widgetsOf(registry).flatMap((widget) => {
      const orders = roles.map((role) => widget.document.roles?.[role]).filter((order) => order !== undefined)
      return orders.length > 0 && mayUseWidget(registry, reader, widget) ? [{ widget, order: Math.min(...orders) }] : []
    })
  const own = ofRoles(reader.roles)
  const chosen = own.length > 0 ? own : ofRoles([otherwise])
  const inOrder = chosen.map((each, at) => ({ ...each, at })).sort((a, b) => a.order - b.order || a.at - b.at)
  return packPlaces(
    inOrder.map(({ widget: { slug, document } }) => ({ slug, color: document.color ?? 'default', ...sizes[document.size ?? 'medium'] })),
  )
}
