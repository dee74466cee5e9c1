import { dropCopy, readCopies, removeCopy, writeCopy } from './draft-copy.ts'
import type { Data } from '#renderer/form/data/form-store.ts'

export interface Draft {
  /** Fields of the first level that differ from the record. */
  changes: Data
  /** What these fields are called, for a form that has lost them since. */
  titles?: Record<string, string>
  /** Version of the record that the draft was begun on. */
  version?: number
  savedAt: number
  /** The session ended over it: it is put back at once when its user comes back. */
  cutOff?: boolean
}
/** `id` is that of the form that wrote it: two tabs with the same form have a draft each. */
export interface StoredDraft extends Draft {
  id: string
}

const keepMs = 7 * 24 * 3600 * 1000
const storeName = 'drafts'

let connection: Promise<IDBDatabase> | null = null

/** Stays open, so that writes need not wait. Old drafts are removed when it is first opened. */
function open(): Promise<IDBDatabase> {
  connection ??= new Promise((resolve, reject) => {
    const forget = () => {
      connection = null
    }
    const request = indexedDB.open('pishkhan', 1)
    request.onupgradeneeded = () => request.result.createObjectStore(storeName)
    request.onsuccess = () => {
      const database = request.result
      database.onclose = forget
      database.onversionchange = () => {
        database.close()
        forget()
      }
      removeOld(database)
      resolve(database)
    }
    request.onerror = () => {
      forget()
      reject(request.error ?? new Error('IndexedDB does not open'))
    }
    request.onblocked = () => {
      forget()
      reject(new Error('IndexedDB is blocked'))
    }
  })
  return connection
}

function removeOld(database: IDBDatabase): void {
  const cursor = database.transaction(storeName, 'readwrite').objectStore(storeName).openCursor()
  cursor.onsuccess = () => {
    if (!cursor.result) return
    if (isOld(cursor.result.value as Draft, Date.now())) cursor.result.delete()
    cursor.result.continue()
  }
}

const isOld = ({ savedAt }: Draft, now: number): boolean => !(now - savedAt <= keepMs)

async function run<T>(mode: IDBTransactionMode, work: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await open()
  return new Promise<T>((resolve, reject) => {
    const transaction = database.transaction(storeName, mode)
    const request = work(transaction.objectStore(storeName))
    // A large value may be read only after the transaction has ended: both are waited for.
    const found = new Promise<T>((answer, fail) => {
      request.onsuccess = () => answer(request.result)
      request.onerror = () => fail(request.error ?? new Error('IndexedDB refuses'))
    })
    transaction.oncomplete = () => {
      found.then(resolve, reject)
    }
    transaction.onerror = transaction.onabort = () => reject(transaction.error ?? new Error('IndexedDB refuses'))
    transaction.commit()
  })
}

/** Key of drafts: one user, one form on one page. */
export const draftKey = (userId: number | string, place: string): string => `${userId}|${place}`

const keyOf = (place: string, id: string): string => `${place}\n${id}`

/** The drafts of a place, newest first; those older than seven days are removed. Moves copies into the store. */
export async function readDrafts(place: string, now = Date.now()): Promise<StoredDraft[]> {
  const start = keyOf(place, '')
  const found = new Map<string, Draft>()
  const range = IDBKeyRangeOf(start)
  if (range) {
    try {
      const [keys, drafts] = await Promise.all([
        run('readonly', (store) => store.getAllKeys(range)),
        run('readonly', (store) => store.getAll(range) as IDBRequest<Draft[]>),
      ])
      keys.forEach((key, at) => {
        if (drafts[at]) found.set(String(key), drafts[at])
      })
    } catch {
      // A browser without storage (private windows) has the copies alone.
    }
  }
  for (const [key, copy] of readCopies(start)) {
    const stored = found.get(key)
    if (stored && stored.savedAt > copy.savedAt) {
      removeCopy(key)
      continue
    }
    found.set(key, copy)
    if (!isOld(copy, now))
      void run('readwrite', (store) => store.put(copy, key)).then(
        () => removeCopy(key),
        () => {},
      )
  }
  const drafts: StoredDraft[] = []
  for (const [key, draft] of found) {
    if (isOld(draft, now)) void remove(key)
    else drafts.push({ ...draft, id: key.slice(start.length) })
  }
  return drafts.sort((a, b) => b.savedAt - a.savedAt)
}

const IDBKeyRangeOf = (start: string): IDBKeyRange | undefined =>
  typeof IDBKeyRange === 'undefined' ? undefined : IDBKeyRange.bound(start, `${start}\uffff`)

/** Stores a draft: immediately as a copy, which is removed when the store has it. False if the browser can store neither. */
export async function writeDraft(place: string, id: string, draft: Draft): Promise<boolean> {
  const key = keyOf(place, id)
  const copy = writeCopy(key, draft)
  try {
    await run('readwrite', (store) => store.put(draft, key))
    if (copy !== undefined) dropCopy(key, copy)
    return true
  } catch {
    return copy !== undefined
  }
}

export const removeDraft = (place: string, id: string): Promise<void> => remove(keyOf(place, id))

async function remove(key: string): Promise<void> {
  removeCopy(key)
  try {
    await run('readwrite', (store) => store.delete(key))
  } catch {
    /* what cannot be opened holds nothing */
  }
}
