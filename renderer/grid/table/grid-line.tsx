import { memo, type CSSProperties, type ReactNode } from 'react'
import { shownOnRow } from '#schemas/rules/conditions/column-case.ts'
import type { Action, GridRow } from '#schemas/types/contract.d.ts'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import { isNothing } from '#renderer/grid/cells/cell-values.ts'
import { EditorPlace } from '#renderer/grid/edit/editor-place.tsx'
import type { LineDraft } from '#renderer/grid/edit/grid-edits.ts'
import { type ColumnLayout } from '#renderer/grid/columns/columns.ts'
import { inlineActions, isOffered } from '#renderer/grid/rows/row-actions.ts'
import { rowName } from '#renderer/grid/rows/rows.ts'
import type { RowHandle } from '#renderer/grid/reorder/use-row-moves.ts'
import { Icon } from '#renderer/ui/icon.tsx'
import { drawCell } from '#renderer/grid/cells/draw-cell.tsx'
import { cardCells } from './card-cells.ts'

interface GridLineProps {
  row: GridRow
  columns: ColumnLayout[]
  formats: CellFormats
  /** Undefined when rows cannot be selected. */
  selected: boolean | undefined
  actions: Action[]
  /** Where in it Tab stops: at a cell by its place, or at the line as a whole (null); undefined for all lines but one. */
  stop?: number | null
  /** Place in the whole list, counted from 1, the header being the first. */
  position: number
  /** Level in a tree, 1 at the top; undefined where rows are none. */
  level?: number
  /** Whether its children are shown; undefined if it has none. */
  expanded?: boolean
  loading?: boolean
  /** Whether it can be shown in the quick view. */
  viewable?: boolean
  /** Moves it by hand; undefined where rows have no order of their own. */
  handle?: RowHandle
  /** Whether it is being moved with the keyboard, and where the moved line would land. */
  lifted?: boolean
  drop?: 'before' | 'after'
  /** What of it is edited. */
  draft?: LineDraft
  /** How much of it is seen where lines are cards. */
  card?: 'folded' | 'unfolded'
}

/** One line of a grid. It holds no handlers, the table listens for all lines; so it is drawn again only when its own data change. */
export const GridLine = memo(function GridLine({
  row,
  columns,
  formats,
  selected,
  actions,
  stop,
  position,
  level,
  expanded,
  loading,
  viewable,
  handle,
  lifted,
  drop,
  draft,
  card,
}: GridLineProps) {
  const name = rowName(
    row,
    columns.map(({ column }) => column),
    formats,
  )
  const parts = card === undefined ? null : cardCells(columns, row)
  const drawnColumns = parts === null ? columns : [...parts.title, ...parts.lines, ...(card === 'unfolded' ? parts.rest : [])]
  const before = selected === undefined ? 0 : 1
  const tabIndexAt = (cell: number | null) => (stop === cell ? 0 : -1)
  return (
    <tr
      data-id={String(row.id)}
      tabIndex={tabIndexAt(null)}
      aria-rowindex={position}
      aria-level={level}
      aria-expanded={expanded}
      aria-busy={loading || undefined}
      aria-selected={selected}
      data-selected={selected || undefined}
      data-lifted={lifted ? '' : undefined}
      data-drop={drop}
    >
      {selected === undefined ? null : (
        <td className="grid-select" data-sticky="start" tabIndex={tabIndexAt(0)}>
          <input type="checkbox" data-part="select" checked={selected} readOnly aria-label={formats.t('grid.select_row', { name })} />
        </td>
      )}
      {drawnColumns.map((entry, at) => {
        const { column } = entry
        const field = column.editable ?? column.key
        const change = draft?.cells[field]
        const shown = change ? { ...row, [column.key]: change.shown ?? change.value } : row
        const value = shownOnRow(column, shown)
        const isEditable = column.editable !== undefined && row.can_edit === true
        const isEditing = draft?.editing === field
        const drawn = drawCell(shown, column, formats)
        const inPlace = isEditing ? (
          <EditorPlace row={row} field={field} typed={draft.typed} column={column.title} label={`${name} · ${column.title}`}>
            {drawn}
          </EditorPlace>
        ) : (
          drawn
        )
        return (
          <td
            key={column.key}
            tabIndex={isEditing ? -1 : tabIndexAt(at + before)}
            data-label={column.title}
            data-card={parts?.title.includes(entry) ? 'title' : undefined}
            data-align={entry.align}
            data-handle={(at === 0 && handle && row.can_edit === true) || undefined}
            data-sticky={entry.sticky?.side}
            data-key={column.key}
            data-cell={column.cell}
            data-empty={isNothing(value) || undefined}
            style={stickyStyle(entry)}
            data-editable={isEditable ? field : undefined}
            data-editing={isEditing || undefined}
            data-draft={change?.state}
            title={change?.message}
            aria-invalid={change?.state === 'failed' || undefined}
            aria-description={change?.message}
            aria-busy={change?.state === 'saving' || undefined}
          >
            {at === 0 && handle && row.can_edit === true ? (
              <button
                type="button"
                className="grid-handle"
                data-part="drag"
                tabIndex={-1}
                aria-disabled={!handle.isOn}
                aria-pressed={lifted ?? false}
                aria-label={`${name}: ${handle.hint}`}
                title={handle.hint}
              />
            ) : null}
            {at === 0 && level !== undefined ? (
              <Branch level={level} expanded={expanded} name={name} formats={formats}>
                {inPlace}
              </Branch>
            ) : (
              inPlace
            )}
            {isEditable && !isEditing ? (
              <button
                type="button"
                className="grid-edit"
                data-part="edit"
                data-key={field}
                tabIndex={-1}
                aria-label={formats.t('grid.edit.cell', { name: column.title })}
                title={formats.t('grid.edit.cell', { name: column.title })}
              >
                <Icon name="edit" size={14} />
              </button>
            ) : null}
          </td>
        )
      })}
      {actions.length === 0 ? null : (
        <LineActions
          tabIndex={tabIndexAt(drawnColumns.length + before)}
          actions={actions}
          viewable={viewable === true}
          row={row}
          formats={formats}
          name={name}
        />
      )}
      {parts === null || parts.rest.length === 0 ? null : (
        <td className="grid-unfold" tabIndex={tabIndexAt(drawnColumns.length + before + (actions.length > 0 ? 1 : 0))}>
          <button type="button" data-part="more" aria-expanded={card === 'unfolded'}>
            {card === 'unfolded' ? formats.t('grid.card_less') : formats.t('grid.card_more', { count: formats.number(parts.rest.length) })}
          </button>
        </td>
      )}
    </tr>
  )
})

/** The first cell of a line in a tree, indented by its level, with the button that opens the line. */
function Branch({
  level,
  expanded,
  name,
  formats,
  children,
}: {
  level: number
  expanded: boolean | undefined
  name: string
  formats: CellFormats
  children: ReactNode
}) {
  return (
    <span className="grid-branch" style={{ paddingInlineStart: (level - 1) * 20 }}>
      {expanded === undefined ? (
        <span className="grid-twig" />
      ) : (
        <button
          type="button"
          className="grid-twig"
          data-part="expand"
          data-on={expanded || undefined}
          tabIndex={-1}
          aria-label={formats.t(expanded ? 'grid.collapse_row' : 'grid.expand_row', { name })}
        />
      )}
      <span className="grid-branch-cell">{children}</span>
    </span>
  )
}

function LineActions({
  tabIndex,
  actions,
  viewable,
  row,
  formats,
  name,
}: {
  tabIndex: number
  actions: Action[]
  viewable: boolean
  row: GridRow
  formats: CellFormats
  name: string
}) {
  const { inline, hasView } = inlineActions(actions, row, viewable)
  const hasMenu = (viewable && row.can_view !== false) || actions.some((action) => isOffered(action, row))
  return (
    <td className="grid-actions" data-sticky="end" tabIndex={tabIndex}>
      {!hasMenu ? null : (
        <>
          <span className="grid-inline">
            {hasView ? (
              <button
                type="button"
                data-part="view"
                tabIndex={-1}
                aria-label={formats.t('grid.quick.open')}
                title={formats.t('grid.quick.open')}
              >
                <Icon name="eye" size={16} />
              </button>
            ) : null}
            {inline.map(({ action, index }) => {
              const title = formats.actionTitle(action, row)
              // Not in the tab order: the menu next to it has the same action.
              return (
                <button
                  key={index}
                  type="button"
                  data-part="action"
                  data-index={index}
                  data-color={action.color}
                  tabIndex={-1}
                  aria-label={title}
                  title={title}
                >
                  <Icon name={action.icon} size={16} />
                </button>
              )
            })}
          </span>
          <button
            type="button"
            className="grid-dots"
            data-part="menu"
            aria-haspopup="menu"
            aria-label={formats.t('grid.row_actions', { name })}
          />
        </>
      )}
    </td>
  )
}

/** Where a frozen column sticks, by reading direction. */
export function stickyStyle({ sticky }: ColumnLayout): CSSProperties | undefined {
  if (sticky === null) return undefined
  return sticky.side === 'start' ? { insetInlineStart: sticky.offset } : { insetInlineEnd: sticky.offset }
}
