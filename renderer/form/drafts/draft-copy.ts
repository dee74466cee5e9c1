import type { Draft } from './draft-store.ts'

const prefix = 'pishkhan-draft\n'
/** The browser gives about five million characters to all of the site. */
const mostCharacters = 2_000_000

/** Which copy of a draft was written last, of those written here. */
const written = new Map<string, number>()
let count = 0

/**
 * Keeps a copy at once, for the moment in which the page goes away and nothing can be waited for. Answers its number;
 * undefined when it is too large or the browser has no room.
 */
export function writeCopy(key: string, draft: Draft): number | undefined {
  try {
    const text = JSON.stringify(draft)
    if (text.length > mostCharacters) throw new Error('The copy is too large')
    localStorage.setItem(prefix + key, text)
    written.set(key, (count += 1))
    return count
  } catch {
    // An older copy is better than none, and the store replaces it by a newer one.
    return undefined
  }
}

/** The copies whose keys begin so; those that cannot be read are removed. */
export function readCopies(start: string): [key: string, draft: Draft][] {
  const found: [string, Draft][] = []
  try {
    for (const name of Object.keys(localStorage)) {
      if (!name.startsWith(prefix + start)) continue
      const key = name.slice(prefix.length)
      const draft = parse(localStorage.getItem(name))
      if (draft) found.push([key, draft])
      else removeCopy(key)
    }
  } catch {
    /* no storage, no copies */
  }
  return found
}

export function removeCopy(key: string): void {
  written.delete(key)
  try {
    localStorage.removeItem(prefix + key)
  } catch {
    /* as above */
  }
}

/** The draft has arrived in the store: its copy is not needed, unless a newer one has taken its place. */
export function dropCopy(key: string, copy: number): void {
  if (written.get(key) === copy) removeCopy(key)
}

function parse(text: string | null): Draft | undefined {
  try {
    const draft = JSON.parse(text ?? 'null') as Draft | null
    return draft && typeof draft.savedAt === 'number' && typeof draft.changes === 'object' && draft.changes !== null ? draft : undefined
  } catch {
    return undefined
  }
}
