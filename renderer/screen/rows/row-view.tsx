import { Suspense, type RefObject } from 'react'
import type { GridQuickView, GridRow } from '#schemas/types/contract.d.ts'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import { QuickView } from '#renderer/grid/quick-view/quick-view-part.ts'

interface RowViewProps {
  view: GridQuickView
  rows: readonly GridRow[]
  shown: GridRow['id']
  formats: CellFormats
  /** The block, in which the row has the focus afterwards. */
  section: RefObject<HTMLElement | null>
  onShow: (id: GridRow['id'] | undefined) => void
}

/** One of the rows beside the page, and from it the way to the next. */
export function RowView({ view, rows, shown, formats, section, onShow }: RowViewProps) {
  const at = rows.findIndex(({ id }) => id === shown)
  const row = rows[at]
  if (!row) return null
  const [previous, next] = [rows[at - 1], rows[at + 1]]
  return (
    <Suspense>
      <QuickView
        quick={view}
        record={String(row.id)}
        row={row}
        place={at + 1}
        total={rows.length}
        formats={formats}
        nextId={next?.id}
        previous={previous && (() => onShow(previous.id))}
        next={next && (() => onShow(next.id))}
        focusOf={(record) => section.current?.querySelector(`tr[data-id="${CSS.escape(record)}"] .pf-row-menu button`) ?? null}
        onClose={() => onShow(undefined)}
      />
    </Suspense>
  )
}
