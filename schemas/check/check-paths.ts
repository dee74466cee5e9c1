import type { ScreenDocument } from '#schemas/types/contract.d.ts'
import { error, type CheckedDocument } from './checked-document.ts'
import type { Scope } from './scope.ts'

/** First parts of addresses that the server answers itself, beside its calls. */
export const serverPaths = ['api', 'assets', 'files', 'health', 'ready', 'schemas', 'task-files'] as const

/** Paths of the module's screens: none leads to another screen, to a grid, or to something that the server answers itself. */
export function checkPaths(documents: readonly CheckedDocument[], scope: Scope): void {
  const own: string[] = [...(scope.context.serverPaths ?? serverPaths)]
  const taken = new Map<string, string>()
  for (const [module, { screens }] of scope.modules)
    if (module !== scope.name)
      for (const screen of Object.values(screens))
        for (const shape of shapesOf(screen.path))
          taken.set(shape, `the screen "${screen.name}" of the module "${module}" (${screen.path})`)
  for (const document of documents) {
    if (document.kind !== 'screen') continue
    const { name, path } = document.source.value as ScreenDocument
    const shapes = shapesOf(path)
    const first = path.split('/')[0]!
    const other = shapes.map((shape) => taken.get(shape)).find((owner) => owner !== undefined)
    const advice = `begin it with the module's name, e.g. "${scope.name}/${first.startsWith(':') || first === '' ? name : path}"`
    if (own.includes(first) || own.includes(path))
      error(document, '/path', `the address "/${first}" is the server's own, so this screen would never be shown: ${advice}`)
    else if (first === 'grid' && shapes.some((shape) => [4, 5].includes(shape.split('/').length)))
      error(document, '/path', `addresses of the form "grid/module/class/part" are those of grids: ${advice}`)
    else if (other !== undefined) error(document, '/path', `the path "${path}" is already that of ${other}: ${advice}`)
    for (const shape of shapes) if (!taken.has(shape)) taken.set(shape, `the screen "${name}" (${path})`)
  }
}

/** Every form that a path can take, its parameters without names: `a/:id/:tab?` is `a/:` and `a/:/:`. */
function shapesOf(path: string): string[] {
  const parts = path.split('/')
  const needed = parts.findLastIndex((part) => !part.endsWith('?')) + 1
  const shape = (length: number): string =>
    parts
      .slice(0, length)
      .map((part) => (part.startsWith(':') ? ':' : part))
      .join('/')
  return Array.from({ length: parts.length - needed + 1 }, (_, extra) => shape(needed + extra))
}
