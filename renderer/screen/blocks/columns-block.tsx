import { isRecord } from '#schemas/rules/is-record.ts'
import type { ScreenBlock } from '#schemas/types/contract.d.ts'
import { readList, wrongType, type DocumentProblem } from '#renderer/documents/document-problems.ts'
import { ProblemNotices } from './block-notice.tsx'
import type { BlockProps } from './block-props.ts'
import { BlockList } from './blocks.tsx'

type Column = NonNullable<ScreenBlock['columns']>[number]

const whole = 24

/** Blocks side by side on a grid of 24; one under the other where there is no room. */
export function ColumnsBlock({ block, pointer, ...rest }: BlockProps) {
  const problems: DocumentProblem[] = []
  const columns = readList<Column>(
    block.columns,
    `${pointer}/columns`,
    (column, here) => (isRecord(column) ? null : wrongType(here, 'object', column)),
    problems,
  )
  const even = Math.floor(whole / Math.max(1, columns.length))
  const template = columns
    .map((column) => `minmax(0, ${Math.min(whole, Math.max(1, typeof column.span === 'number' ? column.span : even))}fr)`)
    .join(' ')
  return (
    <>
      <ProblemNotices document={rest.document} problems={problems} />
      <div className="pf-block-columns" style={{ '--pf-template': template } as React.CSSProperties}>
        {columns.map((column) => {
          const here = `${pointer}/columns/${block.columns?.indexOf(column)}/body`
          return <BlockList key={here} body={column.body} pointer={here} {...rest} />
        })}
      </div>
    </>
  )
}
