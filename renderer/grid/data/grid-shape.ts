import { useEffect, useMemo } from 'react'
import { useActiveLocale } from '#renderer/locale/active-locale.ts'
import { useSessionStore } from '#renderer/session/session.ts'
import type { GridColumn } from '#schemas/types/contract.d.ts'
import type { ReadGrid } from './grid-answer.ts'

/** What is known of a grid before its response: enough for a skeleton of the right size. */
export interface GridShape {
  columns: GridColumn[]
  /** Titles of the tabs (empty if unknown) and their last counts, to reserve the right width. */
  tabs: { title: string; count?: number }[]
  selectable: boolean
  hasActions: boolean
  hasFilters: boolean
  hasViews: boolean
  hasToolbar: boolean
}

/** For a grid that this device has never shown: the most common shape. */
export const usualShape: GridShape = {
  columns: ['a', 'b', 'c', 'd', 'e'].map((key) => ({ key, title: '', cell: 'text' })),
  tabs: [{ title: '' }, { title: '' }, { title: '' }],
  selectable: true,
  hasActions: true,
  hasFilters: true,
  hasViews: false,
  hasToolbar: false,
}

const storageKey = 'pishkhan-grid-shapes'
const mostStored = 40
const mostTabs = 12

export const shapeOf = ({ grid, views }: Pick<ReadGrid, 'grid' | 'views'>): GridShape => ({
  columns: grid.columns.map(({ key, title, cell, align, width, freeze, card }) => ({ key, title, cell, align, width, freeze, card })),
  tabs: (grid.tabs ?? [])
    .slice(0, mostTabs)
    .map(({ key, title, count }) => ({ title: title ?? key, ...(typeof count === 'number' && { count }) })),
  selectable: (grid.bulk ?? []).length > 0,
  hasActions: (grid.row ?? []).length > 0,
  hasFilters: (grid.filters ?? []).length > 0,
  hasViews: views !== undefined,
  hasToolbar: (grid.toolbar ?? []).length > 0,
})

function readStored(): Record<string, GridShape> {
  try {
    const stored = JSON.parse(localStorage.getItem(storageKey) ?? '{}') as unknown
    return typeof stored === 'object' && stored !== null ? (stored as Record<string, GridShape>) : {}
  } catch {
    return {}
  }
}

const isShape = (value: unknown): value is GridShape => {
  const { columns, tabs } = (value ?? {}) as Partial<GridShape>
  return (
    Array.isArray(columns) &&
    columns.every(
      (column: Partial<GridColumn> | null) =>
        typeof column?.key === 'string' && typeof column.title === 'string' && typeof column.cell === 'string',
    ) &&
    Array.isArray(tabs) &&
    tabs.every((tab: { title?: unknown } | null) => typeof tab?.title === 'string')
  )
}

/** The shape that was last stored under a key, or the usual one. */
export function readShape(key: string): GridShape {
  const shape: unknown = readStored()[key]
  return isShape(shape) ? shape : usualShape
}

export function keepShape(key: string, shape: GridShape): void {
  const stored = readStored()
  if (JSON.stringify(stored[key]) === JSON.stringify(shape)) return
  const others = Object.entries(stored).filter(([one]) => one !== key)
  try {
    localStorage.setItem(storageKey, JSON.stringify(Object.fromEntries([...others, [key, shape] as const].slice(-mostStored))))
  } catch (error) {
    console.warn('The panel could not keep what a list looks like.', error)
  }
}

/** The expected shape of a grid. The shape of its response is stored for the next time, per user and language. */
export function useGridShape(path: string, answer: ReadGrid | undefined): GridShape {
  const user = useSessionStore((state) => state.auth.user?.id)
  const locale = useActiveLocale((state) => state.locale)
  const key = `${user ?? ''} ${locale} ${path}`
  const expected = useMemo(() => readShape(key), [key])
  useEffect(() => {
    if (answer) keepShape(key, shapeOf(answer))
  }, [key, answer])
  return useMemo(() => (answer ? shapeOf(answer) : expected), [answer, expected])
}
