import { currencyOnRow } from '#schemas/rules/conditions/column-case.ts'
import { toDecimal } from '#schemas/rules/numbers/decimal.ts'
import { Link } from 'react-router'
import { clip, nameOf, plainText } from '#schemas/rules/text/plain-text.ts'
import { hoverText, imageSource } from './cell-values.ts'
import { Picture } from './picture.tsx'
import { none, typeMismatch, type Cell, type DrawCell } from './plain-cell.tsx'
import { QrButton } from './qr-button.tsx'
import { mayOpen } from '#renderer/grid/rows/row-actions.ts'
import { readCell } from '#renderer/grid/rows/rows.ts'

const numberOf = (value: unknown): number | null => {
  if (typeof value !== 'number' && typeof value !== 'string') return null
  const number = value === '' || toDecimal(value) === undefined ? Number.NaN : Number(value)
  return Number.isFinite(number) ? number : null
}

/** A bar up to the column's `max`, or 100. A value outside is drawn at the end of the bar, but written as it is. */
export const progress: DrawCell = ({ value, column, formats }) => {
  if (value === null || value === undefined || value === '') return none
  const number = numberOf(value)
  const max = numberOf(column.max) ?? 100
  if (number === null || max <= 0) return typeMismatch(value, formats)
  const share = Math.min(1, Math.max(0, number / max))
  const label = formats.t('grid.percent', { value: formats.number(Math.round((number / max) * 100)) })
  return (
    <span className="grid-progress" data-full={share === 1 || undefined}>
      <span
        role="progressbar"
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        aria-valuetext={label}
        aria-label={column.title}
      >
        <span style={{ inlineSize: `${share * 100}%` }} />
      </span>
      <span aria-hidden="true">{label}</span>
    </span>
  )
}

const sparkSize = { width: 96, height: 24, pad: 2 }
const mostPoints = 200

/** The course of a list of numbers, the earliest at the start of the line. */
export const sparkline: DrawCell = ({ value, formats }) => {
  if (value === null || value === undefined || (Array.isArray(value) && value.length === 0)) return none
  if (!Array.isArray(value)) return typeMismatch(value, formats)
  const numbers = value.slice(-mostPoints).map(numberOf)
  if (numbers.some((number) => number === null)) return typeMismatch(value, formats)
  const points = numbers as number[]
  const least = Math.min(...points)
  const range = Math.max(...points) - least || 1
  const { width, height, pad } = sparkSize
  const at = (number: number, index: number) =>
    `${(pad + (points.length === 1 ? 0.5 : index / (points.length - 1)) * (width - 2 * pad)).toFixed(1)},${(height - pad - ((number - least) / range) * (height - 2 * pad)).toFixed(1)}`
  const [first, last] = [points[0]!, points.at(-1)!]
  const label = formats.t('grid.trend', { first: formats.number(first), last: formats.number(last), count: formats.number(points.length) })
  const [x, y] = at(last, points.length - 1).split(',')
  return (
    <svg
      className="grid-spark"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      data-trend={last > first ? 'up' : last < first ? 'down' : 'even'}
    >
      <title>{label}</title>
      <polyline
        points={points.map(at).join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      <circle cx={x} cy={y} r="2" fill="currentColor" />
    </svg>
  )
}

const part = ({ value, row }: Cell, key: unknown, own: string): unknown => {
  const named = typeof key === 'string' ? readCell(row, key) : undefined
  return named ?? (typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[own] : undefined)
}

/**
 * A product: its picture, its title (a link where the column leads somewhere), and beneath it code and price, from the
 * fields that the column names.
 */
export const product: DrawCell = (cell) => {
  const { value, row, column, formats } = cell
  const title = nameOf(value) ?? plainText(value)
  if (title === null) return none
  const picture = imageSource(part(cell, column.picture, 'thumbnail') ?? part(cell, undefined, 'image'))
  const sku = plainText(part(cell, column.sku, 'sku'))
  const price = part(cell, column.price, 'price')
  const amount =
    typeof price === 'string' || typeof price === 'number' ? (formats.money(price, currencyOnRow(column, row)) ?? plainText(price)) : null
  const href = column.to === undefined || !mayOpen(column, row) ? null : formats.href(column.to, row)
  const label = clip(title, 120)
  return (
    <span className="grid-product">
      {picture ? <Picture className="grid-image" src={picture} alt="" size={32} /> : <span className="grid-no-image" aria-hidden="true" />}
      <span className="grid-product-text">
        {column.action && mayOpen(column, row) ? (
          <button
            type="button"
            className="grid-link grid-clip"
            dir="auto"
            data-part="cell-action"
            data-key={column.key}
            title={hoverText(title)}
          >
            {label}
          </button>
        ) : href === null ? (
          <span className="grid-clip" dir="auto" title={hoverText(title)}>
            {label}
          </span>
        ) : (
          <Link className="grid-link grid-clip" dir="auto" to={href} title={hoverText(title)}>
            {label}
          </Link>
        )}
        {sku === null && amount === null ? null : (
          <small className="grid-product-facts">
            {sku === null ? null : (
              <bdi className="grid-clip" dir="ltr">
                {clip(sku, 40)}
              </bdi>
            )}
            {sku !== null && amount !== null ? ' · ' : null}
            {amount === null ? null : <bdi className="grid-number">{amount}</bdi>}
          </small>
        )}
      </span>
    </span>
  )
}

const longestQr = 1000

/** A text with a button that shows it as a QR code. */
export const qr: DrawCell = ({ value, formats }) => {
  const plain = plainText(value)
  if (plain === null) return none
  return plain.length > longestQr ? typeMismatch(value, formats) : <QrButton text={plain} formats={formats} />
}
