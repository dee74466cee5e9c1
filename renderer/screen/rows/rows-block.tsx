import { use, useMemo } from 'react'
import { interpolate, valueAt } from '#schemas/rules/text/interpolate.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import type { GridColumn, GridRow } from '#schemas/types/contract.d.ts'
import { hasTexts, readList, type DocumentProblem } from '#renderer/documents/document-problems.ts'
import { useCellFormats } from '#renderer/grid/cells/use-cell-formats.ts'
import '#renderer/grid/grid.css'
import { translate } from '#renderer/locale/translate.ts'
import { RecordGoneContext } from '#renderer/screen/record-gone.ts'
import { BlockNotice, ProblemNotices } from './block-notice.tsx'
import type { BlockProps } from './block-props.ts'
import { InnerRows } from './inner-rows.tsx'

/** The rows of a loaded record, read-only. */
export default function RowsBlock({ block, data, document, pointer }: BlockProps) {
  const cellFormats = useCellFormats()
  const gone = use(RecordGoneContext)
  const formats = useMemo(() => ({ ...cellFormats, document: `${document} ${pointer}` }), [cellFormats, document, pointer])
  if (gone) return <p className="pf-empty">{translate('pages.gone')}</p>
  const list = valueAt(data, String(block.rows))
  if (!Array.isArray(list))
    return (
      <BlockNotice document={document} pointer={`${pointer}/rows`} messageKey="form.blocks.missing" values={{ name: String(block.rows) }} />
    )
  const problems: DocumentProblem[] = []
  const columns = readList<GridColumn>(block.columns, `${pointer}/columns`, hasTexts('key'), problems)
  const rows = (list as unknown[]).filter(isRecord) as unknown as GridRow[]
  const title = typeof block.title === 'string' && block.title ? interpolate(block.title, data) : undefined
  return (
    <section className="pf-details pf-rows-block" aria-label={title}>
      {title && (
        <h2>
          <bdi>{title}</bdi>
        </h2>
      )}
      <ProblemNotices document={document} problems={problems} />
      {rows.length === 0 ? (
        <p className="pf-empty">{typeof block.empty === 'string' ? block.empty : translate('form.rows.empty')}</p>
      ) : (
        <InnerRows rows={rows} columns={columns} formats={formats} />
      )}
    </section>
  )
}
