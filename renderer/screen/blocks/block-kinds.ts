import type { ScreenBlock } from '#schemas/types/contract.d.ts'

/** The kinds of block, each identified by one property; earlier entries have precedence. */
export const blockKinds = [
  'rows',
  'signatures',
  'columns',
  'grid',
  'find',
  'form',
  'states',
  'details',
  'timeline',
  'metric',
  'tabs',
  'panel',
  'widget',
  'actions',
  'html',
  'text',
] as const
export type BlockKind = (typeof blockKinds)[number]

/** Undefined for an unknown kind, and for a value that is not a block. */
export function kindOf(block: unknown): BlockKind | undefined {
  return typeof block === 'object' && block !== null ? blockKinds.find((kind) => (block as ScreenBlock)[kind] !== undefined) : undefined
}
