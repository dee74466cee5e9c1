import { announcementOf, selectionAnnouncement } from './grid-announcement.ts'
import type { GridModel } from '#renderer/grid/use-grid.ts'

/** Announces invisible changes to screen readers. */
export function GridStatus({ model }: { model: GridModel }) {
  const { busy, countOf, data, emptiness, formats, grid, moves, page, selectable, selected, selection, shifted, sort } = model
  return (
    <>
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
        {announcementOf({ busy, page, stale: data.stale, emptiness, empty: grid?.empty, sort, columns: grid?.columns ?? [], formats })}
      </div>
    </>
  )
}
