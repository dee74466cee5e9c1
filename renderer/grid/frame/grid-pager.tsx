import { changeGridQuery } from '#renderer/grid/data/grid-query.ts'
import { Pager } from './pager.tsx'
import type { GridModel } from '#renderer/grid/use-grid.ts'

/** The pages, where there are any. Behind the last page it leads back. */
export function GridPager({ model }: { model: GridModel }) {
  const { change, emptiness, formats, grid, page, query } = model
  return page && emptiness !== 'list' && emptiness !== 'tab' && emptiness !== 'matches' ? (
    <Pager
      pagination={page.pagination}
      shownRows={page.rows.length}
      sizes={grid?.page_sizes ?? [15, 30, 50, 100]}
      formats={formats}
      onPage={(number) => change({ ...query, page: number })}
      onSize={(size) => change(changeGridQuery(query, { pageSize: size }))}
    />
  ) : null
}
