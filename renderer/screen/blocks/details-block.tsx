import { use, useMemo } from 'react'
import { interpolate, valueAt } from '#schemas/rules/text/interpolate.ts'
import type { GridColumn, GridRow } from '#schemas/types/contract.d.ts'
import { useCellFormats } from '#renderer/grid/cells/use-cell-formats.ts'
import '#renderer/grid/grid.css'
import { humanise } from '#renderer/form/schema/label.ts'
import { hasTexts, readList, type DocumentProblem } from '#renderer/documents/document-problems.ts'
import { translate } from '#renderer/locale/translate.ts'
import { RecordGoneContext } from '#renderer/screen/record-gone.ts'
import { BlockNotice, ProblemNotices } from './block-notice.tsx'
import type { BlockProps } from './block-props.ts'
import { DetailsValue } from './details-value.tsx'

/** What no reader of a record needs to see when the document does not say which fields. */
const inner = new Set(['id', 'version', 'created_by', 'updated_by', 'deleted_at'])

/** A loaded record, read-only: each field drawn as its cell of a grid would be. */
export default function DetailsBlock({ block, data, document, pointer, heading }: BlockProps) {
  const cellFormats = useCellFormats()
  const gone = use(RecordGoneContext)
  const formats = useMemo(() => ({ ...cellFormats, document: `${document} ${pointer}` }), [cellFormats, document, pointer])
  if (gone) return <p className="pf-empty">{translate('pages.gone')}</p>
  const record = valueAt(data, String(block.details))
  if (typeof record !== 'object' || record === null || Array.isArray(record))
    return (
      <BlockNotice
        document={document}
        pointer={`${pointer}/details`}
        messageKey="form.blocks.missing"
        values={{ name: String(block.details) }}
      />
    )
  const row = record as GridRow
  const problems: DocumentProblem[] = []
  const named = block.fields === undefined ? undefined : readList<GridColumn>(block.fields, `${pointer}/fields`, hasTexts('key'), problems)
  const fields: GridColumn[] =
    named ??
    Object.entries(row)
      .filter(([key, value]) => !inner.has(key) && !key.startsWith('can_') && typeof value !== 'object')
      .map(([key]) => ({ key, title: humanise(key), cell: 'text' }))
  const title = typeof block.title === 'string' && block.title ? interpolate(block.title, data) : undefined
  const nameOf = (column: GridColumn) => column.title || humanise(column.key)
  // A field that is alone under its own name needs no second one.
  const isRepeated = (column: GridColumn) => fields.length === 1 && nameOf(column) === (title ?? heading)
  return (
    <section className="pf-details" aria-label={title}>
      {title && (
        <h2>
          <bdi>{title}</bdi>
        </h2>
      )}
      <ProblemNotices document={document} problems={problems} />
      <dl>
        {fields.map((column) => (
          <div
            key={`${column.key} ${column.cell}`}
            data-wide={column.cell === 'html' || column.cell === 'rows' || isRepeated(column) || undefined}
          >
            <dt className={isRepeated(column) ? 'pk-visually-hidden' : undefined}>
              <bdi>{nameOf(column)}</bdi>
            </dt>
            <dd>
              <DetailsValue row={row} column={column} formats={formats} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
