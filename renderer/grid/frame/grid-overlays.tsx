import { QuickView } from '#renderer/grid/quick-view/quick-view-part.ts'
import { MoveDialog } from '#renderer/grid/reorder/move-dialog-part.ts'
import { RowMenu } from '#renderer/grid/rows/row-menu.tsx'
import type { GridModel } from '#renderer/grid/use-grid.ts'

/** Overlays of the list: row menu, move dialog, quick view. */
export function GridOverlays({ model }: { model: GridModel }) {
  const { formats, grid, menu, moves, page, quick, rowActions, runOn, setMenu } = model
  return (
    <>
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
    </>
  )
}
