import { interpolate } from '#schemas/rules/text/interpolate.ts'
import { wrongType } from '#renderer/documents/document-problems.ts'
import { ProblemNotices } from './block-notice.tsx'
import type { BlockProps } from './block-props.ts'

export function TextBlock({ block, data, document, pointer }: BlockProps) {
  if (typeof block.text !== 'string')
    return <ProblemNotices document={document} problems={[wrongType(`${pointer}/text`, 'string', block.text)]} />
  const text = interpolate(block.text, data)
  return block.tone ? (
    <p className="pf-notice" data-tone={block.tone} role="note" dir="auto">
      {text}
    </p>
  ) : (
    <p className="pf-text" dir="auto">
      {text}
    </p>
  )
}
