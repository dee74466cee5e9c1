import type { ReactNode, RefObject } from 'react'
import type { ReadGrid } from '#renderer/grid/data/grid-answer.ts'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import { changeGridQuery, type GridDefaults, type GridQuery } from '#renderer/grid/data/grid-query.ts'
import { ButtonBone } from '#renderer/grid/frame/grid-skeleton.tsx'
import type { GridShape } from '#renderer/grid/data/grid-shape.ts'
import { QuickSearch } from '#renderer/grid/frame/quick-search.tsx'
import type { GridViewsState } from '#renderer/grid/views/use-grid-views.ts'
import { ViewsButton } from '#renderer/grid/views/views-button.tsx'
import { FilterBar } from './filter-bar.tsx'
import { SortButton } from './sort-button.tsx'

interface GridFinderProps {
  grid: ReadGrid['grid'] | undefined
  /** Expected shape while the grid is loading. */
  shape: GridShape
  query: GridQuery
  defaults: GridDefaults
  /** Saved views; null if there are none. */
  /** Whether the bulk bar covers it. */
  isCovered: boolean
  views: GridViewsState | null
  formats: CellFormats
  searchInput: RefObject<HTMLInputElement | null>
  /** `replace` leaves no entry in the browser's history. */
  onChange: (query: GridQuery, replace?: boolean) => void
  /** Further tools at the end of the line. */
  children?: ReactNode
}

/** Search, filters and order of a list. */
export function GridFinder({ grid, shape, isCovered, query, defaults, views, formats, searchInput, onChange, children }: GridFinderProps) {
  const sort = query.sort ?? defaults.sort
  return (
    <div className="grid-finder" inert={isCovered}>
      <div className="grid-tools">
        {grid && grid.search === false ? null : (
          <QuickSearch
            value={query.q}
            fields={grid?.search_fields}
            formats={formats}
            input={searchInput}
            onSearch={(q, first) => onChange(changeGridQuery(query, { q }), !first)}
          />
        )}
        {views ? <ViewsButton state={views} formats={formats} /> : !grid && shape.hasViews ? <ButtonBone /> : null}
        {!grid && shape.hasFilters ? (
          <div className="grid-filters">
            <ButtonBone />
          </div>
        ) : null}
        <FilterBar filters={grid?.filters ?? []} query={query} formats={formats} onChange={onChange} />
        <span className="grid-tools-end">
          {grid ? (
            <SortButton
              columns={grid.columns}
              sort={sort}
              formats={formats}
              onSort={(next) => onChange(changeGridQuery(query, { sort: next }))}
            />
          ) : null}
          {children}
        </span>
      </div>
    </div>
  )
}
