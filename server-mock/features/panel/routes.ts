import { randomUUID } from 'node:crypto'
import { createModalCollector } from '#server/documents/expand-modal.ts'
import { expandLayout } from '#server/documents/expand-layout.ts'
import { expandRoutes } from '#server/documents/expand-routes.ts'
import { expandScreen } from '#server/documents/expand-screen.ts'
import { everyCount } from '#server/documents/menu-counts.ts'
import type { CallContext, Feature, Handler } from '#server/feature.ts'
import type { LiveTopic } from '#server/live/topics.ts'
import { ApiError } from '#server/errors.ts'
import { readSiteSettings } from '#server/features/settings/store.ts'
import { readAvatar } from '#server/features/persons/store.ts'
import { bulk } from './bulk.ts'
import { dashboardCalls } from './dashboard/calls.ts'
import { comboHandlers } from './combos.ts'
import { exportGrid, exportTask } from '#server/exports/export-grid.ts'
import { gridAnswer } from '#server/model/grid/grid-answer.ts'
import { metricAnswer } from '#server/model/metrics/metric-answer.ts'
import { gridViews } from './grid-views.ts'
import { history } from './history.ts'
import { createImportTask, createRunCall, errorsCall, fileCall, openCall } from './import/import-calls.ts'
import { purgeImports } from './import/import-files.ts'
import { menuCounts } from './menu-counts.ts'
import { readMenuRecords } from './menu-records.ts'
import { panelCombos } from './panel-combos.ts'
import { pinnedPages, readPinned } from './pinned-pages.ts'
import { records } from './records.ts'
import { searchCalls } from './search.ts'
import { tasks } from './tasks.ts'
import { timelineCalls } from './timeline.ts'

const readerOf = ({ caller, config }: Pick<CallContext, 'caller' | 'config'>) => ({ ...caller, locales: config.locales })

/** The frame of the panel, with what features add to it. */
const layoutWith =
  (others: readonly Feature[]): Handler<'layout'> =>
  async (context) => {
    const { site_title: name, panel_logo: logo, copyright } = await readSiteSettings(context)
    const avatar = context.caller.user ? await readAvatar(context.trx, context.caller.user.id) : null
    const site = { name, logo, copyright: copyright ?? null, avatar }
    const frame = expandLayout(context.registry, readerOf(context), site, await readMenuRecords(context))
    const pinned = context.caller.user ? await readPinned(context.trx, context.caller.user.id) : []
    const added: Partial<typeof frame> = {}
    for (const feature of others) Object.assign(added, await feature.layout?.(context))
    return { results: { ...frame, ...added, ...(pinned.length > 0 && { pinned }) } }
  }

/** The ticket ties the calls of a page to the call that brought its document; the log carries it. */
const screen: Handler<'screen'> = async (context) => {
  const { name, ...route } = context.params
  return { results: expandScreen(context.registry, readerOf(context), name, route), metadata: { access_ticket: randomUUID() } }
}

/** A modal that no answer brought along: `module/name`, or one of the panel's own. */
const modal: Handler<'modal'> = async (context) => {
  const expansion = { registry: context.registry, reader: readerOf(context), module: 'panel' }
  const modals = createModalCollector()
  const id = modals.open(expansion, context.params.name)
  const opened = modals.all().find((candidate) => candidate.id === id)
  if (id === undefined) throw new ApiError('permission-denied')
  if (!opened) throw new ApiError('not-found')
  return { results: opened }
}

const grid: Handler<'grid'> = (context) => {
  const { module, class: className, part, version } = context.params
  // Documents have the one version that is published; what asks for another would be shown something else.
  if (version !== undefined && version !== 1) throw new ApiError('unknown-grid')
  return gridAnswer(context, `${module}/${className}/${part}`, context.params)
}

const metric: Handler<'metric'> = (context) => metricAnswer(context, `${context.params.module}/${context.params.name}`, context.params)

/** The frame follows what it shows: the site's title, logo and colour, and records that badges of the menu count. */
const panelTopics: Record<string, LiveTopic> = {
  site: { module: 'panel', access: 'user', entities: () => ['setting'] },
  'menu-counts': { module: 'panel', access: 'user', entities: (registry) => everyCount(registry).map(({ entity }) => entity) },
}

/** The shell's own calls and the generic ones; the lists of choices are its own and those of `others`. */
export function createPanel(others: readonly Feature[]): Feature {
  const importTask = createImportTask(others)
  return {
    module: 'panel',
    combos: panelCombos,
    jobs: [purgeImports],
    tasks: [exportTask, importTask, ...bulk.tasks],
    topics: panelTopics,
    handlers: {
      layout: layoutWith(others),
      'menu-counts': menuCounts,
      screen,
      modal,
      grid,
      metric,
      modules: async ({ config }) => ({ results: config.modules }),
      routes: async ({ registry }) => ({ results: expandRoutes(registry) }),
      publication: async ({ registry }) => ({ results: { publication: registry.publication } }),
      'site-settings': async (context) => ({ results: await readSiteSettings(context) }),
      ...comboHandlers([...others, { module: 'panel', combos: panelCombos }]),
      ...records,
      ...gridViews,
      ...dashboardCalls,
      ...searchCalls,
      ...pinnedPages,
      ...tasks,
      ...bulk.handlers,
      history,
      ...timelineCalls,
      'grid-export': exportGrid,
      'grid-import-open': openCall,
      'grid-import-run': createRunCall(others, importTask),
      'grid-import-file': fileCall,
      'grid-import-errors': errorsCall,
    },
  }
}
