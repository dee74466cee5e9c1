import { memo, type CSSProperties, type MouseEvent } from 'react'
import { useStore } from 'zustand'
import { useShallow } from 'zustand/react/shallow'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { isShownAt } from '#schemas/rules/conditions/form-conditions.ts'
import { CellEditor, type Leave } from '#renderer/form/fields/cell-editor.tsx'
import { cellText, currencyOf } from '#renderer/form/fields/cell-text.ts'
import { idAt, useFormScope, useFormState } from '#renderer/form/form-context.ts'
import { messagesOf } from '#renderer/form/data/form-messages.ts'
import { shownData } from '#renderer/form/data/form-store.ts'
import { formatPath, getAt, type PathList } from '#renderer/form/data/path.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { rowDrag } from './row-drag.ts'
import type { TableColumn } from './table-columns.ts'
import type { ColumnTitles } from './use-column-titles.ts'

interface TableRowProps {
  index: number
  /** Path of the list. */
  path: PathList
  columns: readonly TableColumn[]
  /** Column of the cell that the keys act on, if it is in this row. */
  active: number | undefined
  isEditing: boolean
  titleOf: ColumnTitles['titleOf']
  /** Puts a row that is dragged by its number elsewhere; undefined where rows stay in their order. */
  move: ((from: number, to: number) => void) | undefined
  onCell: (row: number, column: number, event: MouseEvent) => void
  leave: (to: Leave) => void
}

/** One row of a table of rows: texts, and one control where a cell is edited. Drawn again only when its own values or messages change. */
export const TableRow = memo(function TableRow({ index, path, columns, active, isEditing, titleOf, move, onCell, leave }: TableRowProps) {
  const { store, form, idPrefix } = useFormScope()
  const formats = useLocale()
  const { t, formatNumber } = formats
  const rowPath = [...path, index]
  const rowKey = formatPath(rowPath)
  const row = useFormState((state) => getAt(state.data, rowPath))
  const messages = useStore(
    store,
    useShallow((state) => columns.map(({ name }) => messagesOf(state, `${rowKey}.${name}`, true).join(' '))),
  )
  const number = formatNumber(index + 1)
  const drag = move && rowDrag(idAt(idPrefix, formatPath(path)), index, move)

  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      className="pf-line"
      style={{ '--pf-line': index } as CSSProperties}
      data-active={active !== undefined || undefined}
      {...drag?.line}
    >
      <div
        role="rowheader"
        aria-colindex={1}
        className="pf-line-number"
        title={drag && t('form.rows.drag_row', { number })}
        {...drag?.handle}
      >
        {number}
      </div>
      {columns.map((column, at) => {
        const key = `${rowKey}.${column.name}`
        const isShown = isShownAt(form, column.ui, store.getState().data, [...rowPath, column.name])
        const value = isRecord(row) && isShown ? row[column.name] : undefined
        const isActive = active === at
        const place = `${t('form.item', { number })} · ${column.title}`
        return (
          <div
            key={column.name}
            role="gridcell"
            aria-colindex={at + 2}
            id={isActive && isEditing ? undefined : idAt(idPrefix, key)}
            tabIndex={isActive && !isEditing ? 0 : -1}
            className={`pf-cell pf-cell-${column.kind}`}
            aria-invalid={messages[at] ? true : undefined}
            aria-describedby={isActive ? describedBy(idAt(idPrefix, formatPath(path)), messages[at] ?? '', column) : undefined}
            aria-readonly={column.schema.readOnly || undefined}
            aria-selected={isActive}
            onMouseDown={(event) => onCell(index, at, event)}
            title={messages[at] || undefined}
            data-unused={!isShown || undefined}
            data-negative={column.schema.format === 'decimal' && String(value).startsWith('-') ? true : undefined}
          >
            {isActive && isEditing ? (
              <CellEditor key={key} path={[...rowPath, column.name]} column={column} label={place} leave={leave} />
            ) : column.schema.computed !== undefined && column.schema.readOnly ? (
              isShown && <ComputedText path={[...rowPath, column.name]} column={column} />
            ) : (
              <span dir={column.kind === 'text' || column.kind === 'record' ? 'auto' : undefined}>
                {(column.kind === 'record' ? titleOf(column, value) : undefined) ??
                  cellText(value, column.schema, column.choices, formats, currencyOf(column.schema, column.ui))}
              </span>
            )}
          </div>
        )
      })}
    </div>
  )
})

/** A value that is computed: it follows what is being typed, and nothing else of the row is drawn again. */
function ComputedText({ path, column }: { path: PathList; column: TableColumn }) {
  const formats = useLocale()
  const value = useFormState((state) => getAt(shownData(state), path))
  return (
    <span data-negative={(typeof value === 'string' || typeof value === 'number') && String(value).startsWith('-') ? true : undefined}>
      {cellText(value, column.schema, column.choices, formats, currencyOf(column.schema, column.ui))}
    </span>
  )
}

/** What stands under the table about the cell with the focus. */
const describedBy = (id: string, message: string, { ui }: TableColumn): string | undefined =>
  [message !== '' && `${id}-cell-error`, ui.computed_from && `${id}-cell-formula`].filter(Boolean).join(' ') || undefined
