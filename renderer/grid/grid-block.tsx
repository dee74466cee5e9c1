import { useEffect, useEffectEvent, useId, useLayoutEffect, useMemo, useRef, useState, type MouseEvent } from 'react'
import type { ActionContext } from '#renderer/documents/action-context.ts'
import { useActionRunner } from '#renderer/action/run-action.ts'
import type { CallFailure } from '#renderer/api/call-failure.ts'
import { showFailure } from '#renderer/api/show-failure.ts'
import { BrokenAnswer } from '#renderer/documents/broken-answer.tsx'
import { problemsOf } from '#renderer/documents/document-problems.ts'
import { useGridHead } from '#renderer/routing/grid-head.ts'
import { usePageHead } from '#renderer/ui/page-head.ts'
import { useRoutes } from '#renderer/routing/route-store.ts'
import type { Action, GridColumn, GridRow } from '#schemas/types/contract.d.ts'
import { undoLatest } from '#renderer/ui/toast-store.ts'
import { BulkBar } from './selection/bulk-bar.tsx'
import { bulkActionsFor, listOf, selectionOf } from './selection/bulk-selection.ts'
import { CardTools } from './rows/card-tools.tsx'
import { useGridClipboard } from './clipboard/use-grid-clipboard.ts'
import { resizeColumn } from './columns/column-state.ts'
import { ColumnsButton } from './columns/columns-button.tsx'
import { useColumnLayout } from './columns/use-column-layout.ts'
import { takePreferences, useColumnState } from './columns/use-column-state.ts'
import { actionsWidth } from './columns/columns.ts'
import { EditBar } from './edit/edit-parts.ts'
import { GridEditingContext } from './edit/grid-edits.ts'
import { useGridEdits } from './edit/use-grid-edits.ts'
import { GridFinder } from './filter/grid-finder.tsx'
import { announcementOf, emptinessOf, selectionAnnouncement } from './frame/grid-announcement.ts'
import { changeGridQuery, emptyQuery, isFiltered, nextSort, reservedKeys, type GridQuery } from './data/grid-query.ts'
import { DroppedNotice, ShortenedNotice } from './frame/dropped-notice.tsx'
import { GridHeading, hasTabs } from './frame/grid-heading.tsx'
import { GridAge, GridNotices } from './frame/grid-notices.tsx'
import { sourceOf } from './data/grid-source.ts'
import { EmptyGrid, EmptyPage, EmptyTab, FailedGrid, NoMatches } from './frame/grid-states.tsx'
import { GridTable } from './table/grid-table.tsx'
import { ButtonBone } from './frame/grid-skeleton.tsx'
import { useGridShape, usualShape } from './data/grid-shape.ts'
import { TakingButton } from './export-import/export-import-button.tsx'
import { Pager } from './frame/pager.tsx'
import { QuickView } from './quick-view/quick-view-part.ts'
import { useQuickView } from './quick-view/use-quick-view.ts'
import { MoveDialog } from './reorder/move-dialog-part.ts'
import { useRowMoves } from './reorder/use-row-moves.ts'
import { openingAction } from './rows/row-actions.ts'
import { RowMenu, type OpenedMenu } from './rows/row-menu.tsx'
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
import './grid.css'

export interface GridBlockProps {
  /** `module/class/part`. */
  path: string
  params?: Record<string, unknown>
  /** Call that answers it; the generic one when left out. */
  endpoint?: string
  /** Keeps its state out of the URL. */
  embedded?: boolean
  title?: string
}

/** Leaving the search sends it, and what comes moves the rows: the focus stays in it until the click has met its button. */
function holdFocus(event: MouseEvent, search: HTMLElement | null): void {
  if (search !== null && document.activeElement === search && (event.target as Element).closest('button, a')) event.preventDefault()
}

/** A list drawn from the metadata and rows that the server answers. */
export default function GridBlock(props: GridBlockProps) {
  // Another grid in the same place starts anew: selection, focus and what was typed belong to one list.
  return <Grid key={JSON.stringify([props.path, props.endpoint, props.params])} {...props} />
}

const noRows: GridRow[] = []
const noActions: Action[] = []
const noColumns: GridColumn[] = []
/** Keeps the room of the actions' column. */
const actionSkeleton: Action[] = [{ type: 'refresh' }]
const defaultPageSize = 15

function Grid({ path, params, endpoint, embedded = false, title }: GridBlockProps) {
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
  const selectable = grid ? bulkActions.length > 0 : shape.selectable
  const allColumns = grid?.columns ?? noColumns
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
    selectable,
    actionsWidth: rowActions.length > 0 ? actionsWidth : 0,
    formats: cellFormats,
    list: scroller,
  })
  const sort = query.sort ?? defaults.sort
  const moves = useRowMoves({
    grid: name,
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
  if (unreadable.length > 0 && !page) return <BrokenAnswer document={document} problems={unreadable} busy={busy} retry={data.reload} />
  // A list that is published no more has nothing that its rows could do.
  if (failure && (!page || failure.errorCode === 'unknown-grid'))
    return (
      <FailedGrid
        failure={failure}
        formats={formats}
        part={!isPage}
        busy={busy}
        at={failedPart}
        onReload={reloadFailed}
        onClear={isFiltered(query) ? clearAll : undefined}
      />
    )

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
  const instead =
    emptiness &&
    {
      page: () => <EmptyPage formats={formats} onFirst={() => change({ ...query, page: 1 })} />,
      matches: () => (
        <NoMatches
          formats={formats}
          searched={query.q === '' ? undefined : (grid?.search_fields ?? [])}
          isFiltered={isFiltered({ ...query, q: '' })}
          onClear={clearAll}
        />
      ),
      tab: () => <EmptyTab formats={formats} />,
      list: () => <EmptyGrid empty={grid?.empty} formats={formats} context={context} />,
    }[emptiness]()

  return (
    <section
      className="grid"
      aria-label={heading || undefined}
      data-embedded={embedded || undefined}
      data-density={columnState.density}
      data-stale={(data.stale && busy) || undefined}
      onMouseDown={(event) => holdFocus(event, searchInput.current)}
    >
      <GridHeading
        grid={grid}
        shape={shape}
        pageTitle={answer?.page_title}
        title={title}
        isPage={isPage}
        embedded={embedded}
        context={context}
        formats={formats}
        tab={query.tab}
        panelId={panelId}
        onTab={(tab) => change(changeGridQuery(query, { tab: tab === defaults.firstTab ? null : tab }))}
      />
      <div
        id={panelId}
        role={hasTabs(grid) ? 'tabpanel' : undefined}
        aria-labelledby={hasTabs(grid) ? `${panelId}-${query.tab ?? grid.tabs[0]?.key}` : undefined}
        className="grid-panel"
      >
        <div className="grid-toolbar">
          <GridFinder
            grid={grid}
            shape={shape}
            isCovered={selection.ids.size > 0}
            query={query}
            defaults={defaults}
            views={views}
            formats={formats}
            searchInput={searchInput}
            onChange={change}
          >
            {grid ? null : <ButtonBone />}
            {allColumns.length > 1 ? (
              <ColumnsButton columns={allColumns} state={columnState} formats={formats} onChange={setColumnState} />
            ) : null}
            {grid && page ? (
              <TakingButton
                taken={{
                  grid,
                  title: heading,
                  params,
                  endpoint,
                  query,
                  columns: columns.map(({ key }) => key),
                  selected: selection.all ? [] : [...selection.ids],
                  shownRows: page.rows.length,
                  pagination: page.pagination,
                  formats,
                }}
                onImported={data.reload}
              />
            ) : null}
          </GridFinder>
          {selection.ids.size > 0 ? (
            <BulkBar
              count={countOf(selected.count, selected.isExact)}
              all={selection.all}
              matching={matching}
              actions={bulkActionsFor(bulkActions, selection, answer?.modals)}
              formats={formats}
              onAction={runBulk}
              onMatching={selection.selectMatching}
              onClear={selection.clear}
            />
          ) : null}
        </div>
        {/* Once the list is there: it knows what its filters are called. */}
        {grid ? <DroppedNotice dropped={dropped} titleOf={titleOf} formats={formats} onClose={clearDropped} /> : null}
        {page && !data.stale ? <ShortenedNotice shortened={page.shortened} titleOf={titleOf} formats={formats} /> : null}
        <GridNotices document={document} data={data} failure={failure} unreadable={unreadable} leftOut={leftOut} formats={formats} />
        <CardTools
          rows={page ? rows : null}
          selected={selection.ids}
          selectable={selectable}
          total={page ? countOf(page.pagination.total, page.pagination.total_is_exact) : null}
          formats={formats}
          onSelectAll={selection.selectAll}
        />
        <GridAge data={data} formats={formats} />
        <div
          ref={scroller}
          {...moves.listeners}
          className="grid-scroll"
          style={{ scrollPaddingInlineStart: layout.covered.start, scrollPaddingInlineEnd: layout.covered.end }}
          data-stale={(data.stale && (busy || failure !== null)) || undefined}
        >
          <GridEditingContext value={edits.editing}>
            <GridTable
              label={heading}
              isPage={!embedded}
              columns={layout.columns}
              minWidth={layout.minWidth}
              actionsWidth={layout.actionsWidth}
              isFixed={layout.isFixed}
              rows={page ? (groups?.rows ?? rows) : null}
              skeletonRows={query.pageSize ?? defaults.pageSize ?? defaultPageSize}
              formats={formats}
              actions={rowActions}
              selectable={selectable}
              selected={selection.ids}
              sort={sort}
              firstPosition={page ? (page.pagination.page - 1) * page.pagination.page_size + 1 : 1}
              rowCount={page && page.pagination.total_is_exact !== false ? page.pagination.total + 1 : -1}
              busy={busy}
              onSort={(field, add) => change(changeGridQuery(query, { sort: nextSort(sort, field, add) }))}
              onSelect={selection.select}
              onExtend={selection.extend}
              onSelectAll={selection.selectAll}
              onAction={runOn}
              onMenu={(row, opener, returnTo) => setMenu({ row, opener, returnTo })}
              onResize={(key, width) => setColumnState((now) => resizeColumn(now, key, width))}
              onShift={shift}
              placeOf={tree.placeOf}
              onToggle={tree.onToggle}
              groupBy={grid?.group_by}
              groups={groups}
              onToggleGroup={toggleGroup}
              onClearSelection={selection.clear}
              onUndo={() => edits.takePasteBack() || undoLatest()}
              onLeave={() => edits.takePasteBack(true)}
              summary={page && rows.length > 0 ? answer?.summary : undefined}
              onOpen={open}
              onSearch={() => searchInput.current?.focus()}
              instead={instead}
              moves={moves}
              onView={grid?.quick_view && quick.open}
              drafts={edits.drafts}
              onEdit={edits.onEdit}
              onNearEdit={edits.onNearEdit}
            />
          </GridEditingContext>
        </div>
        {edits.editing && edits.drafts.size > 0 ? <EditBar editing={edits.editing} rows={rows} formats={formats} /> : null}
        {/* Behind the last page it leads back. */}
        {page && emptiness !== 'list' && emptiness !== 'tab' && emptiness !== 'matches' ? (
          <Pager
            pagination={page.pagination}
            shownRows={page.rows.length}
            sizes={grid?.page_sizes ?? [15, 30, 50, 100]}
            formats={formats}
            onPage={(number) => change({ ...query, page: number })}
            onSize={(size) => change(changeGridQuery(query, { pageSize: size }))}
          />
        ) : null}
      </div>
      {menu ? (
        <RowMenu
          {...menu}
          actions={rowActions}
          entries={moves.entriesOf(menu.row)}
          onView={grid?.quick_view && quick.open}
          onAction={runOn}
          formats={formats}
          onClose={() => setMenu(null)}
        />
      ) : null}
      {moves.asked ? <MoveDialog {...moves.asked} formats={formats} /> : null}
      {grid?.quick_view && quick.record !== undefined ? (
        <QuickView
          quick={grid.quick_view}
          record={quick.record}
          row={quick.row}
          place={quick.place}
          total={page?.pagination.total_is_exact === false ? undefined : page?.pagination.total}
          formats={formats}
          nextId={quick.nextId}
          previous={quick.previous}
          next={quick.next}
          onClose={quick.close}
        />
      ) : null}
      <div role="status" className="grid-unseen">
        {selectable
          ? selectionAnnouncement(selected.count > 0 ? countOf(selected.count, selected.isExact) : null, selection.all, formats)
          : null}
      </div>
      {grid?.reorder === undefined ? null : (
        <div role="status" className="grid-unseen">
          {moves.told}
        </div>
      )}
      <div role="status" className="grid-unseen">
        {shifted}
      </div>
      <div role="status" className="grid-unseen">
        {announcementOf({ busy, page, stale: data.stale, emptiness, sort, columns: grid?.columns ?? [], formats })}
      </div>
    </section>
  )
}
