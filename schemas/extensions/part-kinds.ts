import { partsOfLayout } from '#schemas/rules/conditions/layout-parts.ts'
import type {
  Action,
  FormDocumentLayoutItem,
  GridDocumentColumn,
  GridDocumentFilter,
  GridDocumentTab,
  LayoutDocumentMenuEntry,
  ScreenDocumentBlock,
  Target,
} from '#schemas/types/contract.d.ts'
import type { InnerList, PartKind } from './place-parts.ts'

const keyed = <T extends string | { key: string }>(word: string): PartKind<T> => {
  const keys = (part: T) => [typeof part === 'string' ? part : part.key]
  return { word, namesOf: keys, keysOf: keys }
}
export const columnKind = keyed<string | GridDocumentColumn>('column')
export const filterKind = keyed<string | GridDocumentFilter>('filter')
export const tabKind = keyed<GridDocumentTab>('tab')

const targetName = (to: Target | undefined): string | undefined => (typeof to === 'string' ? to : to?.name)
const present = (names: readonly unknown[]): string[] => names.filter((name) => typeof name === 'string')

/** An action is called by its name or its id, or by what it calls, opens or leads to. */
export const actionKind: PartKind<string | Action> = {
  word: 'action',
  namesOf: (action) =>
    typeof action === 'string'
      ? [action]
      : present([action.id, action.options?.name, action.options?.modal, targetName(action.options?.to as Target | undefined)]),
  keysOf: (action) => present([typeof action === 'string' ? action : action.id]),
}

const fieldsIn = (item: FormDocumentLayoutItem): string[] =>
  typeof item === 'string' ? [item] : partsOfLayout(item).flatMap(({ items }) => items.flatMap(fieldsIn))

/** A field is called by its name, a panel by its title; `in` also finds tabs and steps by their titles. */
export const fieldKind: PartKind<FormDocumentLayoutItem> = {
  word: 'field',
  namesOf: (item) => (typeof item === 'string' ? [item] : 'panel' in item ? [item.panel] : []),
  keysOf: fieldsIn,
  listsOf: (item) =>
    typeof item === 'string'
      ? []
      : partsOfLayout(item).map(({ items, way }) => ({ names: groupNames(item, way), items, way, isRow: 'columns' in item })),
  withLists: (item, lists) => {
    if (typeof item === 'string') return item
    if ('columns' in item) return { ...item, columns: lists[0]! }
    if ('panel' in item) return { ...item, fields: lists[0]! }
    const groups = <G extends { fields: FormDocumentLayoutItem[] }>(list: G[]): G[] =>
      list.map((group, index) => ({ ...group, fields: lists[index]! }))
    return 'tabs' in item ? { ...item, tabs: groups(item.tabs) } : { ...item, steps: groups(item.steps) }
  },
}

function groupNames(item: Exclude<FormDocumentLayoutItem, string>, way: readonly (string | number)[]): string[] {
  if ('panel' in item) return [item.panel]
  const groups = 'tabs' in item ? item.tabs : 'steps' in item ? item.steps : []
  return present([groups[Number(way[1])]?.title])
}

/** Properties that say what a block shows. */
const subjects = ['grid', 'form', 'details', 'rows', 'timeline', 'widget', 'states'] as const

/**
 * A block is called by its kind and what it shows, `form:book`, and by its title; `in` finds panels by their titles and tabs
 * by their keys.
 */
export const blockKind: PartKind<ScreenDocumentBlock> = {
  word: 'block',
  namesOf(block) {
    const node = block as Record<string, unknown>
    const kind = subjects.find((key) => node[key] !== undefined)
    const shown: unknown = kind && node[kind]
    const name = typeof shown === 'string' ? shown : (shown as { name?: unknown } | undefined)?.name
    return present([kind && typeof name === 'string' ? `${kind}:${name}` : undefined, node.title, node.panel])
  },
  keysOf: () => [],
  listsOf(block): InnerList<ScreenDocumentBlock>[] {
    if ('columns' in block && !('rows' in block))
      return block.columns.map(({ body }, index) => ({ names: [], items: body, way: ['columns', index, 'body'] }))
    if ('tabs' in block) return block.tabs.map(({ key, body }, index) => ({ names: [key], items: body, way: ['tabs', index, 'body'] }))
    if ('panel' in block) return [{ names: [block.panel], items: block.body, way: ['body'] }]
    if ('find' in block) return [{ names: [block.find.as ?? 'found'], items: block.body, way: ['body'] }]
    return []
  },
  withLists(block, lists): ScreenDocumentBlock {
    if ('columns' in block && !('rows' in block))
      return { ...block, columns: block.columns.map((column, index) => ({ ...column, body: lists[index]! })) }
    if ('tabs' in block) return { ...block, tabs: block.tabs.map((tab, index) => ({ ...tab, body: lists[index]! })) }
    return { ...block, body: lists[0]! } as ScreenDocumentBlock
  },
}

/** An entry is called by its id, its states, or by where it leads. Beside another one it has the order and the parent of that one. */
export const entryKind: PartKind<LayoutDocumentMenuEntry> = {
  word: 'menu entry',
  namesOf: (entry) => present([entry.id, entry.states, targetName(entry.to)]),
  keysOf: ({ id }) => present([id]),
  listsOf: (entry) => [{ names: present([entry.id, targetName(entry.to)]), items: entry.children ?? [], way: ['children'] }],
  withLists: (entry, [children = []]) => (children.length > 0 ? { ...entry, children } : entry),
  beside: ({ order: _, parent: __, ...entry }, { order, parent }) => ({
    ...entry,
    ...(order !== undefined && { order }),
    ...(parent !== undefined && { parent }),
  }),
}
