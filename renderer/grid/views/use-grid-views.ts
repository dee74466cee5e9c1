import { produce } from 'immer'
import { useEffectEvent, useLayoutEffect, useState } from 'react'
import { asFailure, type CallFailure } from '#renderer/api/call-failure.ts'
import { call } from '#renderer/api/call.ts'
import type { GridDefaults, GridQuery } from '#renderer/grid/data/grid-query.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import type { GridColumnState, GridDropped, GridView, GridViews } from '#schemas/types/contract.d.ts'
import { differsFrom, isSameColumns, queryOfView, viewQueryOf, withView } from './view-query.ts'

interface GridViewsOptions {
  /** `module/class/part`. */
  grid: string
  views: GridViews | undefined
  query: GridQuery
  defaults: GridDefaults
  /** Whether the address says nothing at all, so that the list begins with its view. */
  isBare: boolean
  columns: GridColumnState
  setColumns: (change: (columns: GridColumnState) => GridColumnState) => void
  onChange: (query: GridQuery, replace?: boolean) => void
  onViews: (change: (views: GridViews) => GridViews) => void
  /** The address names a view that is not there, or that its reader may not use. */
  onMissing: (id: number) => void
  /** Called if the open view names parts that the list no longer offers. */
  onDropped: (dropped: GridDropped[], view: string) => void
}

export interface GridViewsState {
  views: GridViews
  /** The view that the list began with. */
  active: GridView | null
  /** Whether the list shows something else than the view says. */
  isChanged: boolean
  /** Whether the list shows everything, in its own order. */
  isPlain: boolean
  /** Opens a view as it was saved; null for the plain list. */
  open: (view: GridView | null) => void
  revert: () => void
  /** Keeps the list as it is now in the view. */
  save: () => Promise<CallFailure | null>
  /** Keeps the list as it is now under a name; `role` shares it. */
  saveAs: (name: string, role: string | null) => Promise<CallFailure | null>
  /** Renames a view or changes who can see it; its content stays. */
  rename: (view: GridView, name: string, role: string | null) => Promise<CallFailure | null>
  destroy: (view: GridView) => Promise<CallFailure | null>
  /** Begins the list with a view or, with null, without one; `role` for everybody of it. */
  setDefault: (id: number | null, role?: string) => Promise<CallFailure | null>
}

/** Columns of the open view: those it was saved with, until the user changes them. A view without columns leaves the user's own. */
function useViewColumns(active: GridView | null, own: GridColumnState, setOwn: GridViewsOptions['setColumns']) {
  const [changed, setChanged] = useState<{ of: GridView; columns: GridColumnState } | null>(null)
  const kept = active && !isSameColumns(active.columns, {}) ? active : null
  const columns = kept === null ? own : changed?.of === kept ? changed.columns : kept.columns
  const setColumns: typeof setOwn = (change) => {
    if (kept === null) setOwn(change)
    else setChanged({ of: kept, columns: change(columns) })
  }
  return { columns, setColumns, isChanged: kept !== null && !isSameColumns(columns, kept.columns), revert: () => setChanged(null) }
}

/** The saved views of a list: the initial one, unsaved changes, and the commands. */
export function useGridViews({
  grid,
  views,
  query,
  defaults,
  isBare,
  columns: own,
  setColumns: setOwn,
  onChange,
  onViews,
  onMissing,
  onDropped,
}: GridViewsOptions) {
  const active = views?.items.find(({ id }) => id === query.view) ?? null
  const first = isBare && views ? views.items.find(({ id }) => id === views.default) : undefined
  const { columns, setColumns, isChanged, revert } = useViewColumns(active, own, setOwn)
  const begin = useEffectEvent((view: GridView) => onChange(queryOfView(view), true))
  useLayoutEffect(() => {
    if (first) begin(first)
  }, [first])
  /** The view that was deleted here last: the address names it for a moment more. */
  const [deleted, setDeleted] = useState<number | null>(null)
  const missing = views !== undefined && query.view !== null && query.view !== deleted && active === null ? query.view : null
  const tellMissing = useEffectEvent(onMissing)
  useLayoutEffect(() => {
    if (missing !== null) tellMissing(missing)
  }, [missing])
  const tellDropped = useEffectEvent(onDropped)
  const dropped = active?.dropped
  useLayoutEffect(() => {
    if (active && dropped) tellDropped(dropped, active.name)
  }, [active, dropped])

  const keep = (view: GridView) => onViews((now) => ({ ...now, items: withView(now.items, view) }))
  const attempt = async (work: () => Promise<void>): Promise<CallFailure | null> => {
    try {
      await work()
      return null
    } catch (error) {
      const failure = asFailure(error, 'grid-view-save')
      // If somebody else changed the view, the response contains its current state, so that saving again overwrites it deliberately.
      const { current } = failure.metadata
      if (failure.status === 409 && isRecord(current) && isRecord(current.query)) keep(current as unknown as GridView)
      return failure
    }
  }
  const state: GridViewsState | null =
    views === undefined
      ? null
      : {
          views,
          active,
          isPlain: active === null && !differsFrom({ id: 0, query: {} }, query, defaults),
          isChanged: active !== null && (isChanged || differsFrom(active, query, defaults)),
          open: (view) => {
            revert()
            onChange(view ? queryOfView(view) : { ...queryOfView({ id: 0, query: {} }), view: null })
          },
          revert: () => {
            revert()
            if (active) onChange(queryOfView(active))
          },
          save: () =>
            attempt(async () => {
              if (active)
                keep(
                  (
                    await call('grid-view-save', {
                      payload: { grid, id: active.id, version: active.version, query: viewQueryOf(query), columns },
                    })
                  ).results,
                )
            }),
          saveAs: (name, role) =>
            attempt(async () => {
              const { results: view } = await call('grid-view-save', { payload: { grid, name, role, query: viewQueryOf(query), columns } })
              keep(view)
              onChange({ ...query, view: view.id }, true)
            }),
          rename: (view, name, role) =>
            attempt(async () =>
              keep((await call('grid-view-save', { payload: { grid, id: view.id, version: view.version, name, role } })).results),
            ),
          destroy: (view) =>
            attempt(async () => {
              await call('grid-view-destroy', { method: 'DELETE', params: { id: view.id, version: view.version } })
              setDeleted(view.id)
              if (query.view === view.id) onChange({ ...query, view: null }, true)
              onViews(
                produce((now: GridViews) => {
                  now.items = now.items.filter(({ id }) => id !== view.id)
                  if (now.default === view.id) now.default = null
                }),
              )
            }),
          setDefault: (id, role) =>
            attempt(async () => {
              const { results } = await call('grid-view-default', { payload: { grid, id, ...(role !== undefined && { role }) } })
              onViews(
                produce((now: GridViews) => {
                  now.default = results.default
                  for (const view of now.items) if (role !== undefined && view.role === role) view.role_default = view.id === id
                }),
              )
            }),
        }
  /** `isWaiting` while the list is about to apply a view: the current rows are not the requested ones. */
  return { state, columns, setColumns, isWaiting: first !== undefined }
}
