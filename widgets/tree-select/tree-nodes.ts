import { foldText } from '#schemas/rules/numbers/digits.ts'
import { readOption } from '#renderer'
import { isRecord } from '#schemas/rules/is-record.ts'

/** Why a node is at the top although it names a parent: the parent is missing, or is one of its descendants. */
export type Misplaced = 'orphan' | 'cycle'

export interface TreeNode {
  key: string
  value: unknown
  title: string
  disabled: boolean
  parent?: TreeNode
  /** Undefined until they have been requested. */
  children?: TreeNode[]
  misplaced?: Misplaced
}

export interface Tree {
  roots: TreeNode[]
  byKey: ReadonlyMap<string, TreeNode>
}

export interface TreeKeys {
  value_key?: string
  title_key?: string
  parent_key?: string
  parent_param?: string
}

const keyOf = (value: unknown): string | undefined =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : isRecord(value) ? keyOf(value.id ?? value.value) : undefined

/** A row as it was found, with the one above by its key. */
export interface FlatRow {
  key: string
  value: unknown
  title: string
  disabled: boolean
  parent?: string
  isLeaf: boolean
}

/** Rows of an answer or a document, one beneath the other; nesting is read into `parent`, and of two with one value the first stays. */
export function readRows(rows: unknown, keys: TreeKeys, above?: string): FlatRow[] {
  const found: FlatRow[] = []
  const visit = (list: unknown, parent: string | undefined, depth: number): void => {
    if (!Array.isArray(list) || depth > 50) return
    for (const row of list as unknown[]) {
      const option = readOption(row, keys)
      const key = keyOf(option?.value)
      if (!option || key === undefined) continue
      const record = isRecord(row) ? row : {}
      const named = keyOf(record[keys.parent_key ?? 'parent_id'])
      const isLeaf = record.has_children === false || record.children_count === 0
      found.push({
        key,
        value: option.value,
        title: option.title,
        disabled: record.disabled === true,
        parent: parent ?? (named || undefined),
        isLeaf,
      })
      visit(record.children, key, depth + 1)
    }
  }
  visit(rows, above, 0)
  return [...new Map(found.toReversed().map((row) => [row.key, row])).values()].toReversed()
}

/**
 * The tree of some rows. A row whose parent is missing, and one row of each circle, are at the top and marked. `loaded`
 * are the rows whose children are known; undefined for all.
 */
export function buildTree(rows: readonly FlatRow[], loaded?: ReadonlySet<string>): Tree {
  const nodes = rows.map((row): TreeNode => ({
    key: row.key,
    value: row.value,
    title: row.title,
    disabled: row.disabled,
    ...(loaded === undefined || loaded.has(row.key) || row.isLeaf ? { children: [] } : {}),
  }))
  const byKey = new Map(nodes.map((node) => [node.key, node]))
  const roots: TreeNode[] = []
  rows.forEach((row, index) => {
    const node = nodes[index]!
    const parent = row.parent === undefined ? undefined : byKey.get(row.parent)
    if (row.parent !== undefined && !parent) node.misplaced = 'orphan'
    if (parent && isAbove(node, parent)) node.misplaced = 'cycle'
    if (!parent || node.misplaced) {
      roots.push(node)
      return
    }
    node.parent = parent
    ;(parent.children ??= []).push(node)
  })
  for (const node of nodes) if (!node.disabled && pathOf(node).some((one) => one.disabled)) node.disabled = true
  return { roots, byKey }
}

const isAbove = (node: TreeNode, other: TreeNode): boolean => node === other || pathOf(other).includes(node)

/** Nodes above, from the top down. */
export function pathOf(node: TreeNode): TreeNode[] {
  const path: TreeNode[] = []
  for (let above = node.parent; above; above = above.parent) path.unshift(above)
  return path
}

/** `Fiction › Novels`, empty at the top. */
export const pathText = (node: TreeNode): string =>
  pathOf(node)
    .map(({ title }) => title)
    .join(' › ')

/** Nodes that are seen, with their depth from 1. */
export function visibleNodes(
  roots: readonly TreeNode[],
  isOpen: (node: TreeNode) => boolean,
  level = 1,
): { node: TreeNode; level: number }[] {
  return roots.flatMap((node) => [{ node, level }, ...(isOpen(node) ? visibleNodes(node.children ?? [], isOpen, level + 1) : [])])
}

/** Nodes whose title has every word, in the order of the tree. */
export function findNodes({ roots }: Tree, term: string): TreeNode[] {
  const words = foldText(term).split(' ').filter(Boolean)
  return visibleNodes(roots, () => true)
    .map(({ node }) => node)
    .filter((node) => {
      const title = foldText(node.title)
      return words.every((word) => title.includes(word))
    })
}
