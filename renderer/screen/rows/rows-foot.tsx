import { useMemo } from 'react'
import { currencyOnRow, valueOnRow } from '#schemas/rules/conditions/column-case.ts'
import type { GridColumn, GridRow } from '#schemas/types/contract.d.ts'
import type { CellFormats } from '#renderer/grid/cells/cell-formats.ts'
import { sumRows } from '#renderer/form/rows/row-totals.ts'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { DetailsValue } from '#renderer/screen/blocks/details-value.tsx'

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
  const sums = useMemo(() => totalsRow(rows, columns, totals), [rows, columns, totals])
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

/** A row that holds nothing but the exact sums, in the currency of the rows; amounts of several currencies have none. */
function totalsRow(rows: readonly GridRow[], columns: readonly GridColumn[], totals: readonly string[]): GridRow {
  const values = rows.map((row) => Object.fromEntries(totals.map((key) => [key, valueOnRow(row, key)])))
  const sums = sumRows(totals)(values)
  const sumOf = (key: string, at: number): unknown => {
    const column = columns.find((one) => one.key === key)
    return new Set(rows.map((row) => column && currencyOnRow(column, row))).size > 1 ? undefined : sums[at]
  }
  return { ...rows[0], ...Object.fromEntries(totals.map((key, at) => [key, sumOf(key, at)])), id: 'totals' }
}
