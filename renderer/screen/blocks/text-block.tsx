import { interpolate } from '#schemas/rules/interpolate.ts'
import type { BlockProps } from './block-props.ts'

export function TextBlock({ block, data }: BlockProps) {
  const text = interpolate(String(block.text ?? ''), data)
  return block.tone ? <p className="pf-notice" data-tone={block.tone} role="note" dir="auto">{text}</p> : <p className="pf-text" dir="auto">{text}</p>
}
