import { interpolate, valueAt } from '#schemas/rules/interpolate.ts'
import type { GridColumn, GridRow } from '#schemas/types/contract.d.ts'
import { cells } from '#renderer/grid/cells.tsx'
import { isCellKind } from '#renderer/grid/columns.ts'
import { readCell } from '#renderer/grid/rows.ts'
import { useCellFormats } from '#renderer/grid/use-cell-formats.ts'
import { WidgetCell } from '#renderer/grid/widget-cell.tsx'
import '#renderer/grid/grid.css'
import { humanise } from '#renderer/form/label.ts'
import { BlockNotice } from './block-notice.tsx'
import type { BlockProps } from './block-props.ts'

/** What no reader of a record needs to see when the document does not say which fields. */
const inner = new Set(['id', 'version', 'created_by', 'updated_by', 'deleted_at'])

/** A loaded record, read-only: each field drawn as its cell of a grid would be. */
export default function DetailsBlock({ block, data, document, pointer }: BlockProps) {
  const formats = useCellFormats()
  const record = valueAt(data, String(block.details))
  if (typeof record !== 'object' || record === null || Array.isArray(record)) return <BlockNotice document={document} pointer={`${pointer}/details`} messageKey="form.blocks.missing" values={{ name: String(block.details) }} />
  const row = record as GridRow
  const fields: GridColumn[] = block.fields ?? Object.entries(row).filter(([key, value]) => !inner.has(key) && !key.startsWith('can_') && typeof value !== 'object').map(([key]) => ({ key, title: humanise(key), cell: 'text' }))
  return (
    <section className="pf-details" aria-label={block.title ? interpolate(block.title, data) : undefined}>
      {block.title && <h3>{interpolate(block.title, data)}</h3>}
      <dl>
        {fields.map((column) => {
          const cell = { value: readCell(row, column.key), row, column, formats }
          return <div key={column.key}><dt>{column.title || humanise(column.key)}</dt><dd>{isCellKind(column.cell ?? 'text') ? cells[(column.cell ?? 'text') as keyof typeof cells](cell) : <WidgetCell {...cell} />}</dd></div>
        })}
      </dl>
    </section>
  )
}
