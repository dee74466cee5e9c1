import type { Data } from './form-store.ts'

export interface Draft { changes: Data; version?: number; savedAt: number }

const keepMs = 7 * 24 * 3600 * 1000
const storeName = 'drafts'

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open('pishkhan', 1)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('IndexedDB does not open'))
  })
}

async function run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open()
  try {
    return await new Promise<T>((resolve, reject) => {
      const transaction = database.transaction(storeName, mode)
      const request = work(transaction.objectStore(storeName))
      transaction.oncomplete = () => resolve(request.result)
      transaction.onerror = transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB refuses'))
    })
  } finally {
    database.close()
  }
}

/** Where a draft lies: one user, one form on one page. */
export const draftKey = (userId: number | string, place: string): string => `${userId}|${place}`

/** The draft of a place; none when it is older than seven days, or when the browser keeps nothing. */
export async function readDraft(key: string, now = Date.now()): Promise<Draft | undefined> {
  try {
    const draft = await run<Draft | undefined>('readonly', (store) => store.get(key) as IDBRequest<Draft | undefined>)
    if (!draft || now - draft.savedAt <= keepMs) return draft
    await removeDraft(key)
  } catch {
    // A browser without storage (private windows) has no drafts; the form works all the same.
  }
  return undefined
}

export async function writeDraft(key: string, draft: Draft): Promise<void> {
  try { await run('readwrite', (store) => store.put(draft, key)) } catch { /* as above */ }
}

export async function removeDraft(key: string): Promise<void> {
  try { await run('readwrite', (store) => store.delete(key)) } catch { /* as above */ }
}
