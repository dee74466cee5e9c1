/** Which tables of records this process wrote last, so that cached reads from before are not used again. */
export interface WrittenTables {
  /** A number that grows with every write. */
  moment(): number
  /** Notes tables whose new rows are visible to others from now on. */
  note(tables: ReadonlySet<string>): void
  /** Whether none of the tables was written after a moment. */
  areUnchanged(tables: Iterable<string>, since: number): boolean
  /** Calls `onWritten` with each set of tables that is noted. Returns a function that ends it. */
  watch(onWritten: (tables: ReadonlySet<string>) => void): () => void
}

export function createWrittenTables(): WrittenTables {
  const last = new Map<string, number>()
  const watchers = new Set<(tables: ReadonlySet<string>) => void>()
  let serial = 0
  return {
    moment: () => serial,
    note(tables) {
      serial += 1
      for (const table of tables) last.set(table, serial)
      for (const onWritten of watchers) onWritten(tables)
    },
    areUnchanged: (tables, since) => [...tables].every((table) => (last.get(table) ?? 0) <= since),
    watch(onWritten) {
      watchers.add(onWritten)
      return () => void watchers.delete(onWritten)
    },
  }
}

const written = /\b(?:insert\s+into|update|delete\s+from|truncate(?:\s+table)?)\s+(?:only\s+)?"?data"?\."?([a-z0-9_]+)/gi
const named = /"?\bdata"?\."?([a-z0-9_]+)/gi
const tablesIn = (text: string, pattern: RegExp) => new Set([...text.matchAll(pattern)].map(([, table]) => table!))

const readsOnly = /^\s*(?:select|start|begin|commit|rollback|savepoint|release)\b/i
const nothing: ReadonlySet<string> = new Set()
/** Tables of records that a statement writes. */
export const writtenIn = (text: string): ReadonlySet<string> => (readsOnly.test(text) ? nothing : tablesIn(text, written))
/** Tables of records that a statement mentions. */
export const tablesNamedIn = (text: string): Set<string> => tablesIn(text, named)
