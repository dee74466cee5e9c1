import { pathsIn } from '#schemas/rules/text/interpolate.ts'
import { textOf } from '#server/documents/expansion.ts'
import type { CallContext, Handler } from '#server/feature.ts'

/** Paths of the panel to which notifications lead, with the notifications that open each. */
export const browserPaths: Handler<'browser-paths-list'> = (context) => {
  const byScreen = new Map<string, string[]>()
  for (const list of context.registry.notifications.values())
    for (const { module, document } of list) {
      const screen = typeof document.link === 'object' ? (document.link as { name?: string }).name : undefined
      if (screen !== undefined) byScreen.set(screen, [...(byScreen.get(screen) ?? []), `${module}/${document.name}`])
    }
  return Promise.resolve({ results: [...byScreen].flatMap(([screen, notifications]) => pathOf(context, screen, notifications)) })
}

function pathOf({ registry, caller }: CallContext, screen: string, notifications: readonly string[]) {
  const owned = registry.screens.get(screen)
  if (!owned?.document.path) return []
  const { module, document } = owned
  const say = (text: string) => textOf({ registry, reader: caller, module }, text)
  const title = say(document.title ?? screen)
  // A page that is called after its record has no name without one.
  const named = pathsIn(title).length > 0 ? say(registry.modules.get(module)!.module.title) : title
  return [{ path: `/${document.path}`, screen, title: named, notifications: [...notifications].sort() }]
}
