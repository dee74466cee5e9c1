import { original, produce } from 'immer'
import { isWhereGroup, whereLimits, type WhereGroup, type WhereNode } from '#schemas/rules/conditions/where.ts'
import type { GridFilter } from '#schemas/types/contract.d.ts'
import { completed, newDraft, type ConditionDraft } from './condition-draft.ts'

/** Nested groups of conditions while they are edited; `id` identifies each part. */
export interface BuilderGroup {
  id: number
  join: WhereGroup['join']
  of: BuilderNode[]
}
export interface BuilderCondition extends ConditionDraft {
  id: number
  key: string
}
export type BuilderNode = BuilderGroup | BuilderCondition

export const isBuilderGroup = (node: BuilderNode): node is BuilderGroup => 'join' in node

let lastId = 0

const toBuilder = (node: WhereNode): BuilderNode =>
  isWhereGroup(node) ? { id: ++lastId, join: node.join, of: node.of.map(toBuilder) } : { id: ++lastId, ...node }

/** Terms that hold together as one group; a single group is that group. */
export function builderOf(terms: readonly WhereNode[]): BuilderGroup {
  const [only] = terms
  return toBuilder(terms.length === 1 && isWhereGroup(only!) ? only : { join: 'and', of: [...terms] }) as BuilderGroup
}

export const newCondition = (filter: GridFilter): BuilderCondition => ({ id: ++lastId, key: filter.key, ...newDraft(filter) })

export const newGroup = (filter: GridFilter, join: WhereGroup['join']): BuilderGroup => ({ id: ++lastId, join, of: [newCondition(filter)] })

/** The tree with one part changed; null takes it away, and with it a group that is left empty. */
export const changeNode = (group: BuilderGroup, id: number, change: (node: BuilderNode) => BuilderNode | null): BuilderGroup =>
  produce(group, (draft) => {
    const changeIn = (parent: BuilderGroup): boolean => {
      for (const [at, node] of parent.of.entries()) {
        if (node.id === id) {
          const next = change(original(node) ?? node)
          parent.of.splice(at, 1, ...(next ? [next] : []))
          return true
        }
        if (!isBuilderGroup(node) || !changeIn(node)) continue
        if (node.of.length === 0) parent.of.splice(at, 1)
        return true
      }
      return false
    }
    if (group.id !== id) changeIn(draft)
    else return (change(group) as BuilderGroup | null) ?? { ...group, of: [] }
  })

/** Conditions in the order in which they are read. */
export function* builderConditions(group: BuilderGroup): Generator<BuilderCondition> {
  for (const node of group.of) {
    if (isBuilderGroup(node)) yield* builderConditions(node)
    else yield node
  }
}

export const unfinished = (group: BuilderGroup): BuilderCondition | undefined =>
  [...builderConditions(group)].find((node) => completed(node.key, node) === null)

export const canAdd = (group: BuilderGroup): boolean => [...builderConditions(group)].length < whereLimits.conditions

/**
 * The groups as a query.
 * @throws when a condition is incomplete
 */
export function builtTerm(group: BuilderGroup): WhereGroup {
  return {
    join: group.join,
    of: group.of.map((node) => {
      const part = isBuilderGroup(node) ? builtTerm(node) : completed(node.key, node)
      if (!part) throw new Error('a condition is unfinished')
      return part
    }),
  }
}
