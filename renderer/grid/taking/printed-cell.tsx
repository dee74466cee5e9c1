import type { ReactNode } from 'react'
import type { CellFormats } from '#renderer/grid/cell-formats.ts'
import { imageSource, readTags } from '#renderer/grid/cell-values.ts'
import { localiseDigits } from '#schemas/rules/digits.ts'
import { numberText, phoneText, type PhoneKind } from '#schemas/rules/phone.ts'
import { clip, plainText } from '#schemas/rules/plain-text.ts'
import type { GridColumn } from '#schemas/types/contract.d.ts'

const longest = 300

/** What a cell says on paper: nothing to press, nothing that only a colour says. */
export function printedCell(value: unknown, column: GridColumn, formats: CellFormats): ReactNode {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return titled(value, column) ?? formats.t(value ? 'grid.yes' : 'grid.no')
  const sources = column.cell === 'image' ? [value].flat().slice(0, 1).map(imageSource).filter((source) => source !== null) : []
  if (sources[0]) return <img src={sources[0]} alt="" height={32} referrerPolicy="no-referrer" />
  const option = titled(value, column)
  if (option !== undefined) return option
  if (column.cell === 'mobile' || column.cell === 'phone') return <bdi dir="ltr">{localiseDigits(phoneOf(value, column.cell) ?? plainText(value) ?? '', formats.locale)}</bdi>
  if (Array.isArray(value)) return readTags(value, column.options ?? []).map(({ title }) => title).join(formats.t('grid.comma'))
  return formatted(value, column, formats) ?? <bdi>{clip(plainText(value) ?? '', longest)}</bdi>
}

const phoneOf = (value: unknown, kind: PhoneKind) => (typeof value === 'string' ? numberText(value, kind) : typeof value === 'object' && value !== null ? phoneText(value) : undefined)

const titled = (value: unknown, { options }: GridColumn) => (typeof value === 'object' ? undefined : options?.find((option) => option.value === value || String(option.value) === String(value))?.title)

function formatted(value: unknown, { cell, kind, currency }: GridColumn, formats: CellFormats): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const text = String(value)
  if (cell === 'money') return formats.money(value, currency)
  if (cell === 'date' || kind === 'date') return formats.date(text)
  if (cell === 'datetime' || cell === 'relative' || kind === 'datetime') return formats.datetime(text)
  return typeof value === 'number' || kind === 'decimal' || cell === 'number' ? formats.number(value) : null
}
