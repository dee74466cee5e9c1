import type { ScreenAnswer } from '#schemas/types/contract.d.ts'
import { ApiError } from '#server/errors.ts'
import { cached } from './expansion-cache.ts'
import { expandActions } from './expand-action.ts'
import { actionsWithFormats } from './condition-formats.ts'
import { expandBlocks, recordSchema } from './expand-blocks.ts'
import { defaultTrail, expandGrid } from './expand-grid.ts'
import { genericGridPath, genericGridRoute } from './expand-routes.ts'
import { createModalCollector } from './expand-modal.ts'
import { compact, localised, may, textOf, type Expansion, type Reader } from './expansion.ts'
import type { DocumentRegistry } from './registry.ts'

/**
 * A screen as the panel draws it: forms and modals inlined, grids as paths, texts localised, what the reader may not do
 * left out. `route` is read for the generic grid page only. Throws `not-found` for an unknown name, `endpoint-401` for a
 * visitor and `permission-denied` (metadata `refuse`: where the panel sends the user) without access.
 */
export function expandScreen(registry: DocumentRegistry, reader: Reader, name: string, route: Record<string, unknown> = {}): ScreenAnswer {
  if (name === genericGridRoute) return genericGridScreen(registry, reader, route)
  const screen = registry.screens.get(name)
  if (!screen) throw new ApiError('not-found')
  const expansion: Expansion = { registry, reader, module: screen.module }
  const { document } = screen
  if ((document.guest ?? 'no') === 'no' && !reader.user) throw new ApiError('endpoint-401')
  if (!may(expansion, document.access)) throw new ApiError('permission-denied', { metadata: { refuse: document.refuse ?? 'forbidden' } })
  return cached(registry, reader, `screen ${name}`, () => {
    const modals = createModalCollector()
    const title = document.title === undefined ? undefined : textOf(expansion, document.title)
    const loads = document.load ?? {}
    const body = expandBlocks(expansion, document.body, modals, loads)
    const actions = expandActions(expansion, document.actions, modals)
    for (const modal of document.modals ?? []) modals.open(expansion, modal)
    return compact<ScreenAnswer>({
      name: document.name,
      path: document.path,
      title,
      layout: document.layout ?? 'default',
      breadcrumbs: document.breadcrumbs
        ? localised(expansion, document.breadcrumbs)
        : title === undefined || document.guest === 'only'
          ? undefined
          : defaultTrail(expansion, title),
      load: document.load as ScreenAnswer['load'],
      actions: actions && actionsWithFormats(actions, recordSchema(expansion, loads, undefined)),
      modals: modals.all(),
      body,
      publication: registry.publication,
    })
  })
}

/** The page of any grid, which no module has to write a screen for. */
function genericGridScreen(registry: DocumentRegistry, reader: Reader, route: Record<string, unknown>): ScreenAnswer {
  const path = [route.module, route.class, route.part].join('/')
  const { page_title: title, breadcrumbs } = expandGrid(registry, reader, path)
  return {
    name: genericGridRoute,
    path: genericGridPath,
    title,
    layout: 'default',
    breadcrumbs,
    body: [{ grid: path }],
    publication: registry.publication,
  }
}
