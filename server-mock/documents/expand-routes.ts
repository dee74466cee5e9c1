import type { RoutesAnswer } from '#schemas/types/contract.d.ts'
import type { DocumentRegistry } from './registry.ts'

export const genericGridRoute = 'grid'
export const genericGridPath = 'grid/:module/:class/:part/:version?'
/** The print page of any grid; its query says what is printed. */
export const gridPrintRoute = 'grid-print'
const gridPrintPath = 'grid-print/:module/:class/:part'

/** Every path of the panel, for everyone: fixed segments before parameters, so that the first match is the right one. */
export function expandRoutes(registry: DocumentRegistry): RoutesAnswer {
  const screens: RoutesAnswer = [...registry.screens.values()]
    .filter(({ document }) => document.name !== genericGridRoute && document.name !== gridPrintRoute)
    .map(({ document }) => ({
      name: document.name,
      path: document.path,
      layout: document.layout ?? 'default',
      guest: document.guest ?? 'no',
    }))
  const grids = [
    { name: genericGridRoute, path: genericGridPath, layout: 'default' as const, guest: 'no' as const },
    { name: gridPrintRoute, path: gridPrintPath, layout: 'print' as const, guest: 'no' as const },
  ]
  return [...screens, ...grids].sort((a, b) => comparePaths(a.path, b.path))
}

/** Segment by segment: fixed, then parameter, then one that may be left out; shorter paths first among equals. */
function comparePaths(a: string, b: string): number {
  const [left, right] = [a.split('/'), b.split('/')]
  for (let at = 0; at < Math.min(left.length, right.length); at++) {
    const difference = rank(left[at]!) - rank(right[at]!)
    if (difference !== 0) return difference
  }
  return left.length - right.length || (a < b ? -1 : a > b ? 1 : 0)
}

const rank = (segment: string): number => (!segment.startsWith(':') ? 0 : segment.endsWith('?') ? 2 : 1)
