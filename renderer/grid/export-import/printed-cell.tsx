import type { ReactNode } from 'react'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import { imageSource, readTags, telephoneText } from '#renderer/grid/cells/cell-values.ts'
import { currencyOnRow } from '#schemas/rules/conditions/column-case.ts'
import { localiseDigits } from '#schemas/rules/numbers/digits.ts'
import { formatIdentifier } from '#schemas/rules/values/identifiers.ts'
import { clip, noValue, plainText, shownText } from '#schemas/rules/text/plain-text.ts'
import type { GridColumn, GridRow, GridSummary } from '#schemas/types/contract.d.ts'

/** A cell for printing: without controls and without meaning in colours; texts are shortened. */
export function printedCell(value: unknown, column: GridColumn, formats: CellFormats, longest = 300, row?: GridRow): ReactNode {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return titled(value, column) ?? formats.t(value ? 'grid.yes' : 'grid.no')
  const sources =
    column.cell === 'image'
      ? [value]
          .flat()
          .slice(0, 1)
          .map(imageSource)
          .filter((source) => source !== null)
      : []
  if (sources[0]) return <img src={sources[0]} alt="" height={32} referrerPolicy="no-referrer" />
  const option = titled(value, column)
  if (option !== undefined) return option
  if (column.cell === 'mobile' || column.cell === 'phone')
    return <bdi dir="ltr">{localiseDigits(telephoneText(value, column.cell) ?? '', formats.locale)}</bdi>
  if (column.cell === 'identifier') return <bdi dir="ltr">{localiseDigits(formatIdentifier(plainText(value) ?? ''), formats.locale)}</bdi>
  if (Array.isArray(value))
    return clip(
      readTags(value, column.options ?? [])
        .map(({ title }) => title)
        .join(formats.t('grid.comma')),
      longest,
    )
  return formatted(value, column, formats, row) ?? <bdi>{clip(shownText(value, formats.locale) ?? '', longest)}</bdi>
}

const wholeCells = new Set([
  'money',
  'date',
  'datetime',
  'relative',
  'time',
  'mobile',
  'phone',
  'identifier',
  'number',
  'progress',
  'code',
  'copy',
  'boolean',
  'badge',
])
const wholeKinds = new Set<string | undefined>(['number', 'integer', 'decimal', 'date', 'datetime', 'boolean'])
const longestCode = 28

/**
 * How a column is laid out on paper: `empty` where no row says anything, `whole` where a break would tear a number, a day
 * or a code apart.
 */
export function printedShape(column: GridColumn, values: readonly unknown[]): 'empty' | 'whole' | undefined {
  const told = values.filter(
    (value) => value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0),
  )
  if (told.length === 0) return 'empty'
  if (wholeCells.has(column.cell) || wholeKinds.has(column.kind)) return 'whole'
  return told.every(
    (value) =>
      typeof value === 'number' ||
      typeof value === 'boolean' ||
      (typeof value === 'string' && value.length <= longestCode && /^\S*\d\S*$/.test(value)),
  )
    ? 'whole'
    : undefined
}

/** The summary of a column as the list shows it; null if there is none. */
export function printedSum(
  { summary: kind, ...column }: GridColumn,
  values: NonNullable<GridSummary['values']>,
  formats: CellFormats,
): ReactNode {
  const value = kind === undefined ? undefined : values[column.key]
  if (value === undefined || kind === undefined) return null
  const plain =
    kind === 'count'
      ? formats.number(value ?? 0)
      : kind === 'average' && column.cell !== 'money'
        ? formats.number(Math.round(Number(value) * 100) / 100)
        : undefined
  return (
    <>
      <small>{formats.t(`grid.summary_${kind}`)}</small>{' '}
      <bdi>{value === null ? noValue : (plain ?? formatted(value, column, formats) ?? formats.number(value) ?? String(value))}</bdi>
    </>
  )
}

const titled = (value: unknown, { options }: GridColumn) =>
  typeof value === 'object' ? undefined : options?.find((option) => option.value === value || String(option.value) === String(value))?.title

function formatted(value: unknown, column: GridColumn, formats: CellFormats, row: Partial<GridRow> = {}): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = String(value)
  const { cell, kind } = column
  if (cell === 'money') return formats.money(value, currencyOnRow(column, row), column.round)
  if (cell === 'date' || kind === 'date') return formats.date(text)
  if (cell === 'datetime' || cell === 'relative' || kind === 'datetime') return formats.datetime(text)
  if (cell === 'time') return formats.time(text)
  return typeof value === 'number' || kind === 'decimal' || cell === 'number' ? formats.number(value) : null
}
