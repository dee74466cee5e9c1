import { at } from '#schemas/check/source.ts'
import { missing } from '#schemas/check/problem.ts'

/** Parts that an extension adds, and the name of what is there already. */
export interface Place<T> {
  after?: string
  before?: string
  in?: string
  add: readonly T[]
}

/** A list inside of a part: the fields of a panel, the blocks of a column, the entries under an entry. */
export interface InnerList<T> {
  /** Names by which `in` finds the list. */
  names: readonly string[]
  items: readonly T[]
  /** Path from the part to the list: `['tabs', 1, 'fields']`. */
  way: readonly (string | number)[]
  /** Its items stand side by side: what is added beside one of them stands beside the whole part. */
  isRow?: boolean
}

/** What the parts of one kind of list are called, and what they hold. */
export interface PartKind<T> {
  /** What a part is called in messages: `column`. */
  word: string
  /** Names by which `after` and `before` find a part. */
  namesOf(part: T): readonly string[]
  /** Keys that no two parts of the whole list may share. */
  keysOf(part: T): readonly string[]
  listsOf?(part: T): readonly InnerList<T>[]
  /** A copy of a part with other contents of its lists, in the order of `listsOf`. */
  withLists?(part: T, lists: readonly T[][]): T
  /** A copy of an added part with what follows from the part that it stands beside. */
  beside?(part: T, anchor: T): T
}

export interface PlacingFault {
  /** Pointer in the extension. */
  pointer: string
  message: string
  allowed?: string[]
  suggestion?: string
}

interface Node<T> {
  part: T
  lists: NodeList<T>[]
  /** Where an added part comes from. */
  origin?: string
  /** What it was placed after. */
  root?: Node<T>
}
interface NodeList<T> {
  names: readonly string[]
  nodes: Node<T>[]
  way: readonly (string | number)[]
  isRow: boolean
  holder?: { node: Node<T>; list: NodeList<T> }
}

/** A list to which parts are added, one extension after the other. */
export interface PartList<T> {
  /** Adds the parts of a place; one that is refused is left out. `origin` stands for the place in `result`, `pointer` in faults. */
  add(place: Place<T>, origin: string, pointer: string): PlacingFault[]
  /** The list, and the pointer that each added part has in it, by its origin. */
  result(pointer: string): { items: T[]; added: Map<string, string> }
}

export function partList<T>(items: readonly T[], kind: PartKind<T>): PartList<T> {
  const root: NodeList<T> = { names: [], nodes: [], way: [], isRow: false }
  root.nodes = items.map((part) => nodeOf(part, kind, root))
  return {
    add(place, origin, pointer) {
      const anchorKey = (['after', 'before', 'in'] as const).find((key) => place[key] !== undefined)
      const name = anchorKey && place[anchorKey]!
      const found: { node?: Node<T>; list: NodeList<T> } | undefined =
        name === undefined ? undefined : anchorKey === 'in' ? findList(root, name) : findNode(root, name, kind)
      const faults: PlacingFault[] = []
      if (name !== undefined && !found)
        faults.push({
          pointer: at(pointer, anchorKey!),
          message: `there is no ${anchorKey === 'in' ? 'place' : kind.word} "${name}" to stand ${anchorKey}`,
          ...missing(name, anchorKey === 'in' ? listNames(root) : nodeNames(root, kind)),
        })
      const anchor = found?.node
      const list = found ? found.list : root
      for (const [index, part] of place.add.entries()) {
        const taken = kind.keysOf(part).find((key) => keysIn(root, kind).has(key))
        if (taken !== undefined) {
          faults.push({ pointer: at(pointer, 'add', index), message: `the ${kind.word} "${taken}" is there already` })
          continue
        }
        const placed = anchor && kind.beside ? kind.beside(part, anchor.part) : part
        const node = nodeOf(placed, kind, list)
        node.origin = at(origin, 'add', index)
        if (anchorKey === 'after') node.root = anchor
        list.nodes.splice(positionIn(list, anchorKey, anchor), 0, node)
      }
      return faults
    },
    result(pointer) {
      const added = new Map<string, string>()
      const build = (list: NodeList<T>, here: string): T[] =>
        list.nodes.map((node, index) => {
          const place = at(here, index)
          if (node.origin !== undefined) added.set(node.origin, place)
          const lists = node.lists.map((inner) => build(inner, at(place, ...inner.way)))
          return kind.withLists && lists.length > 0 ? kind.withLists(node.part, lists) : node.part
        })
      return { items: build(root, pointer), added }
    },
  }
}

function nodeOf<T>(part: T, kind: PartKind<T>, holder: NodeList<T>): Node<T> {
  const node: Node<T> = { part, lists: [] }
  node.lists = (kind.listsOf?.(part) ?? []).map(({ names, items, way, isRow = false }) => {
    const list: NodeList<T> = { names, nodes: [], way, isRow, holder: { node, list: holder } }
    list.nodes = items.map((item) => nodeOf(item, kind, list))
    return list
  })
  return node
}

/** Behind an anchor and what stands behind it already, before it, or at the end. */
function positionIn<T>(list: NodeList<T>, key: 'after' | 'before' | 'in' | undefined, anchor: Node<T> | undefined): number {
  if (!anchor || key === 'in') return list.nodes.length
  let position = list.nodes.indexOf(anchor)
  if (key === 'before') return position
  do position++
  while (position < list.nodes.length && followsFrom(list.nodes[position]!, anchor))
  return position
}

const followsFrom = <T>({ root }: Node<T>, anchor: Node<T>): boolean => root !== undefined && (root === anchor || followsFrom(root, anchor))

function findNode<T>(list: NodeList<T>, name: string, kind: PartKind<T>): { node: Node<T>; list: NodeList<T> } | undefined {
  for (const node of list.nodes) {
    if (kind.namesOf(node.part).includes(name)) return list.isRow && list.holder ? outside(list.holder) : { node, list }
    for (const inner of node.lists) {
      const found = findNode(inner, name, kind)
      if (found) return found
    }
  }
  return undefined
}

const outside = <T>(holder: { node: Node<T>; list: NodeList<T> }): { node: Node<T>; list: NodeList<T> } =>
  holder.list.isRow && holder.list.holder ? outside(holder.list.holder) : holder

function findList<T>(list: NodeList<T>, name: string): { list: NodeList<T> } | undefined {
  for (const inner of list.nodes.flatMap((node) => node.lists)) {
    const found = inner.names.includes(name) ? { list: inner } : findList(inner, name)
    if (found) return found
  }
  return undefined
}

const innerLists = <T>(list: NodeList<T>): NodeList<T>[] => [
  list,
  ...list.nodes.flatMap((node) => node.lists.flatMap((inner) => innerLists(inner))),
]

const nodeNames = <T>(list: NodeList<T>, kind: PartKind<T>): string[] =>
  innerLists(list).flatMap(({ nodes }) => nodes.flatMap(({ part }) => kind.namesOf(part)))

const listNames = <T>(list: NodeList<T>): string[] => innerLists(list).flatMap(({ names }) => names)

const keysIn = <T>(list: NodeList<T>, kind: PartKind<T>): Set<string> =>
  new Set(innerLists(list).flatMap(({ nodes }) => nodes.flatMap(({ part }) => kind.keysOf(part))))
