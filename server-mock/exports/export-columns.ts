import { calendarOf, formatDate } from '#schemas/rules/calendar/calendar.ts'
import { toDecimal } from '#schemas/rules/numbers/decimal.ts'
import { columnOnRow, valueOnRow } from '#schemas/rules/conditions/column-case.ts'
import { formatListText } from '#schemas/rules/text/list-text.ts'
import { phoneText } from '#schemas/rules/values/phone.ts'
import { plainText } from '#schemas/rules/text/plain-text.ts'
import type { GridColumn, GridRow, GridSummary, Option } from '#schemas/types/contract.d.ts'
import type { Caller } from '#server/caller.ts'
import type { Cell, SheetColumn } from '#server/spreadsheet/cells.ts'

/** One column of a file, and its cell for a row. */
export interface ExportColumn extends SheetColumn {
  read: (row: GridRow) => Cell
  /** What all rows come to, of a column that is summed up so. */
  sum?: { kind: SummaryKind; read: (values: SummaryValues) => Cell }
}

type SummaryKind = NonNullable<GridColumn['summary']>
type SummaryValues = NonNullable<GridSummary['values']>

type Say = (key: string, values?: Record<string, unknown>) => string

const defaultWidth = 160
const pixelsPerCharacter = 7
const widthOf = ({ width = defaultWidth }: GridColumn) => Math.round(width / pixelsPerCharacter)

/**
 * The columns of a file from those of a grid: titles and choices as its reader sees them, and in CSV, which has no cells of
 * truth, yes and no, numbers, days and moments as such. Where
 * the reader's calendar is the Jalali one, a column of days has one of text beside it.
 */
export function exportColumns(
  columns: readonly GridColumn[],
  { locale, timezone }: Pick<Caller, 'locale' | 'timezone'>,
  say: Say,
  format: 'csv' | 'xlsx',
): ExportColumn[] {
  const truth = (value: boolean): Cell => (format === 'xlsx' ? value : say(value ? 'import.yes' : 'import.no'))
  return columns.flatMap((column): ExportColumn[] => {
    const kind = kindOf(column)
    const own: ExportColumn = {
      title: column.title,
      width: widthOf(column),
      read: (row) => {
        const here = columnOnRow(column, row)
        const value = valueOnRow(row, here.key)
        return typeof value === 'boolean'
          ? (optionOf(here.options, value)?.title ?? truth(value))
          : cellOf(value, here, here === column ? kind : kindOf(here), timezone)
      },
      ...sumOf(column, kind, timezone),
    }
    if (!isDated(kind) || calendarOf(locale) !== 'jalali') return [own]
    const jalali = (cell: Cell): Cell =>
      cell !== null && typeof cell === 'object' && !('number' in cell) ? jalaliText('day' in cell ? cell.day : cell.moment) : null
    const { sum } = own
    return [
      own,
      {
        title: say('export.jalali', { title: column.title }),
        width: own.width,
        read: (row) => jalali(own.read(row)),
        ...(sum && { sum: { ...sum, read: (values) => jalali(sum.read(values)) } }),
      },
    ]
  })
}

function sumOf({ key, summary, ...column }: GridColumn, kind: Kind, timeZone: string): Pick<ExportColumn, 'sum'> {
  if (summary === undefined) return {}
  const isCount = summary === 'count'
  return {
    sum: {
      kind: summary,
      read: (values) => cellOf(values[key], { key, cell: 'text', title: column.title }, isCount ? 'number' : kind, timeZone),
    },
  }
}

const kindsInOrder: readonly SummaryKind[] = ['sum', 'average', 'min', 'max', 'count']

/** Lines at the end of a file that tell what all rows come to: one for each way of summing up, which the first free cell names. */
export function summaryLines(columns: readonly ExportColumn[], values: SummaryValues, say: Say): Cell[][] {
  return kindsInOrder
    .filter((kind) => columns.some(({ sum }) => sum?.kind === kind))
    .map((kind) => {
      const line = columns.map(({ sum }) => (sum?.kind === kind ? sum.read(values) : null))
      const free = line.indexOf(null)
      if (free >= 0) line[free] = say(`export.summary_${kind}`)
      return line
    })
}

type Kind = GridColumn['kind'] | 'amount'

/** A cell shows days although its field has moments, or amounts although it has mere numbers. */
function kindOf({ cell, kind }: GridColumn): Kind {
  if (cell === 'money') return 'amount'
  if (cell === 'date') return 'date'
  if (cell === 'datetime' || cell === 'relative') return kind === 'date' ? 'date' : 'datetime'
  return kind
}

const isDated = (kind: Kind) => kind === 'date' || kind === 'datetime'
const isDateLike = (value: unknown): value is string =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d(T|$)/.test(value) && !Number.isNaN(Date.parse(value))

function cellOf(value: unknown, column: GridColumn, kind: Kind, timeZone: string): Cell {
  if (value === null || value === undefined || value === '') return null
  if (Array.isArray(value))
    return (
      formatListText(
        value
          .map((item) => optionOf(column.options, item)?.title ?? linkOf(item) ?? plainText(item))
          .filter((text): text is string => typeof text === 'string' && text !== ''),
      ) || null
    )
  const option = optionOf(column.options, value)
  if (option?.title) return option.title
  if (isDated(kind) && isDateLike(value)) return dated(value, kind === 'date', timeZone)
  if (typeof value === 'number' || kind === 'number' || kind === 'decimal' || kind === 'integer' || kind === 'amount') {
    const number = toDecimal(value)
    if (number !== undefined) return { number, style: kind === 'amount' || kind === 'decimal' ? 'amount' : 'plain' }
  }
  return linkOf(value) ?? (typeof value === 'object' ? phoneText(value) : undefined) ?? plainText(value)
}

const optionOf = (options: readonly Option[] | undefined, value: unknown): Option | undefined =>
  typeof value === 'object' ? undefined : options?.find((option) => option.value === value || String(option.value) === String(value))

/** Of an uploaded file its address. */
function linkOf(value: unknown): string | undefined {
  const link = typeof value === 'object' && value !== null ? (value as { link?: unknown }).link : undefined
  return typeof link === 'string' ? link : undefined
}

const wallClock = { locale: 'en', calendar: 'gregorian' } as const

/** A day or a moment as the clock of a zone has it; a plain day is the same everywhere. */
function dated(value: string, isDay: boolean, timeZone: string): Cell {
  if (isDay || value.length === 10) return { day: formatDate(value, { ...wallClock, timeZone, pattern: 'YYYY-MM-DD' }) }
  return { moment: formatDate(value, { ...wallClock, timeZone, pattern: 'YYYY-MM-DD HH:mm:ss' }) }
}

/** `1403/01/01`, with the time of day where there is one; digits that machines read. */
function jalaliText(text: string): string {
  const [day = '', time] = text.split(' ')
  const formatted = formatDate(day, { locale: 'en', calendar: 'jalali', pattern: 'YYYY/MM/DD' })
  return time === undefined ? formatted : `${formatted} ${time.slice(0, 5)}`
}
