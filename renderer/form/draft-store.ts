import type { Data } from './form-store.ts'

export interface Draft { changes: Data; version?: number; savedAt: number }

const keepMs = 7 * 24 * 3600 * 1000
const storeName = 'drafts'

let connection: Promise<IDBDatabase> | null = null

/** Stays open: what is written as the page goes away arrives only when nothing has to be opened for it. */
function open(): Promise<IDBDatabase> {
  connection ??= new Promise((resolve, reject) => {
    const forget = () => { connection = null }
    const request = indexedDB.open('pishkhan', 1)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName)
    request.onsuccess = () => {
      const database = request.result
      database.onclose = forget
      database.onversionchange = () => { database.close(); forget() }
      resolve(database)
    }
    request.onerror = () => { forget(); reject(request.error ?? new Error('IndexedDB does not open')) }
  })
  return connection
}

async function run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open()
  return new Promise<T>((resolve, reject) => {
    const transaction = database.transaction(storeName, mode)
    const request = work(transaction.objectStore(storeName))
    transaction.oncomplete = () => resolve(request.result)
    transaction.onerror = transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB refuses'))
    transaction.commit()
  })
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
