import { interpolate } from '#schemas/rules/interpolate.ts'
import type { BlockProps } from './block-props.ts'
import { BlockList } from './blocks.tsx'

export function PanelBlock({ block, pointer, ...rest }: BlockProps) {
  return (
    <details className="pf-panel" open={block.collapsed !== true}>
      <summary>{interpolate(block.panel ?? '', rest.data)}</summary>
      <BlockList body={block.body ?? []} pointer={`${pointer}/body`} {...rest} />
    </details>
  )
}
