import { compactPlaces, packPlaces, placeLimits, dashboardColumns, sizes } from '#schemas/rules/dashboard/places.ts'
import { textOf } from '#server/documents/expansion.ts'
import { ApiError, validationError } from '#server/errors.ts'
import type { CallContext, Handler } from '#server/feature.ts'
import { moduleText } from '#server/module-text.ts'
import { trusted, writeRecord } from '#server/model/model.ts'
import { contentOf, readerOf } from './content.ts'
import { defaultWidgets, findWidget, kindOfWidget, mayUseWidget, metricOfWidget, widgetsOf, type LibraryWidget } from './library.ts'
import { checkedSettings, isColor, settingsForm, widgetColors } from './widget-settings.ts'
import {
  beginDashboard,
  holdDashboard,
  readWidgets,
  resetDashboard,
  shownWidgets,
  storedIds,
  storePlaces,
  type StoredWidget,
} from './widgets-store.ts'

/** Most widgets of one dashboard. */
const maxWidgets = 40
const firstVersion = 1
const say = moduleText('panel')

const titleOf = (context: Pick<CallContext, 'registry' | 'caller' | 'config'>, { module, document }: LibraryWidget): string =>
  textOf({ registry: context.registry, reader: readerOf(context), module }, document.title)

/** The entry of the library, to who may use it. @throws `not-found`, `permission-denied` */
function requireWidget(context: CallContext, slug: string): LibraryWidget {
  const widget = findWidget(context.registry, slug)
  if (!widget) throw new ApiError('not-found', { userMessage: say(context, 'dashboard.gone') })
  if (!mayUseWidget(context.registry, readerOf(context), widget)) throw new ApiError('permission-denied')
  return widget
}

const readShown = (context: CallContext): Promise<StoredWidget[]> =>
  shownWidgets(context.trx, context.caller.user!.id, defaultWidgets(context.registry, readerOf(context)))

/** The widget of an id among those that the caller has. @throws `not-found`, also for those of others */
async function requireOwn({ trx, caller }: CallContext, widgets: readonly StoredWidget[], id: number): Promise<StoredWidget> {
  const storedId = await storedIds(trx, caller.user!.id)
  const stored = widgets.find((widget) => widget.id === id) ?? widgets.find((widget) => widget.id === storedId(id))
  if (!stored) throw new ApiError('not-found')
  return stored
}

const repo: Handler<'widgets-repo'> = async (context) => {
  const { registry } = context
  const reader = readerOf(context)
  return {
    results: widgetsOf(registry)
      .filter((widget) => mayUseWidget(registry, reader, widget))
      .map((widget) => ({
        slug: widget.slug,
        title: titleOf(context, widget),
        icon: widget.document.icon,
        color: widget.document.color ?? 'default',
        kind: kindOfWidget(widget.document),
        group: textOf({ registry, reader, module: widget.module }, registry.modules.get(widget.module)!.module.title),
        ...sizes[widget.document.size ?? 'medium'],
      })),
  }
}

/** A stored widget as the panel draws it. One of a module that is gone, or that the reader may no longer see, says so. */
function shown(context: CallContext, stored: StoredWidget) {
  const { id, version, slug, color, settings, x, y, w, h } = stored
  const reader = readerOf(context)
  const widget = findWidget(context.registry, slug)
  const isOpen = widget !== undefined && mayUseWidget(context.registry, reader, widget)
  const ownTitle = typeof settings.title === 'string' && settings.title !== '' ? settings.title : undefined
  return {
    id,
    version,
    slug,
    color,
    ...{ x, y, w, h },
    icon: widget?.document.icon ?? 'appstore',
    ...(isOpen
      ? {
          kind: kindOfWidget(widget.document),
          title: ownTitle ?? titleOf(context, widget),
          ...(widget.document.metric !== undefined && { chart: metricOfWidget(context.registry, reader, widget)!.chart }),
        }
      : {
          kind: 'missing' as const,
          title: widget ? titleOf(context, widget) : (ownTitle ?? say(context, 'dashboard.gone_title')),
          reason: say(context, widget ? 'dashboard.closed' : 'dashboard.gone'),
        }),
  }
}

/** The caller's widgets: those that his roles begin with until he changes something. */
const list: Handler<'widgets-list'> = async (context) => ({ results: (await readShown(context)).map((widget) => shown(context, widget)) })

/** What a change begins with: the defaults are stored first, where the caller has changed nothing yet, and other changes wait. */
async function openDashboard(context: CallContext): Promise<{ widgets: StoredWidget[]; storedId: (id: number) => number }> {
  const { trx, registry, caller } = context
  const user = caller.user!.id
  await beginDashboard(trx, registry, user, defaultWidgets(registry, readerOf(context)))
  await holdDashboard(trx, user)
  return { widgets: await readWidgets(trx, user), storedId: await storedIds(trx, user) }
}

/** Stores the dashboard as it is shown, so that each widget has the id under which it is changed and removed. */
const begin: Handler<'widgets-begin'> = async (context) => ({
  results: (await openDashboard(context)).widgets.map((widget) => shown(context, widget)),
})

const insert: Handler<'widget-insert'> = async (context) => {
  const { slug, color } = context.payload
  const library = findWidget(context.registry, slug)
  if (!library) throw validationError({ slug: [say(context, 'dashboard.unknown')] })
  const { document } = requireWidget(context, slug)
  if (color !== undefined && !isColor(color))
    throw validationError({ color: [{ key: 'rules.included', values: { allowed: widgetColors.join(', ') } }] })
  const { widgets } = await openDashboard(context)
  if (widgets.length >= maxWidgets)
    throw new ApiError('precondition-failed', { userMessage: { key: 'dashboard.limit', values: { count: maxWidgets } } })
  const packed = packWith(widgets, sizes[document.size ?? 'medium'])
  const data = { user_id: context.caller.user!.id, slug, color: color ?? document.color ?? 'default', settings: {}, ...packed }
  const { id } = await writeRecord(context, 'widget', { data }, trusted)
  return { results: { id }, metadata: { hashid: id } }
}

/** The first free place from the bottom row of what is there. */
function packWith(widgets: readonly StoredWidget[], size: { w: number; h: number }) {
  const bottom = widgets.reduce((most, { y, h }) => Math.max(most, y + h), 0)
  const [place] = compactPlaces([{ id: 0, x: 0, y: bottom, ...size }, ...widgets]).filter(({ id }) => id === 0)
  const { x, y, w, h } = place!
  return { x, y, w, h }
}

const sort: Handler<'widgets-sort'> = async (context) => {
  const { widgets, storedId } = await openDashboard(context)
  const order = context.payload.order?.map(storedId)
  const places = (context.payload.places ?? []).map((place) => ({ ...place, id: storedId(place.id) }))
  const known = new Set(widgets.map(({ id }) => id))
  const named = [...(order ?? []), ...places.map(({ id }) => id)]
  // Widgets that were removed elsewhere are passed over: the others still move.
  if (named.length > 0 && !named.some((id) => known.has(id)))
    throw validationError({ [order ? 'order' : 'places']: [say(context, 'dashboard.not_yours', { id: named[0]! })] })
  const sent = new Map(places.map((place) => [place.id, place]))
  const placed = widgets.map((widget) => ({ ...widget, ...fit(sent.get(widget.id)) }))
  const rank = (id: number) => (order!.includes(id) ? order!.indexOf(id) : order!.length)
  const arranged =
    places.length > 0 || order === undefined ? compactPlaces(placed) : packPlaces(widgets.toSorted((a, b) => rank(a.id) - rank(b.id)))
  const before = new Map(widgets.map((widget) => [widget.id, widget]))
  const moved = arranged.filter(({ id, x, y, w, h }) => {
    const was = before.get(id)!
    return was.x !== x || was.y !== y || was.w !== w || was.h !== h
  })
  await storePlaces(context.trx, moved, context.now)
  const results = (await readWidgets(context.trx, context.caller.user!.id)).map((widget) => shown(context, widget))
  return { results }
}

function fit(place: { x: number; y: number; w: number; h: number } | undefined) {
  if (!place) return {}
  const { minW, minH, maxH, maxY } = placeLimits
  const w = Math.max(minW, Math.min(place.w, dashboardColumns))
  return { w, h: Math.max(minH, Math.min(place.h, maxH)), x: Math.min(place.x, dashboardColumns - w), y: Math.min(place.y, maxY) }
}

const reset: Handler<'widgets-reset'> = async (context) => {
  await resetDashboard(context.trx, context.caller.user!.id)
  return { results: (await openDashboard(context)).widgets.map((widget) => shown(context, widget)) }
}

const content: Handler<'widget-content'> = async (context) => {
  const stored = await requireOwn(context, await readShown(context), context.params.id)
  return { results: await contentOf(context, requireWidget(context, stored.slug), stored.settings) }
}

const settingsFetch: Handler<'widget-settings-fetch'> = async (context) => {
  const stored = await requireOwn(context, await readShown(context), context.params.id)
  const { form, values } = settingsForm(context, requireWidget(context, stored.slug), stored)
  return { results: { id: stored.id, version: stored.version, ...values }, metadata: { form } }
}

const settingsSave: Handler<'widget-settings-save'> = async (context) => {
  const { data } = context.payload
  const { widgets } = await openDashboard(context)
  const stored = await requireOwn(context, widgets, context.payload.id)
  const { id } = stored
  // A default that was not stored yet has the version with which it is stored.
  const version = context.payload.version === 0 ? firstVersion : context.payload.version
  const widget = requireWidget(context, stored.slug)
  const { color = stored.color, ...settings } = checkedSettings(context, widget, data)
  const changed = { color, settings: { ...stored.settings, ...settings } }
  const record = await writeRecord(context, 'widget', { id, version, data: changed }, trusted).catch((fault: unknown) => {
    throw fault instanceof ApiError && fault.code === 'stale-version' ? asSettings(context, widget, stored, fault) : fault
  })
  return { results: { id, version: record.version } }
}

/** A conflict told in the fields of the form: what the record has in `settings` stands beside each other there. */
function asSettings(context: CallContext, widget: LibraryWidget, stored: StoredWidget, { code, metadata = {} }: ApiError): ApiError {
  const inForm = ({ settings, ...record }: Partial<StoredWidget>) => ({
    ...record,
    ...settingsForm(context, widget, { ...stored, ...record, settings: settings ?? {} }).values,
  })
  const { current, base } = metadata as { current: Partial<StoredWidget>; base: Partial<StoredWidget> | null }
  return new ApiError(code, { metadata: { ...metadata, current: inForm(current), base: base && inForm(base) } })
}

/** The dashboard of each user: widgets of the library, their places, what they show and how they are set. */
export const dashboardCalls = {
  'widgets-repo': repo,
  'widgets-list': list,
  'widgets-begin': begin,
  'widget-insert': insert,
  'widgets-sort': sort,
  'widgets-reset': reset,
  'widget-content': content,
  'widget-settings-fetch': settingsFetch,
  'widget-settings-save': settingsSave,
}
