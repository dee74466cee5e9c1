import { create } from 'zustand'
import { panelConfig } from './config.ts'
import { lockStorage, setAuth, setSettings, useSessionStore, type PersistedState } from './session.ts'
import { readStored, storageKey } from './storage.ts'
import { readToken } from './token.ts'

/** True once the user changed in another tab: this tab shows a notice and does nothing more until it is reloaded. */
export const useTabLock = create<{ locked: boolean }>()(() => ({ locked: false }))

/** Compares the data stored by other tabs with this tab: another user locks the tab, a renewed token is used. */
export function compareWithStored(): void {
  if (!panelConfig.token_use || useTabLock.getState().locked) return
  const stored = readStored<Partial<PersistedState>>(panelConfig.storage)
  const mine = useSessionStore.getState().auth
  const theirs = stored?.auth?.token ?? null
  if (theirs === mine.token) return
  if (readToken(theirs).userId !== readToken(mine.token).userId) {
    lockStorage()
    useTabLock.setState({ locked: true })
    return
  }
  setAuth({ ...stored?.auth })
  if (stored?.settings) setSettings(stored.settings)
}

/** Watches for other tabs: by the storage event, and on focus where the state is in a cookie. */
export function watchOtherTabs(): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === storageKey || event.key === null) compareWithStored()
  }
  const onFocus = () => {
    if (panelConfig.storage === 'cookie') compareWithStored()
  }
  window.addEventListener('storage', onStorage)
  window.addEventListener('focus', onFocus)
  return () => {
    window.removeEventListener('storage', onStorage)
    window.removeEventListener('focus', onFocus)
  }
}
