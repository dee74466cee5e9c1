import { interpolate } from '#schemas/rules/text/interpolate.ts'
import { wrongType } from '#renderer/documents/document-problems.ts'
import { ProblemNotices } from './block-notice.tsx'
import type { BlockProps } from './block-props.ts'

/** Places to sign, side by side. */
export function SignaturesBlock({ block, data, document, pointer }: BlockProps) {
  const names: unknown = block.signatures
  if (!Array.isArray(names)) return <ProblemNotices document={document} problems={[wrongType(`${pointer}/signatures`, 'array', names)]} />
  return (
    <ul className="pf-signatures">
      {names.map((name, at) => (
        <li key={at}>
          <bdi>{typeof name === 'string' ? interpolate(name, data) : ''}</bdi>
        </li>
      ))}
    </ul>
  )
}
