import { useCallback } from 'react'
import { create } from 'zustand'
import { useSessionStore } from '#renderer/session/session.ts'
import { isColumnStateEmpty, readColumnState, type ColumnState } from './column-state.ts'

const storageKey = 'pishkhan-columns'
/** Grids whose columns a browser remembers, the latest. */
const mostKept = 100

type Kept = Record<string, ColumnState>

/** Settings by user and grid, as this browser remembers them. */
const useKept = create<{ kept: Kept }>()(() => ({ kept: readKept() }))

function readKept(): Kept {
  try {
    const kept = JSON.parse(localStorage.getItem(storageKey) ?? '{}') as unknown
    return typeof kept === 'object' && kept !== null ? Object.fromEntries(Object.entries(kept).map(([key, state]) => [key, readColumnState(state)])) : {}
  } catch {
    return {}
  }
}

function keep(key: string, state: ColumnState): void {
  const others = Object.entries(useKept.getState().kept).filter(([one]) => one !== key)
  const kept = Object.fromEntries([...others, ...(isColumnStateEmpty(state) ? [] : [[key, state] as const])].slice(-mostKept))
  useKept.setState({ kept })
  try {
    localStorage.setItem(storageKey, JSON.stringify(kept))
  } catch (error) {
    console.warn('The panel could not keep how columns are set.', error)
  }
}

const nothing: ColumnState = {}

/** How the user has set the columns of a grid, and the way to change it. `grid`: `module/class/part`, or the call that answers it. */
export function useColumnState(grid: string): [ColumnState, (change: (state: ColumnState) => ColumnState) => void] {
  const user = useSessionStore((state) => state.auth.user?.id)
  const key = `${user ?? ''} ${grid}`
  const state = useKept(({ kept }) => kept[key]) ?? nothing
  const change = useCallback((next: (state: ColumnState) => ColumnState) => keep(key, next(useKept.getState().kept[key] ?? nothing)), [key])
  return [state, change]
}
