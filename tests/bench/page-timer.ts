import type { KyselyPlugin } from 'kysely'

/** Times the statement of a list that reads a page: `ms` once it has been read. */
export function pageTimer(): { plugin: KyselyPlugin; ms: () => number } {
  let total = 0
  const starts = new WeakMap<object, number>()
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => {
      if (JSON.stringify(node).includes(' offset ')) starts.set(queryId, performance.now())
      return node
    },
    transformResult: async ({ result, queryId }) => {
      const start = starts.get(queryId)
      if (start !== undefined) total += performance.now() - start
      return result
    },
  }
  return { plugin, ms: () => total }
}
