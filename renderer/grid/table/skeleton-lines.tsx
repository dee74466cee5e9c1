import { stickyStyle } from './grid-line.tsx'
import type { ColumnLayout } from '#renderer/grid/columns/columns.ts'

/** Bones where rows will be, in the widths that the rows will have. */
export function SkeletonLines({
  count,
  columns,
  selectable,
  hasActions,
}: {
  count: number
  columns: ColumnLayout[]
  selectable: boolean
  hasActions: boolean
}) {
  return Array.from({ length: count }, (_, line) => (
    <tr key={line} className="grid-skeleton" aria-hidden="true">
      {selectable ? <td data-sticky="start" /> : null}
      {columns.map((entry, index) => (
        <td key={entry.column.key} data-align={entry.align} data-sticky={entry.sticky?.side} style={stickyStyle(entry)}>
          {/* Uneven ends read as text, the same on every draw. */}
          <span className="grid-bone" style={{ inlineSize: `${45 + ((line * 17 + index * 29) % 40)}%` }} />
        </td>
      ))}
      {hasActions ? <td data-sticky="end" /> : null}
    </tr>
  ))
}
