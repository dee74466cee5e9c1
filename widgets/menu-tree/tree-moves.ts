import { completeMenu, hasLabel, type MenuItem, type MenuType } from '#schemas/rules/values/menu-tree.ts'

/** Indices from the top down: `[0, 2]` is the third entry beneath the first. */
export type Path = readonly number[]
export interface PlacedItem {
  item: MenuItem
  path: Path
}
export type Side = 'before' | 'after' | 'inside'

/** The menu of a value from anywhere, with all fields. */
export const readMenu = (value: unknown): MenuItem[] =>
  completeMenu((Array.isArray(value) ? (value as unknown[]) : []).filter((item) => typeof item === 'object' && item !== null))

/** All entries from top to bottom. */
export const flatten = (items: readonly MenuItem[], above: Path = []): PlacedItem[] =>
  items.flatMap((item, index) => {
    const path = [...above, index]
    return [{ item, path }, ...flatten(item.children, path)]
  })

export const itemAt = (items: readonly MenuItem[], path: Path): MenuItem | undefined =>
  path.reduce<{ children: readonly MenuItem[] } | undefined>((at, index) => at?.children[index], { children: items }) as
    MenuItem | undefined

const numbered = (items: readonly MenuItem[]): MenuItem[] =>
  items.map((item, index) => ({ ...item, order: index + 1, children: numbered(item.children) }))

/** With the list that holds the entry of a path changed. */
function withSiblings(items: readonly MenuItem[], path: Path, change: (siblings: MenuItem[], index: number) => MenuItem[]): MenuItem[] {
  const [index = 0, ...rest] = path
  if (rest.length === 0) return change([...items], index)
  return items.map((item, at) => (at === index ? { ...item, children: withSiblings(item.children, rest, change) } : item))
}

export const changeItem = (items: readonly MenuItem[], path: Path, change: Partial<MenuItem>): MenuItem[] =>
  withSiblings(items, path, (siblings, index) => siblings.map((item, at) => (at === index ? { ...item, ...change } : item)))

export const removeItem = (items: readonly MenuItem[], path: Path): MenuItem[] =>
  numbered(withSiblings(items, path, (siblings, index) => siblings.toSpliced(index, 1)))

const insertAt = (items: readonly MenuItem[], path: Path, item: MenuItem): MenuItem[] =>
  withSiblings(items, path, (siblings, index) => siblings.toSpliced(index, 0, item))

/** A new entry at the end, or right after the entry of a path. */
export function addItem(items: readonly MenuItem[], type: MenuType, after?: Path): { items: MenuItem[]; path: Path } {
  const path = after ? [...after.slice(0, -1), after.at(-1)! + 1] : [items.length]
  const highest = Math.max(0, ...flatten(items).map(({ item }) => (typeof item.id === 'number' ? item.id : 0)))
  const item = { ...completeMenu([{ id: highest + 1, type }])[0]!, ...(hasLabel(type) && { label: '' }) }
  return { items: numbered(insertAt(items, path, item)), path }
}

export interface Moved {
  items: MenuItem[]
  path: Path
}

const isWithin = (path: Path, above: Path): boolean => above.every((index, level) => path[level] === index)

/** The entry at another place; null where it would be within itself, or beneath a line. */
export function moveTo(items: readonly MenuItem[], from: Path, target: Path, side: Side): Moved | null {
  const item = itemAt(items, from)
  const neighbour = itemAt(items, target)
  if (!item || !neighbour || isWithin(target, from) || (side === 'inside' && !hasLabel(neighbour.type))) return null
  const place =
    side === 'inside' ? [...target, neighbour.children.length] : [...target.slice(0, -1), target.at(-1)! + (side === 'after' ? 1 : 0)]
  const moved = numbered(removeItem(insertAt(items, place, item), shiftedBy(from, place)))
  return { items: moved, path: flatten(moved).find((one) => one.item.id === item.id)!.path }
}

/** Where an entry is after another one was inserted. */
function shiftedBy(path: Path, inserted: Path): Path {
  const level = inserted.length - 1
  const isShifted = path.length > level && isWithin(path, inserted.slice(0, -1)) && inserted[level]! <= path[level]!
  return isShifted ? path.with(level, path[level]! + 1) : path
}

export type Step = 'up' | 'down' | 'indent' | 'outdent'

/** One step by key or button; null where there is none. */
export function step(items: readonly MenuItem[], path: Path, way: Step): Moved | null {
  const index = path.at(-1)!
  const above = path.slice(0, -1)
  if (way === 'up') return index === 0 ? null : moveTo(items, path, [...above, index - 1], 'before')
  if (way === 'down') return moveTo(items, path, [...above, index + 1], 'after')
  if (way === 'indent') return index === 0 ? null : moveTo(items, path, [...above, index - 1], 'inside')
  return above.length === 0 ? null : moveTo(items, path, above, 'after')
}

/** Whether there is such a step, without making it: a long menu asks this for each entry. */
export function canStep(items: readonly MenuItem[], path: Path, way: Step): boolean {
  const [index, above] = [path.at(-1)!, path.slice(0, -1)]
  if (way === 'outdent') return above.length > 0
  if (way === 'down') return itemAt(items, [...above, index + 1]) !== undefined
  return index > 0 && (way === 'up' || hasLabel(itemAt(items, [...above, index - 1])!.type))
}
