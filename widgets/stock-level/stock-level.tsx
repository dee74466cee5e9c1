import { trimDecimal } from '#schemas/rules/numbers/decimal.ts'
import { noValue } from '#schemas/rules/text/plain-text.ts'
import { useLocale, type CellProps } from '#renderer'
import { useTexts } from './use-texts.ts'

const tones = { low: 'warning', empty: 'danger' } as const

/** A quantity in stock, marked where it is low or nothing is left. */
export default function StockLevel({ value, row }: CellProps) {
  const { formatNumber } = useLocale()
  const say = useTexts()
  if (typeof value !== 'string' && typeof value !== 'number') return noValue
  const level = row.stock_level === 'low' || row.stock_level === 'empty' ? row.stock_level : undefined
  return (
    <span className="grid-number" style={{ display: 'inline-flex', gap: 6, alignItems: 'center' }}>
      {level && (
        <span className="grid-badge" data-color={tones[level]} data-level={level}>
          <span className="grid-badge-text">{say(level)}</span>
        </span>
      )}
      {formatNumber(trimDecimal(String(value)))}
    </span>
  )
}
