import { useEffect, useId, useRef, useState } from 'react'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import { GridDialog } from '#renderer/grid/popover/grid-dialog.tsx'
import { parseNumber } from '#schemas/rules/numbers/digits.ts'

export interface MoveDialogProps {
  /** Name of the row. */
  name: string
  /** Position in the list, counted from 1. */
  place: number
  total: number
  opener: HTMLElement
  /** Moves the row; settles when it has been moved, or when the failure has been shown. */
  onMove: (place: number) => Promise<void>
  onClose: () => void
}

/** Asks for the new position of a row. */
export default function MoveDialog({ name, place, total, opener, onMove, onClose, formats }: MoveDialogProps & { formats: CellFormats }) {
  const { t } = formats
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [wrong, setWrong] = useState(false)
  const [busy, setBusy] = useState(false)
  // The dialog itself begins at its close button.
  useEffect(() => input.current?.focus(), [])
  const submit = async () => {
    const wanted = placeIn(text, total, formats.locale)
    setWrong(wanted === null)
    if (wanted === null) return input.current?.focus()
    if (busy) return
    setBusy(true)
    await onMove(wanted)
    onClose()
  }
  return (
    <GridDialog
      title={t('grid.reorder.to_title', { name })}
      opener={opener}
      narrow
      problem={wrong ? t('grid.reorder.to_wrong', { total: formats.number(total) }) : null}
      onSubmit={() => void submit()}
      onClose={onClose}
      foot={
        <button type="submit" className="grid-button" data-primary aria-busy={busy || undefined}>
          {t('grid.reorder.to_move')}
        </button>
      }
    >
      <label className="grid-move-place" htmlFor={id}>
        {t('grid.reorder.to_place', { total: formats.number(total) })}
      </label>
      <input
        ref={input}
        id={id}
        className="grid-input"
        type="text"
        inputMode="numeric"
        autoComplete="off"
        value={text}
        aria-invalid={wrong || undefined}
        aria-describedby={`${id}-now`}
        onChange={(event) => {
          setText(event.target.value)
          setWrong(false)
        }}
      />
      <p id={`${id}-now`} className="grid-hint">
        {t('grid.reorder.to_now', { place: formats.number(place) })}
      </p>
    </GridDialog>
  )
}

/** A typed position in digits of any script; null if it is not a valid one. */
export function placeIn(text: string, total: number, locale: string): number | null {
  const place = Number(parseNumber(text.trim(), locale) ?? NaN)
  return Number.isInteger(place) && place >= 1 && place <= total ? place : null
}
