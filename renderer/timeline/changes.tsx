import { useCellFormats } from '#renderer/grid/cells/use-cell-formats.ts'
import { drawCell } from '#renderer/grid/cells/draw-cell.tsx'
import { useLocale } from '#renderer/locale/use-locale.ts'
import { noValue } from '#schemas/rules/text/plain-text.ts'
import type { GridColumn, GridRow } from '#schemas/types/contract.d.ts'
import type { TimelineChange } from './timeline-types.ts'
import { useTexts } from './use-texts.ts'
import '#renderer/grid/grid.css'

interface ChangesProps {
  changes: readonly TimelineChange[]
  columns: Readonly<Record<string, GridColumn>>
}

/** Fields with their old and new values, drawn as the cells of a list draw them. */
export default function Changes({ changes, columns }: ChangesProps) {
  const say = useTexts()
  const { dir } = useLocale()
  if (changes.length === 0) return null
  return (
    <dl className="tl-changes">
      {changes.map(({ field, label, from, to, locale }) => {
        const column = columns[field]
        return (
          <div key={field}>
            <dt>
              <bdi>{label}</bdi>
              {locale && <span dir="ltr"> ({locale})</span>}
            </dt>
            <dd>
              {column ? (
                <>
                  <del>
                    <span className="pk-visually-hidden">{say('before')} </span>
                    <Value column={column} value={from} />
                  </del>
                  <span aria-hidden="true">{dir === 'rtl' ? '←' : '→'}</span>
                  <ins>
                    <span className="pk-visually-hidden">{say('after')} </span>
                    <Value column={column} value={to} />
                  </ins>
                </>
              ) : (
                <span className="tl-dim">{say('done_changed')}</span>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

function Value({ column, value }: { column: GridColumn; value: unknown }) {
  const formats = useCellFormats()
  if (value === null || value === undefined || value === '') return noValue
  if (typeof value === 'boolean') return formats.t(value ? 'grid.yes' : 'grid.no')
  return drawCell({ id: 0, version: 0, [column.key]: value } as GridRow, column, formats)
}
