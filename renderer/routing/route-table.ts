import { panelConfig } from '#renderer/session/config.ts'
import type { RoutesAnswer, Target } from '#schemas/types/contract.d.ts'
import { routePath } from '#schemas/rules/text/route-path.ts'

export type Route = RoutesAnswer[number]
/** Frames that a route may have. */
export const screenLayouts = ['default', 'auth', 'error', 'print'] as const

export interface RouteMatch {
  route: Route
  params: Record<string, string>
}

const split = (path: string) => path.split('/').filter(Boolean)

const knownSteps = new WeakMap<Route, readonly string[]>()

/** Steps of a route's path, read once: every link of a page asks every route. */
function stepsOf(route: Route): readonly string[] {
  const steps = knownSteps.get(route) ?? split(route.path)
  knownSteps.set(route, steps)
  return steps
}

/** Parameters when the parts of a path fit the steps of a pattern (`library/books/:id/:tab?`), else null. */
function matchSteps(steps: readonly string[], parts: readonly string[]): Record<string, string> | null {
  if (parts.length > steps.length) return null
  const params: Record<string, string> = {}
  for (const [at, step] of steps.entries()) {
    const part = parts[at]
    if (!step.startsWith(':')) {
      if (part !== step) return null
    } else if (part === undefined) {
      if (!step.endsWith('?')) return null
    } else {
      const value = decode(part)
      if (value === null) return null
      params[step.replace(/^:|\?$/g, '')] = value
    }
  }
  return params
}

function decode(part: string): string | null {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}

/** Fixed steps win over parameters, from the start of the path on: `persons/users/roles` before `persons/users/:role`. */
const rank = (route: Route) =>
  stepsOf(route)
    .map((step) => (step.startsWith(':') ? (step.endsWith('?') ? 2 : 1) : 0))
    .join('')

/** The route of a path; null for an unknown path. The home route's locale parameter takes configured locales only. */
export function matchRoute(routes: readonly Route[], pathname: string): RouteMatch | null {
  const found: RouteMatch[] = []
  const parts = split(pathname)
  for (const route of routes) {
    const params = matchSteps(stepsOf(route), parts)
    if (!params) continue
    if (route.name === 'home' && params.locale !== undefined && !panelConfig.locales.includes(params.locale)) continue
    found.push({ route, params })
  }
  return found.sort((a, b) => rank(a.route).localeCompare(rank(b.route)))[0] ?? null
}

/**
 * Path of a link: a path as it is, a route name, or a route name with parameters and query. Null for an unknown name, and for
 * an address elsewhere that does not say so: only http(s), mailto and tel lead out of the panel.
 */
export function hrefOf(target: Target, routes: readonly Route[]): string | null {
  if (typeof target === 'string') {
    if (/^https?:\/\//i.test(target)) return target
    if (/^\s*[\\/]\s*[\\/]|\p{Cc}|\\/u.test(target)) return null
    if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return /^(mailto|tel):/i.test(target) ? target : null
    const named = target.includes('/') || target.includes('?') ? undefined : routes.find((route) => route.name === target)
    return named ? routePath(named.path, {}) : `/${target.replace(/^\/+/, '')}`
  }
  const route = routes.find((one) => one.name === target.name)
  return route ? routePath(route.path, target) : null
}

/** True when the address belongs to this panel; others, and what the server answers under its own path, open as a page load. */
export function isInternal(href: string): boolean {
  const { origin, protocol, pathname } = new URL(href, window.location.href)
  return origin === window.location.origin && /^https?:$/.test(protocol) && !pathname.startsWith(`${panelConfig.api_base}/`)
}
