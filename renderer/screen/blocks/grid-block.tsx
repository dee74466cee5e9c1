import { useMemo } from 'react'
import { interpolateDeep } from '#schemas/rules/text/interpolate.ts'
import GridBlock from '#renderer/grid/grid-block.tsx'
import { wrongType } from '#renderer/documents/document-problems.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { BlockNotice, ProblemNotices } from './block-notice.tsx'
import type { BlockProps } from './block-props.ts'

export default function GridOfBlock({ block, data, document, pointer }: BlockProps) {
  const params = useMemo(() => (isRecord(block.params) ? interpolateDeep(block.params, data) : undefined), [block.params, data])
  if (typeof block.grid !== 'string' || block.grid === '')
    return <BlockNotice document={document} pointer={`${pointer}/grid`} messageKey="form.blocks.grid_path" />
  const problems = block.params === undefined || isRecord(block.params) ? [] : [wrongType(`${pointer}/params`, 'object', block.params)]
  return (
    <>
      <ProblemNotices document={document} problems={problems} />
      <GridBlock path={block.grid} params={params} endpoint={block.endpoint} embedded={block.embedded} />
    </>
  )
}
