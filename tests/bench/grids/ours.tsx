import { useEffect, useRef, useState } from 'react'
import { MemoryRouter } from 'react-router'
import { createCellFormats } from '#renderer/grid/cells/cell-formats.ts'
import { layoutColumns } from '#renderer/grid/columns/columns.ts'
import { QuickSearch } from '#renderer/grid/frame/quick-search.tsx'
import { GridTable } from '#renderer/grid/table/grid-table.tsx'
import '#renderer/grid/grid.css'
import { columnKeys, type BenchRow } from './rows.ts'

const formats = createCellFormats({
  locale: 'en',
  timeZone: 'UTC',
  t: (key) => key,
  actionTitle: (action) => action.title ?? action.type,
  href: () => null,
})
const cells: Record<string, string> = {
  status: 'badge',
  price: 'money',
  stock: 'number',
  created_at: 'date',
  code: 'text',
  pages: 'number',
  paid: 'boolean',
  weight: 'number',
}
const layout = layoutColumns(
  columnKeys.map((key) => ({
    key,
    title: key,
    cell: cells[key] ?? 'text',
    sortable: true,
    ...(key === 'title' && { freeze: 'start' as const }),
  })),
  { selectable: true, actionsWidth: 0 },
)
const none: ReadonlySet<number | string> = new Set()
const noActions: never[] = []
const ignore = () => {}

export function Ours({ rows, onReady }: { rows: BenchRow[]; onReady: (set: (rows: BenchRow[]) => void) => void }) {
  const [shown, setShown] = useState(rows)
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => onReady(setShown), [onReady])
  return (
    <MemoryRouter>
      <section className="grid">
        <QuickSearch value="" formats={formats} input={input} onSearch={ignore} />
        <div className="grid-scroll" style={{ maxBlockSize: 600 }}>
          <GridTable
            label="Rows"
            columns={layout.columns}
            minWidth={layout.minWidth}
            actionsWidth={layout.actionsWidth}
            isFixed={layout.isFixed}
            rows={shown}
            skeletonRows={0}
            formats={formats}
            actions={noActions}
            selectable
            selected={none}
            sort={noActions}
            firstPosition={1}
            rowCount={shown.length + 1}
            busy={false}
            onSort={ignore}
            onSelect={ignore}
            onExtend={ignore}
            onSelectAll={ignore}
            onAction={ignore}
            onMenu={ignore}
            onOpen={ignore}
            onSearch={ignore}
          />
        </div>
      </section>
    </MemoryRouter>
  )
}
