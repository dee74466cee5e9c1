import type { ReactNode } from 'react'
import type { GridColumn, GridRow } from '#schemas/types/contract.d.ts'
import type { CellFormats } from './cell-formats.ts'
import { clip, noValue, plainText, shownText } from '#schemas/rules/text/plain-text.ts'
import { hoverText } from './cell-values.ts'

export interface Cell {
  value: unknown
  row: GridRow
  column: GridColumn
  formats: CellFormats
}

/** Draws one cell. A plain function, not a component: a page of 50 rows has hundreds of them. */
export type DrawCell = (cell: Cell) => ReactNode

export const none = <span className="grid-none">{noValue}</span>

export const text = (value: unknown, { locale }: Pick<CellFormats, 'locale'>): ReactNode => {
  const plain = shownText(value, locale)
  return plain === null ? (
    none
  ) : (
    <div className="grid-clip" dir="auto" title={hoverText(plain)}>
      {clip(plain)}
    </div>
  )
}

/** A value that a cell of this kind cannot draw: shown as it is, and marked. */
export const typeMismatch = (value: unknown, { t }: Pick<CellFormats, 't'>): ReactNode => {
  const plain = plainText(value)
  return plain === null ? (
    none
  ) : (
    <div
      className="grid-clip grid-bad"
      dir="auto"
      aria-description={t('grid.bad_value')}
      title={`${t('grid.bad_value')}\n${clip(plain, 500)}`}
    >
      {clip(plain)}
    </div>
  )
}
