import type { EntityDocument } from '#schemas/types/contract.d.ts'

/** Levels of a tree whose document names none. */
export const usualLevels = 10

/** What records of a tree can be answered with beside their fields: the titles above them, and how many are directly beneath them. */
export const treeFields = ['path', 'children_count'] as const

export const isTreeField = ({ tree }: Pick<EntityDocument, 'tree'>, name: string): boolean =>
  tree !== undefined && (treeFields as readonly string[]).includes(name)
