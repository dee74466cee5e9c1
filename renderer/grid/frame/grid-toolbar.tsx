import { BulkBar } from '#renderer/grid/selection/bulk-bar.tsx'
import { bulkActionsFor } from '#renderer/grid/selection/bulk-selection.ts'
import { ColumnsButton } from '#renderer/grid/columns/columns-button.tsx'
import { GridFinder } from '#renderer/grid/filter/grid-finder.tsx'
import { ButtonBone } from './grid-skeleton.tsx'
import { TakingButton } from '#renderer/grid/export-import/export-import-button.tsx'
import type { GridModel } from '#renderer/grid/use-grid.ts'

/** Search, filters, columns and files; covered by the bulk actions while rows are selected. */
export function GridToolbar({ model }: { model: GridModel }) {
  const {
    allColumns,
    answer,
    bulkActions,
    change,
    columnState,
    columns,
    countOf,
    data,
    defaults,
    endpoint,
    formats,
    grid,
    heading,
    matching,
    page,
    params,
    query,
    runBulk,
    searchInput,
    selected,
    selection,
    setColumnState,
    shape,
    views,
  } = model
  return (
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
  )
}
