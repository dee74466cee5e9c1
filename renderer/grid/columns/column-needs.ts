import { columnOnRow, shownOnRow } from '#schemas/rules/conditions/column-case.ts'
import { formatPeriod } from '#schemas/rules/calendar/period.ts'
import { localiseDigits } from '#schemas/rules/numbers/digits.ts'
import { clip, nameOf, plainText } from '#schemas/rules/text/plain-text.ts'
import { formatIdentifier } from '#schemas/rules/values/identifiers.ts'
import type { PhoneKind } from '#schemas/rules/values/phone.ts'
import type { GridColumn, GridRow, GridSummary } from '#schemas/types/contract.d.ts'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import { summaryText } from '#renderer/grid/cells/summary-text.ts'
import { readTags, telephoneText } from '#renderer/grid/cells/cell-values.ts'
import { cellLayouts, codeLength, isCellKind, paddingPx, type CellKind } from './columns.ts'
import type { WidthNeed } from './share-width.ts'
import { textWidth, widestText } from './text-width.ts'

/** An amount wider than this wraps; a single column should not fill the whole list. */
const widestNumberPx = 320
const widestTextPx = 480
/** Texts that may be cut are not cut below this. */
const leastOf: Partial<Record<CellKind, number>> = { text: 96, link: 160, product: 200, user: 136, tags: 96 }
/** The column that names the row. */
const leastName = 168
const codeLetterPx = 7.3
const copyButtonPx = 28
const sortArrowPx = 18
const mostHeadPx = 160

type Formats = Pick<CellFormats, 'money' | 'number' | 'date' | 'datetime' | 'locale'>
type Measure = (values: readonly unknown[], column: GridColumn, formats: Formats) => number

const texts = (values: readonly unknown[]) =>
  values.map((value) => (typeof value === 'string' ? value : (nameOf(value) ?? plainText(value) ?? ''))).map((text) => clip(text, 120))

const formatted = (values: readonly unknown[], format: (value: string | number) => string | null) =>
  widestText(
    values.flatMap((value) => (typeof value === 'string' || typeof value === 'number' ? [format(value) ?? String(value)] : [])),
    { tabular: true },
  )

/** A day of each month, and an hour of two digits: one of them is the longest date of the year. */
const days = Array.from({ length: 12 }, (_, month) => `2024-${String(month + 1).padStart(2, '0')}-28T20:48:00Z`)
const widestDate = (format: (value: string) => string | null) => Math.max(...days.map((day) => textWidth(format(day) ?? '')))

/** Numbers of people with their copy button. */
const numbers = (values: readonly (string | null)[], { locale }: Formats) =>
  copyButtonPx +
  widestText(
    values.map((value) => localiseDigits(value ?? '', locale)),
    { tabular: true },
  )
const telephones =
  (kind: PhoneKind): Measure =>
  (values, _, formats) =>
    numbers(
      values.map((value) => telephoneText(value, kind)),
      formats,
    )

/** Width of a cell's content by kind, without padding; other kinds have the width of their layout. */
const contentWidths: Partial<Record<CellKind, Measure>> = {
  text: (values, _, formats) => widestText(texts(values.map((value) => formatPeriod(value, formats) ?? value))),
  link: (values) => widestText(texts(values), { weight: 500 }),
  product: (values) => widestText(texts(values)) + 42,
  user: (values) => widestText(texts(values)) + 32,
  number: (values, _, { number }) => Math.min(widestNumberPx, formatted(values, number)),
  money: (values, { currency, currency_by: by, round }, { money }) =>
    Math.min(
      widestNumberPx,
      // Of amounts in several currencies each one has a short unit.
      formatted(values, (amount) => money(amount, by === undefined ? currency : 'IRR', round)),
    ),
  date: (_, __, { date }) => widestDate(date),
  datetime: (_, __, { datetime }) => widestDate(datetime),
  badge: (values, { options }) =>
    16 +
    widestText(values.map((value) => options?.find((option) => String(option.value) === String(value))?.title ?? plainText(value) ?? '')),
  boolean: () => 24,
  icon: () => 24,
  image: (values) => Math.max(1, ...values.map((value) => (Array.isArray(value) ? Math.min(6, value.length) : 1))) * 36,
  tags: (values, { options }) =>
    Math.max(
      0,
      ...values.map((value) => {
        const all = readTags(value, Array.isArray(options) ? options : [])
        const shown = all.slice(0, 3).reduce((sum, { title }) => sum + Math.max(32, clip(title, 30).length * 6.4 + 16) + 4, 0)
        return shown + (all.length > 3 ? 28 : 0)
      }),
    ),
  mobile: telephones('mobile'),
  phone: telephones('phone'),
  identifier: (values, _, formats) =>
    numbers(
      values.map((value) => formatIdentifier(plainText(value) ?? '')),
      formats,
    ),
  code: (values) => Math.max(0, ...texts(values).map((text) => clip(text, codeLength).length)) * codeLetterPx + copyButtonPx,
}

/** Width of a column's widest cell with its padding; undefined for kinds that have the width of their layout. */
function contentWidth(column: GridColumn, rows: readonly GridRow[], formats: Formats): number | undefined {
  if (column.cases) {
    const widths = rows.map((row) => contentWidth({ ...columnOnRow(column, row), cases: undefined }, [row], formats))
    return Math.max(...widths.map((width) => width ?? column.width ?? 0))
  }
  const measure = isCellKind(column.cell) ? contentWidths[column.cell] : undefined
  return (
    measure &&
    paddingPx +
      measure(
        rows.map((row) => shownOnRow(column, row)),
        column,
        formats,
      )
  )
}

const address = /^[^\s@]+@[^\s@]+$/

/** Whether a column of texts holds e-mail addresses, and nothing else: the end of one says as much as its beginning. */
function hasAddresses(column: GridColumn, rows: readonly GridRow[]): boolean {
  if (column.cell !== undefined && column.cell !== 'text') return false
  const values = rows.map((row) => shownOnRow(column, row)).filter((value) => value !== null && value !== undefined && value !== '')
  return values.length > 0 && values.every((value) => typeof value === 'string' && address.test(value))
}

/** Width of what all rows come to, with its padding: a sum is never cut. 0 for a column without one. */
function sumWidth(column: GridColumn, summary: GridSummary | undefined, formats: Formats): number {
  const value = column.summary === undefined || !summary?.is_exact ? undefined : summary.values?.[column.key]
  if (value === undefined) return 0
  return Math.ceil(paddingPx + textWidth(summaryText(value, column, formats), { weight: 600, tabular: true }))
}

/** The width that each column needs for the current page, by key; `isName` is true for the column that names the rows. */
export function columnNeeds(
  columns: readonly GridColumn[],
  rows: readonly GridRow[],
  formats: Formats,
  isName: (column: GridColumn, at: number) => boolean,
  summary?: GridSummary,
): WidthNeed[] {
  return columns.map((column, at) => {
    const kind = isCellKind(column.cell) ? column.cell : undefined
    const base = kind === undefined ? 160 : cellLayouts[kind].width
    const fills = kind === undefined || cellLayouts[kind].fills === true
    const head = textWidth(column.title, { size: 12, weight: 600 }) + paddingPx + (column.sortable ? sortArrowPx : 0)
    const content = rows.length > 0 ? contentWidth(column, rows, formats) : undefined
    const sum = sumWidth(column, summary, formats)
    const whole = Math.ceil(
      Math.max(sum, Math.min(content ?? column.width ?? base, fills ? widestTextPx : Infinity), Math.min(head, mostHeadPx)),
    )
    const most = kind && leastOf[kind] !== undefined ? Math.max(leastOf[kind], isName(column, at) ? leastName : 0) : Infinity
    // Without rows there is nothing to cut.
    if (rows.length === 0) return { least: Math.ceil(Math.min(whole, head, mostHeadPx)), whole, fills }
    return {
      least: Math.min(whole, Math.max(most, sum, Math.min(head, mostHeadPx))),
      whole,
      fills,
      ...(hasAddresses(column, rows) && { isFirst: true }),
    }
  })
}
