import { useLocale } from '#renderer/locale/use-locale.ts'
import type { CellText, Pasted } from './paste-block.ts'
import type { TableColumn } from './table-columns.ts'

interface PasteReportProps {
  pasted: Pasted
  columns: readonly TableColumn[]
  most: number
  goTo: (row: number, column: number) => void
  close: () => void
}

const mostNamed = 8

/** The result of a paste: the number of filled cells, and each text that is not valid or did not fit with a link to its cell. */
export function PasteReport({ pasted, columns, most, goTo, close }: PasteReportProps) {
  const { filled, added, unfit, held, left, tooMany } = pasted
  const { t, formatNumber } = useLocale()
  const isWhole = unfit.length === 0 && held.length === 0 && left === 0 && !tooMany
  const cells = (list: readonly CellText[], text: string) =>
    list.length > 0 && (
      <div className="pf-paste-cells">
        {text}
        <ul>
          {list.slice(0, mostNamed).map(({ row, column, text }) => (
            <li key={`${row} ${column}`}>
              <button type="button" className="pf-link" onClick={() => goTo(row, column)}>
                {t('form.item', { number: formatNumber(row + 1) })} · {columns[column]?.title}
              </button>
              : <bdi>{text.length > 60 ? `${text.slice(0, 60)}…` : text}</bdi>
            </li>
          ))}
          {list.length > mostNamed && <li>{t('form.unsaved.more', { number: formatNumber(list.length - mostNamed) })}</li>}
        </ul>
      </div>
    )
  return (
    <div className="pf-notice pf-paste" role="status" data-tone={isWhole ? 'success' : 'warning'}>
      <span>
        {tooMany
          ? t('form.paste.too_many', { number: formatNumber(tooMany.rows), room: formatNumber(tooMany.room), most: formatNumber(most) })
          : t('form.paste.filled', { number: formatNumber(filled) })}
        {added > 0 && ` ${t('form.paste.added', { number: formatNumber(added) })}`}
        {left > 0 && ` ${t('form.paste.left_columns', { number: formatNumber(left) })}`}
      </span>
      <button type="button" className="pk-button" onClick={close}>
        {t('form.paste.close')}
      </button>
      {cells(held, t('form.paste.held', { number: formatNumber(held.length) }))}
      {cells(unfit, t('form.paste.unfit', { number: formatNumber(unfit.length) }))}
    </div>
  )
}
