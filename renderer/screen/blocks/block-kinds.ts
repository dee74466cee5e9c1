import type { ScreenBlock } from '#schemas/types/contract.d.ts'

/** The kinds of block, each named by the property that makes it one; what stands earlier wins. */
export const blockKinds = ['columns', 'grid', 'form', 'details', 'tabs', 'panel', 'widget', 'actions', 'html', 'text'] as const
export type BlockKind = (typeof blockKinds)[number]

/** Undefined for a block of no known kind, and for what is no block at all. */
export function kindOf(block: unknown): BlockKind | undefined {
  return typeof block === 'object' && block !== null ? blockKinds.find((kind) => (block as ScreenBlock)[kind] !== undefined) : undefined
}
