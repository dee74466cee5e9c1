import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import { GridPopover } from '#renderer/grid/popover/grid-popover.tsx'
import type { GridColumn } from '#schemas/types/contract.d.ts'
import type { ColumnSettings } from './columns-button.tsx'
import { chooseColumns, freezeColumn, isColumnStateEmpty, moveColumn, orderColumns, showColumn, type ColumnState } from './column-state.ts'
import './columns.css'

interface ColumnsPopoverProps extends ColumnSettings {
  opener: HTMLElement
  onClose: () => void
}

const densities = ['comfortable', 'compact'] as const

/** The column settings of a grid, next to their button. Changes apply at once, and Escape closes. */
export default function ColumnsPopover({ columns, state, formats, onChange, opener, onClose }: ColumnsPopoverProps) {
  const list = useRef<HTMLUListElement>(null)
  const [told, setTold] = useState('')
  const [dragged, setDragged] = useState<string | null>(null)
  const ordered = orderColumns(columns, state)
  const shown = new Set(chooseColumns(columns, state).map(({ key }) => key))
  const { t } = formats

  const move = (key: string, to: number) => {
    onChange((now) => moveColumn(columns, now, key, to))
    const name = columns.find((column) => column.key === key)?.title ?? key
    setTold(t('grid.column_place', { name, place: formats.number(to + 1), count: formats.number(ordered.length) }))
  }
  const onHandleKey = (event: KeyboardEvent<HTMLButtonElement>, key: string, at: number) => {
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: ordered.length - 1 }[event.key]
    if (to === undefined) return
    event.preventDefault()
    if (to < 0 || to >= ordered.length) return
    move(key, to)
    // An element that is moved loses the focus.
    const handle = event.currentTarget
    requestAnimationFrame(() => handle.focus({ preventScroll: true }))
  }
  const onHandleDown = (event: PointerEvent<HTMLButtonElement>, key: string) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    setDragged(key)
  }
  const onHandleMove = (event: PointerEvent<HTMLButtonElement>) => {
    if (dragged === null) return
    const items = [...(list.current?.children ?? [])].map((item) => item.getBoundingClientRect())
    const at = ordered.findIndex(({ key }) => key === dragged)
    const over = items.findIndex(({ top, bottom }) => event.clientY >= top && event.clientY < bottom)
    if (over >= 0 && over !== at) move(dragged, over)
  }

  return (
    <GridPopover label={t('grid.columns')} opener={opener} className="grid-columns" edge="end" onClose={onClose}>
      <ul ref={list} className="grid-columns-list">
        {ordered.map((column, at) => (
          <li key={column.key} data-dragged={dragged === column.key || undefined}>
            <button
              type="button"
              className="grid-grip"
              aria-label={t('grid.move_column', { name: nameOf(column) })}
              title={t('grid.move_hint')}
              onKeyDown={(event) => onHandleKey(event, column.key, at)}
              onPointerDown={(event) => onHandleDown(event, column.key)}
              onPointerMove={onHandleMove}
              onPointerUp={() => setDragged(null)}
              onLostPointerCapture={() => setDragged(null)}
            />
            <label>
              <input
                type="checkbox"
                checked={shown.has(column.key)}
                disabled={shown.size === 1 && shown.has(column.key)}
                onChange={(event) => {
                  const { checked } = event.target
                  onChange((now) => showColumn(now, column.key, checked))
                }}
              />
              <span dir="auto">{nameOf(column)}</span>
            </label>
            <Freeze column={column} own={columns.find(({ key }) => key === column.key)} formats={formats} onChange={onChange} />
          </li>
        ))}
      </ul>
      <div className="grid-columns-foot">
        <fieldset className="grid-density">
          <legend>{t('grid.density')}</legend>
          {densities.map((density) => (
            <label key={density}>
              <input
                type="radio"
                name="grid-density"
                checked={(state.density ?? 'comfortable') === density}
                onChange={() => onChange((now) => ({ ...now, density }))}
              />
              <span>{t(`grid.density_${density}`)}</span>
            </label>
          ))}
        </fieldset>
        <button
          type="button"
          className="grid-button"
          data-plain
          disabled={isColumnStateEmpty(state)}
          onClick={() => {
            onChange(() => ({}))
            setTold(t('grid.columns_reset_done'))
            list.current?.querySelector('input')?.focus()
          }}
        >
          {t('grid.columns_reset')}
        </button>
      </div>
      <p className="grid-hint">{t('grid.columns_hint')}</p>
      <div role="status" className="grid-unseen">
        {told}
      </div>
    </GridPopover>
  )
}

const nameOf = ({ title, key }: GridColumn): string => title || key

function Freeze({
  column,
  own,
  formats,
  onChange,
}: {
  column: GridColumn
  own: GridColumn | undefined
  formats: ColumnSettings['formats']
  onChange: (change: (state: ColumnState) => ColumnState) => void
}) {
  const { t } = formats
  const side = column.freeze === 'start' || column.freeze === 'end' ? column.freeze : ''
  return (
    <select
      className="grid-freeze"
      aria-label={t('grid.freeze_column', { name: nameOf(column) })}
      value={side}
      data-on={side !== '' || undefined}
      onChange={(event) => {
        const { value } = event.target
        onChange((now) => freezeColumn(now, own ?? column, value === 'start' || value === 'end' ? value : null))
      }}
    >
      <option value="">{t('grid.freeze_none')}</option>
      <option value="start">{t('grid.freeze_start')}</option>
      <option value="end">{t('grid.freeze_end')}</option>
    </select>
  )
}
