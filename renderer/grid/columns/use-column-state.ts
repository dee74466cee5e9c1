import { useCallback } from 'react'
import { create } from 'zustand'
import { call } from '#renderer/api/call.ts'
import { useSessionStore } from '#renderer/session/session.ts'
import type { GridPreferences } from '#schemas/types/contract.d.ts'
import { isColumnStateEmpty, readColumnState, type ColumnState } from './column-state.ts'

const storageKey = 'pishkhan-columns'
/** Grids whose columns a browser remembers, the latest. */
const mostStored = 100
const saveDelayMs = 800

type StoredColumns = Record<string, ColumnState>

/**
 * Settings by user and grid, stored in this browser and used immediately. The server's settings replace them when they
 * arrive, unless the user changed something in the meantime.
 */
const useStoredColumns = create<{ stored: StoredColumns }>()(() => ({ stored: readStored() }))
const changed = new Set<string>()
const timers = new Map<string, ReturnType<typeof setTimeout>>()

function readStored(): StoredColumns {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? '{}') as unknown
    return typeof stored === 'object' && stored !== null
      ? Object.fromEntries(Object.entries(stored).map(([key, state]) => [key, readColumnState(state)]))
      : {}
  } catch {
    return {}
  }
}

function keep(key: string, state: ColumnState): void {
  const others = Object.entries(useStoredColumns.getState().stored).filter(([one]) => one !== key)
  const stored = Object.fromEntries([...others, ...(isColumnStateEmpty(state) ? [] : [[key, state] as const])].slice(-mostStored))
  useStoredColumns.setState({ stored })
  try {
    localStorage.setItem(storageKey, JSON.stringify(stored))
  } catch (error) {
    console.warn('The panel could not keep how columns are set.', error)
  }
}

/** Sends the settings once the user stops changing them; if sending fails they stay in this browser. */
function saveLater(key: string, grid: string): void {
  clearTimeout(timers.get(key))
  timers.set(
    key,
    setTimeout(() => {
      timers.delete(key)
      void call('grid-preferences-save', {
        payload: { grid, columns: useStoredColumns.getState().stored[key] ?? {} },
        background: true,
      }).then(
        () => {
          if (!timers.has(key)) changed.delete(key)
        },
        (error: unknown) => console.warn('The server did not keep how columns are set.', error),
      )
    }, saveDelayMs),
  )
}

const nothing: ColumnState = {}
const taken = new WeakSet<GridPreferences>()
const keyOf = (grid: string) => `${useSessionStore.getState().auth.user?.id ?? ''} ${grid}`

/** Takes the column settings from a grid's response, once per response. */
export function takePreferences(grid: string, preferences: GridPreferences | undefined): void {
  const key = keyOf(grid)
  if (preferences === undefined || taken.has(preferences) || changed.has(key)) return
  taken.add(preferences)
  const served = readColumnState(preferences.columns)
  if (JSON.stringify(served) !== JSON.stringify(useStoredColumns.getState().stored[key] ?? nothing)) keep(key, served)
}

/** The user's column settings of a grid, `module/class/part`, and a function to change them; `isServed` if the server stores them. */
export function useColumnState(grid: string, isServed: boolean): [ColumnState, (change: (state: ColumnState) => ColumnState) => void] {
  const user = useSessionStore((state) => state.auth.user?.id)
  const key = `${user ?? ''} ${grid}`
  const state = useStoredColumns(({ stored }) => stored[key]) ?? nothing
  const change = useCallback(
    (next: (state: ColumnState) => ColumnState) => {
      changed.add(key)
      keep(key, next(useStoredColumns.getState().stored[key] ?? nothing))
      if (isServed) saveLater(key, grid)
    },
    [key, grid, isServed],
  )
  return [state, change]
}
