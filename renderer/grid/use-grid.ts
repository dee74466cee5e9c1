import { useEffect, useEffectEvent, useId, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { ActionContext } from '#renderer/documents/action-context.ts'
import { useActionRunner } from '#renderer/action/run-action.ts'
import type { CallFailure } from '#renderer/api/call-failure.ts'
import { showFailure } from '#renderer/api/show-failure.ts'
import { problemsOf } from '#renderer/documents/document-problems.ts'
import { useGridHead } from '#renderer/routing/grid-head.ts'
import { usePageHead } from '#renderer/ui/page-head.ts'
import { useMedia } from '#renderer/ui/use-media.ts'
import { useRoutes } from '#renderer/routing/route-store.ts'
import type { Action, GridColumn, GridRow } from '#schemas/types/contract.d.ts'
import { listOf, selectionOf } from './selection/bulk-selection.ts'
import { useGridClipboard } from './clipboard/use-grid-clipboard.ts'
import { useRunningColumns } from './columns/use-running-columns.ts'
import { useColumnLayout } from './columns/use-column-layout.ts'
import { takePreferences, useColumnState } from './columns/use-column-state.ts'
import { useGridEdits } from './edit/use-grid-edits.ts'
import { emptinessOf } from './frame/grid-announcement.ts'
import { emptyQuery, reservedKeys, type GridQuery } from './data/grid-query.ts'
import { sourceOf } from './data/grid-source.ts'
import { useGridShape, usualShape } from './data/grid-shape.ts'
import { useQuickView } from './quick-view/use-quick-view.ts'
import { useRowMoves } from './reorder/use-row-moves.ts'
import { actionsWidth, menuWidth, openingAction } from './rows/row-actions.ts'
import { type OpenedMenu } from './rows/row-menu.tsx'
import { useGridViews } from './views/use-grid-views.ts'
import { useAutoRefresh } from './data/use-auto-refresh.ts'
import { useMarkedChanges } from './rows/use-marked-changes.ts'
import { useCellFormats } from './cells/use-cell-formats.ts'
import { useEmptyFocus, useReloadFocus, useSelectionFocus } from './table/use-empty-focus.ts'
import { useGridData } from './data/use-grid-data.ts'
import { useDroppedParts } from './data/use-dropped-parts.ts'
import { useGridQuery } from './data/use-grid-query.ts'
import { useScrollEdges } from './table/use-scroll-edges.ts'
import { useGroups } from './rows/use-groups.ts'
import { useListHeight } from './table/use-list-height.ts'
import { useTreeRows } from './rows/use-tree-rows.ts'
import { useSelection } from './selection/use-selection.ts'

export interface GridBlockProps {
  /** `module/class/part`. */
  path: string
  params?: Record<string, unknown>
  /** Endpoint of the rows; the generic call when left out. */
  endpoint?: string
  /** Keeps its state out of the URL. */
  embedded?: boolean
  title?: string
}

const noRows: GridRow[] = []
const noActions: Action[] = []
const noColumns: GridColumn[] = []
/** Keeps the room of the actions' column. */
const actionSkeleton: Action[] = [{ type: 'refresh' }]

/** The state of a list: its data, its query and its commands. The components of the list draw it. */
export function useGrid({ path, params, endpoint, embedded = false, title }: GridBlockProps) {
  const cellFormats = useCellFormats()
  const document = `grid ${path}`
  const formats = useMemo(() => ({ ...cellFormats, document }), [cellFormats, document])
  const isPage = useRoutes((state) => state.open?.route.name === 'grid') && !embedded
  const { dropped, note: noteDropped, clear: clearDropped } = useDroppedParts()
  const { query, isBare, setQuery } = useGridQuery(embedded, noteDropped)
  const source = sourceOf(path, params, endpoint)
  const data = useGridData(source, query, {
    onRefused: (parts, rest, defaults) => {
      noteDropped(parts)
      setQuery(rest, defaults, { replace: true })
    },
    onPastEnd: (page, defaults) => setQuery({ ...query, page }, defaults, { replace: true }),
  })
  const { answer, defaults, failure, busy } = data
  const change = (next: GridQuery, replace = false) => {
    if (!replace) clearDropped()
    setQuery(next, defaults, { replace })
  }
  const grid = answer?.grid
  const name = grid?.name.split('/').length === 3 ? grid.name : path
  const [ownColumns, setOwnColumns] = useColumnState(name, answer?.preferences !== undefined)
  useLayoutEffect(() => takePreferences(name, answer?.preferences), [name, answer?.preferences])
  const titleOf = (key: string) =>
    reservedKeys.has(key)
      ? formats.t(`grid.address.${key}`)
      : ([...(grid?.filters ?? []), ...(grid?.columns ?? [])].find((one) => one.key === key)?.title ?? key)
  const {
    state: views,
    columns: columnState,
    setColumns: setColumnState,
    isWaiting,
  } = useGridViews({
    grid: name,
    views: embedded ? undefined : answer?.views,
    query,
    defaults,
    isBare,
    columns: ownColumns,
    setColumns: setOwnColumns,
    onChange: change,
    onViews: data.setViews,
    onMissing: (id) => {
      noteDropped([{ key: 'view', value: String(id) }])
      change({ ...query, view: null }, true)
    },
    onDropped: (parts, view) =>
      noteDropped(
        parts.map(({ part, key }) => (part === 'tab' || part === 'sort' ? { key: part, value: key } : { key, value: '' })),
        view,
      ),
  })
  const page = isWaiting ? undefined : data.page
  const tree = useTreeRows(
    source,
    query,
    page?.rows ?? noRows,
    grid?.tree !== undefined && page?.rows.some((row) => row.has_children !== undefined) === true,
    cellFormats.t('grid.children_failed'),
  )
  const { rows } = tree
  const shape = useGridShape(path, answer)
  const rowActions = grid?.row ?? (!grid && shape.hasActions ? actionSkeleton : noActions)
  const bulkActions = grid?.bulk ?? noActions
  const { groups, toggleGroup } = useGroups(name, rows, grid?.group_by?.key, page?.groups)
  const selection = useSelection(rows, JSON.stringify([query.tab, query.q, query.filters, query.where]), page?.key)
  const quick = useQuickView({ query, page: data.stale ? undefined : page, rows, embedded, onChange: change })
  const run = useActionRunner()
  const panelId = useId()
  const searchInput = useRef<HTMLInputElement>(null)
  const scroller = useListHeight(page?.key ?? '', embedded)
  useScrollEdges(scroller)
  useEmptyFocus(scroller, page === undefined || data.stale ? undefined : rows.length)
  useSelectionFocus(scroller, selection.ids.size > 0)
  const failedPart = useRef<HTMLDivElement>(null)
  const holdReload = useReloadFocus(scroller, failedPart, !busy)
  const reloadFailed = () => {
    holdReload()
    data.reload()
  }
  const [menu, setMenu] = useState<OpenedMenu | null>(null)
  const canHover = useMedia('(hover: hover)')
  const selectable = grid ? bulkActions.length > 0 : shape.selectable
  const { shown: allColumns, hidden: hiddenSums } = useRunningColumns(grid?.columns ?? noColumns, rows)
  const list = listOf(source, query)
  const edits = useGridEdits(grid?.edit, allColumns, rows, list)
  const {
    columns,
    layout,
    shift,
    told: shifted,
  } = useColumnLayout({
    all: allColumns,
    expected: shape.columns.length > 0 ? shape.columns : usualShape.columns,
    state: columnState,
    setState: setColumnState,
    rows,
    summary: answer?.summary,
    selectable,
    actionsWidth: rowActions.length > 0 ? actionsWidth(rowActions, rows, grid?.quick_view !== undefined, canHover) : 0,
    leastActionsWidth: rowActions.length > 0 ? menuWidth : 0,
    formats: cellFormats,
    list: scroller,
  })
  const sort = query.sort ?? defaults.sort
  const moves = useRowMoves({
    grid: name,
    call: grid?.reorder_call,
    method: grid?.reorder_method,
    field: grid?.reorder,
    columns: allColumns,
    rows,
    sort,
    list,
    pagination: page?.pagination,
    formats,
  })
  useGridClipboard({
    list: scroller,
    columns: useMemo(() => layout.columns.map(({ column }) => column), [layout]),
    rows: groups?.rows ?? rows,
    selected: selection.rows,
    editing: edits.editing,
    drafts: edits.drafts,
    formats,
  })
  useAutoRefresh({
    everySeconds: grid?.refresh_every,
    list: scroller,
    held: selection.ids.size > 0 || edits.drafts.size > 0 || moves.lifted !== undefined || menu !== null,
    look: data.look,
    miss: data.miss,
  })
  useMarkedChanges(scroller, page, grid?.refresh_every !== undefined)
  useGridHead(isPage || embedded ? undefined : answer)
  usePageHead(isPage && answer ? { title: answer.page_title, breadcrumbs: answer.breadcrumbs } : null)
  const unreadable = useMemo(() => problemsOf(failure), [failure])
  const leftOut = useMemo(() => [...(answer?.problems ?? []), ...(page?.problems ?? [])], [answer, page])
  const tell = useEffectEvent((failed: CallFailure) => {
    if (page && !data.stale && unreadable.length === 0) showFailure(failed)
  })
  useEffect(() => {
    if (failure) tell(failure)
  }, [failure])

  const clearAll = () => change({ ...emptyQuery, tab: query.tab, sort: query.sort, pageSize: query.pageSize, view: query.view })
  const context: ActionContext = { params, modals: answer?.modals }
  const runOn = (action: Action, row: GridRow) => void run(action, { ...context, row })
  const selected = selectionOf(selection, list, page?.pagination)
  const runBulk = (action: Action, onBegin: () => void) =>
    run(action, {
      ...context,
      selection: selected,
      onBegin,
      onBulk: ({ failed }) => selection.only(failed.flatMap(({ id, code }) => (code === 'not-found' ? [] : [id]))),
    })
  const countOf = (count: number, isExact: boolean | undefined) => `${formats.number(count)}${isExact === false ? '+' : ''}`
  const isWholePage = rows.length > 0 && rows.every((row) => selection.ids.has(row.id))
  const matching =
    page && isWholePage && !selection.all && !data.stale && page.pagination.total > selection.ids.size && tree.placeOf === undefined
      ? countOf(page.pagination.total, page.pagination.total_is_exact)
      : null
  const open = (row: GridRow, line: HTMLElement) => {
    const link = line.querySelector<HTMLElement>('a.grid-link, button.grid-link')
    const action = openingAction(rowActions, row)
    if (link) link.click()
    else if (action) runOn(action.action, row)
  }
  const heading = title ?? answer?.page_title ?? ''
  const emptiness = page && rows.length === 0 && !data.stale ? emptinessOf(query, page, defaults) : undefined

  return {
    allColumns,
    answer,
    bulkActions,
    busy,
    change,
    clearAll,
    clearDropped,
    columnState,
    columns,
    context,
    countOf,
    data,
    defaults,
    document,
    dropped,
    edits,
    embedded,
    emptiness,
    endpoint,
    failedPart,
    failure,
    formats,
    grid,
    groups,
    heading,
    hiddenSums,
    isPage,
    layout,
    leftOut,
    matching,
    menu,
    moves,
    open,
    page,
    panelId,
    params,
    query,
    quick,
    reloadFailed,
    rowActions,
    rows,
    runBulk,
    runOn,
    scroller,
    searchInput,
    selectable,
    selected,
    selection,
    setColumnState,
    setMenu,
    shape,
    shift,
    shifted,
    sort,
    title,
    titleOf,
    toggleGroup,
    tree,
    unreadable,
    views,
  }
}

export type GridModel = ReturnType<typeof useGrid>
