import type { ScreenDocument } from '#schemas/types/contract.d.ts'
import { error, type CheckedDocument } from '#schemas/check/checked-document.ts'
import type { Scope } from '#schemas/check/scope.ts'

/** First path segments that the server itself answers, besides its calls. */
export const serverPaths = ['api', 'assets', 'files', 'health', 'ready', 's', 'schemas', 'task-files'] as const

/** First path segments under which the panel draws grids. */
const gridPaths = ['grid', 'grid-print']

interface OwnedPath {
  path: string
  shapes: string[][]
  owner: string
}

/**
 * Reports screens whose path matches one of another module, of a grid, or of the server. Within its own module a path
 * may be more specific than another. A path that begins with a parameter (`:project/brief/:id`) yields to those that do not.
 */
export function checkPaths(documents: readonly CheckedDocument[], scope: Scope): void {
  const reserved: readonly string[] = scope.context.serverPaths ?? serverPaths
  const others = [...scope.modules]
    .filter(([module]) => module !== scope.name)
    .flatMap(([module, { screens }]) =>
      Object.values(screens).map(({ name, path }) => ownedPath(path, `the screen "${name}" of the module "${module}"`)),
    )
  const siblings: OwnedPath[] = []
  for (const document of documents) {
    if (document.kind !== 'screen') continue
    const { name, path } = document.source.value as ScreenDocument
    const own = ownedPath(path, `the screen "${name}"`)
    const fault = faultOf(own, reserved, others, siblings)
    if (fault) error(document, '/path', `${fault}: ${adviceFor(scope.name, name, path, reserved)}`)
    siblings.push(own)
  }
}

/** Why no screen can have a path that begins with this segment; undefined if it can. */
export function firstSegmentFault(first: string, reserved: readonly string[] = serverPaths): string | undefined {
  if (reserved.includes(first)) return `the address "/${first}" is the server's own, so no screen is shown there`
  return gridPaths.includes(first) ? `addresses that begin with "${first}" are those of grids` : undefined
}

function adviceFor(module: string, name: string, path: string, reserved: readonly string[]): string {
  const isOwn = path.startsWith(`${module}/`)
  if (firstSegmentFault(module, reserved))
    return `begin it with another word, e.g. "${module}-pages/${isOwn ? path.slice(module.length + 1) : name}"`
  const isOpen = path === '' || path.startsWith(':') || isOwn
  return `begin it with the module's name, e.g. "${module}/${isOpen ? name : path}"`
}

function faultOf(own: OwnedPath, reserved: readonly string[], others: readonly OwnedPath[], siblings: readonly OwnedPath[]) {
  const { path } = own
  const first = path.split('/')[0]!
  const taken = firstSegmentFault(first, reserved)
  if (taken) return taken
  const equal = [...others, ...siblings].find((other) => meets(own, other, (one, two) => one === two))
  if (equal) return `the path "${path}" is already that of ${equal.owner} (${equal.path})`
  const near = others.find((other) => !yields(own, other) && meets(own, other, meetsPart))
  if (near) return `the path "${path}" meets "${near.path}", that of ${near.owner}, and one address cannot lead to both`
  return isOpenAtFirst(path) && !hasFixedPart(path)
    ? `the path "${path}" meets addresses of the server, such as "/${reserved[0]}", and of every module`
    : undefined
}

const ownedPath = (path: string, owner: string): OwnedPath => ({ path, owner, shapes: shapesOf(path) })

const isOpenAtFirst = (path: string): boolean => path.startsWith(':')
const hasFixedPart = (path: string): boolean => path.split('/').some((part) => part !== '' && !part.startsWith(':'))

/** Whether one of the two paths wins wherever both match: a fixed first segment comes before a parameter. */
const yields = (one: OwnedPath, other: OwnedPath): boolean =>
  isOpenAtFirst(one.path) !== isOpenAtFirst(other.path) && [one, other].every(({ path }) => path === '' || hasFixedPart(path))

/** Whether some address matches both paths, compared segment by segment. */
const meets = (one: OwnedPath, other: OwnedPath, partsMeet: (left: string, right: string) => boolean): boolean =>
  one.shapes.some((left) =>
    other.shapes.some((right) => left.length === right.length && left.every((part, index) => partsMeet(part, right[index]!))),
  )

/** A parameter matches any segment. */
const meetsPart = (one: string, other: string): boolean => one === other || one === ':' || other === ':'

/** Every form of a path, with unnamed parameters: `a/:id/:tab?` gives `a`, `:` and `a`, `:`, `:`. */
function shapesOf(path: string): string[][] {
  const parts = path.split('/').filter((part) => part !== '')
  const needed = parts.findLastIndex((part) => !part.endsWith('?')) + 1
  const anonymous = parts.map((part) => (part.startsWith(':') ? ':' : part))
  return Array.from({ length: parts.length - needed + 1 }, (_, extra) => anonymous.slice(0, needed + extra))
}
