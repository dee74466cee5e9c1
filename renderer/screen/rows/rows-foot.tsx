import type { GridColumn, GridRow } from '#schemas/types/contract.d.ts'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { DetailsValue } from '#renderer/screen/blocks/details-value.tsx'
import { totalsRow } from './row-totals.ts'

interface RowsFootProps {
  rows: readonly GridRow[]
  columns: readonly GridColumn[]
  totals: readonly string[]
  formats: CellFormats
  hasLead: boolean
  hasTools: boolean
}

/** The line of sums beneath the rows. */
export function RowsFoot({ rows, columns, totals, formats, hasLead, hasTools }: RowsFootProps) {
  const { t } = useLocale()
  const sums = totalsRow(rows, totals)
  const first = columns.findIndex(({ key }) => totals.includes(key))
  // The name takes the place of the columns before the first sum.
  const before = first + (hasLead ? 1 : 0)
  const name = t('blocks.rows.total')
  return (
    <tfoot>
      <tr className="pf-rows-total">
        {before > 0 && (
          <th scope="row" colSpan={before}>
            {name}
          </th>
        )}
        {columns.slice(first).map((column, at) =>
          totals.includes(column.key) ? (
            <td key={column.key} data-align={column.align} data-title={column.title}>
              {before === 0 && at === 0 && <span className="pk-visually-hidden">{name}: </span>}
              <DetailsValue row={sums} column={column} formats={formats} />
            </td>
          ) : (
            <td key={column.key} className="pf-rows-nothing" />
          ),
        )}
        {hasTools && <td className="pf-rows-nothing" />}
      </tr>
    </tfoot>
  )
}
