import { undoLatest } from '#renderer/ui/toast-store.ts'
import { resizeColumn } from '#renderer/grid/columns/column-state.ts'
import { GridEditingContext } from '#renderer/grid/edit/grid-edits.ts'
import { changeGridQuery, isFiltered, nextSort } from '#renderer/grid/data/grid-query.ts'
import { EmptyGrid, EmptyPage, EmptyTab, NoMatches } from './grid-states.tsx'
import { GridTable } from '#renderer/grid/table/grid-table.tsx'
import type { GridModel } from '#renderer/grid/use-grid.ts'

const defaultPageSize = 15

/** The table, or the message that is shown without rows. */
export function GridSheet({ model }: { model: GridModel }) {
  const {
    answer,
    busy,
    change,
    clearAll,
    context,
    data,
    defaults,
    edits,
    embedded,
    emptiness,
    failure,
    formats,
    grid,
    groups,
    heading,
    layout,
    moves,
    open,
    page,
    query,
    quick,
    rowActions,
    rows,
    runOn,
    scroller,
    searchInput,
    selectable,
    selection,
    setColumnState,
    setMenu,
    shift,
    sort,
    toggleGroup,
    tree,
  } = model
  const instead =
    emptiness &&
    {
      page: () => <EmptyPage formats={formats} onFirst={() => change({ ...query, page: 1 })} />,
      matches: () => (
        <NoMatches
          formats={formats}
          title={grid?.empty?.unmatched}
          searched={query.q === '' ? undefined : (grid?.search_fields ?? [])}
          isFiltered={isFiltered({ ...query, q: '' })}
          onClear={clearAll}
        />
      ),
      tab: () => <EmptyTab formats={formats} />,
      list: () => <EmptyGrid empty={grid?.empty} formats={formats} context={context} />,
    }[emptiness]()

  return (
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
          isTight={layout.isTight}
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
  )
}
