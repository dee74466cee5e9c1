import { isRecord } from '#schemas/rules/is-record.ts'

const listed = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** The blocks of a body; what is no list, and no block, is left out. */
export const blocksOf = (body: unknown): Record<string, unknown>[] => listed(body).filter(isRecord)

/** Bodies inside a block: its own, and those of its columns and tabs. */
export const innerBodies = (block: Record<string, unknown>): unknown[] => [
  block.body,
  ...[...listed(block.columns), ...listed(block.tabs)].filter(isRecord).map(({ body }) => body),
]
