import { useLocale } from '#renderer/locale/use-locale.ts'
import { Icon } from '#renderer/ui/icon.tsx'
import { keepFocus } from '#renderer/form/keep-focus.ts'
import type { Rows } from './use-rows.ts'

interface RowToolsProps {
  id: string
  row: number
  rows: Rows
  goTo: (row: number) => void
  remove: (index: number) => Promise<boolean>
}

/** Actions for the focused row of a table. */
export function RowTools({ id, row, rows, goTo, remove }: RowToolsProps) {
  const { t, formatNumber } = useLocale()
  const number = formatNumber(row + 1)
  const tool = (name: string, icon: string, label: string, isOff: boolean, act: () => void) => (
    <button type="button" id={`${id}-line-${name}`} disabled={isOff} onClick={act} aria-label={label} title={label}>
      <Icon name={icon} size={16} />
    </button>
  )
  const removeRow = async (): Promise<void> => {
    if (await remove(row)) goTo(Math.max(0, Math.min(row, rows.count - 2)))
    else document.getElementById(`${id}-line-remove`)?.focus()
  }
  return (
    <div className="pf-row-tools pf-line-tools" {...keepFocus} role="toolbar" aria-label={t('form.item', { number })}>
      <span className="pf-description">{t('form.item', { number })}</span>
      {tool('up', 'arrow-up', t('form.rows.up', { number }), row === 0, () => {
        rows.move(row, row - 1)
        goTo(row - 1)
      })}
      {tool('down', 'arrow-down', t('form.rows.down', { number }), row >= rows.count - 1, () => {
        rows.move(row, row + 1)
        goTo(row + 1)
      })}
      {tool('copy', 'copy', t('form.rows.duplicate', { number }), rows.count >= rows.most, () => {
        rows.duplicate(row)
        goTo(row + 1)
      })}
      {tool('remove', 'delete', t('form.rows.remove_row', { number }), rows.count <= rows.least, () => void removeRow())}
    </div>
  )
}
