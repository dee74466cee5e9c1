import type { Target } from '#schemas/types/contract.d.ts'
import type { DocumentRegistry } from './registry.ts'

/**
 * Completes the link of a row: the name of a route gets its parameters, each from the row, or from the present route where the
 * grid is filtered by a parameter of that name.
 */
export function routeTarget(registry: DocumentRegistry, to: Target, routeParams: readonly string[] = []): Target {
  const screen = typeof to === 'string' ? registry.screens.get(to)?.document : undefined
  if (!screen) return to
  const names = [...screen.path.matchAll(/:([a-z_]+)(\?)?/g)]
    .filter(([, name, optional]) => !optional || routeParams.includes(name!))
    .map(([, name]) => name!)
  if (names.length === 0) return { name: screen.name }
  return {
    name: screen.name,
    params: Object.fromEntries(names.map((name) => [name, routeParams.includes(name) ? `{route.${name}}` : `{row.${name}}`])),
  }
}
