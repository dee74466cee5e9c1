import { interpolate } from '#schemas/rules/text/interpolate.ts'
import { wrongType } from '#renderer/documents/document-problems.ts'
import { ProblemNotices } from './block-notice.tsx'
import type { BlockProps } from './block-props.ts'
import { BlockList } from './blocks.tsx'

export function PanelBlock({ block, pointer, ...rest }: BlockProps) {
  if (typeof block.panel !== 'string')
    return <ProblemNotices document={rest.document} problems={[wrongType(`${pointer}/panel`, 'string', block.panel)]} />
  const heading = interpolate(block.panel, rest.data)
  return (
    <details className="pf-panel" open={block.collapsed !== true}>
      <summary>
        <bdi>{heading}</bdi>
      </summary>
      <BlockList body={block.body ?? []} pointer={`${pointer}/body`} {...rest} heading={heading} />
    </details>
  )
}
