import { prefetchCall } from '#renderer/api/use-call.ts'
import { routeTable } from '#renderer/routing/route-store.ts'
import { matchRoute } from '#renderer/routing/route-table.ts'

const freshMs = 15_000
const fetched = new Map<string, number>()

/** Parts of a path that the generic grid draws without a screen document: `grid/{module}/{class}/{part}/{version?}`. */
export function gridOfPath(pathname: string): { path: string; version?: number } | null {
  const [, module, group, part, version] = /^\/?grid\/([^/]+)\/([^/]+)\/([^/]+)(?:\/(\d+))?\/?$/.exec(pathname) ?? []
  return module && group && part ? { path: `${module}/${group}/${part}`, version: version ? Number(version) : undefined } : null
}

/** Fetches the first data of a page: its screen document, or the grid's code. At most once in 15 s. */
export function prefetchRoute(href: string, now = Date.now()): void {
  const { pathname } = new URL(href, window.location.origin)
  if (now - (fetched.get(pathname) ?? -Infinity) < freshMs) return
  fetched.set(pathname, now)
  const grid = gridOfPath(pathname)
  if (grid) {
    void import('#renderer/grid/grid-block.tsx')
      .then(() => import('#renderer/grid/data/prefetch-grid.ts'))
      .then(({ prefetchGrid }) => prefetchGrid(grid.path))
      .catch(() => fetched.delete(pathname))
    return
  }
  const match = matchRoute(routeTable(), pathname)
  if (match && match.route.guest === 'no') void prefetchCall('screen', { name: match.route.name, ...match.params }, { background: true })
}
