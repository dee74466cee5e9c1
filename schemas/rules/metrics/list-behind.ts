import { isRecord } from '#schemas/rules/is-record.ts'
import type { GridDocument, GridDocumentFilter, Target } from '#schemas/types/contract.d.ts'

/** Names of the lists that a link may open: that of its path, or those in the blocks of its screen. */
export function listsBehind(to: Target, bodyOf: (screen: string) => unknown): string[] {
  const name = typeof to === 'string' ? to : to.name
  const path = /^\/?grid\/([^/?#]+\/[^/?#]+\/[^/?#]+)(?:[/?#]|$)/.exec(name)?.[1]
  return path === undefined ? gridsIn(bodyOf(name)) : [path]
}

/** Names of the lists in the blocks of a screen. */
export function gridsIn(node: unknown): string[] {
  if (Array.isArray(node)) return node.flatMap(gridsIn)
  if (!isRecord(node)) return []
  return typeof node.grid === 'string' ? [node.grid] : [node.body, node.columns, node.tabs].flatMap(gridsIn)
}

/** The filter of a list that compares a field, and its key in the address. */
export function filterOfField({ filters }: GridDocument, field: string): { key: string; kind?: GridDocumentFilter['kind'] } | undefined {
  for (const filter of filters ?? []) {
    if (typeof filter === 'string' ? filter === field : (filter.field ?? filter.key) === field)
      return typeof filter === 'string' ? { key: filter } : { key: filter.key, kind: filter.kind }
  }
  return undefined
}
