import { useLocale } from '#renderer/locale/use-locale.ts'
import type { Pasted } from './paste-block.ts'
import type { TableColumn } from './table-columns.ts'

interface PasteReportProps {
  pasted: Pasted
  columns: readonly TableColumn[]
  most: number
  goTo: (row: number, column: number) => void
  close: () => void
}

const mostNamed = 8

/** The result of a paste: the number of filled cells, and each text that did not fit with a link to its cell. */
export function PasteReport({ pasted: { filled, added, unfit, left }, columns, most, goTo, close }: PasteReportProps) {
  const { t, formatNumber } = useLocale()
  const isWhole = unfit.length === 0 && left.rows === 0 && left.columns === 0
  return (
    <div className="pf-notice pf-paste" role="status" data-tone={isWhole ? 'success' : 'warning'}>
      <span>
        {t('form.paste.filled', { number: formatNumber(filled) })}
        {added > 0 && ` ${t('form.paste.added', { number: formatNumber(added) })}`}
        {left.rows > 0 && ` ${t('form.paste.left_rows', { number: formatNumber(left.rows), most: formatNumber(most) })}`}
        {left.columns > 0 && ` ${t('form.paste.left_columns', { number: formatNumber(left.columns) })}`}
        {unfit.length > 0 && ` ${t('form.paste.unfit', { number: formatNumber(unfit.length) })}`}
      </span>
      <button type="button" className="pk-button" onClick={close}>
        {t('form.paste.close')}
      </button>
      {unfit.length > 0 && (
        <ul>
          {unfit.slice(0, mostNamed).map(({ row, column, text }) => (
            <li key={`${row} ${column}`}>
              <button type="button" className="pf-link" onClick={() => goTo(row, column)}>
                {t('form.item', { number: formatNumber(row + 1) })} · {columns[column]?.title}
              </button>
              : <bdi>{text.length > 60 ? `${text.slice(0, 60)}…` : text}</bdi>
            </li>
          ))}
          {unfit.length > mostNamed && <li>{t('form.unsaved.more', { number: formatNumber(unfit.length - mostNamed) })}</li>}
        </ul>
      )}
    </div>
  )
}
