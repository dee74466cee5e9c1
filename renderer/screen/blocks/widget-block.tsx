import { Suspense, useMemo, type ComponentType } from 'react'
import { interpolateDeep } from '#schemas/rules/text/interpolate.ts'
import type { BlockWidgetProps, Widget } from '#renderer/registry/widget.ts'
import { findWidget } from '#renderer/registry/widgets.ts'
import { Loading } from '#renderer/ui/loading.tsx'
import { BlockNotice } from './block-notice.tsx'
import type { BlockProps } from './block-props.ts'

export function WidgetBlock({ block, data, document, pointer }: BlockProps) {
  const name = String(block.widget)
  const props = useMemo(() => interpolateDeep(block.props ?? {}, data), [block.props, data])
  const widget = findBlock(name)
  if (!widget)
    return <BlockNotice document={document} pointer={`${pointer}/widget`} messageKey="form.blocks.unknown_widget" values={{ name }} />
  const Component = widget.component as ComponentType<BlockWidgetProps>
  return (
    <Suspense fallback={<Loading />}>
      <Component props={props} data={data} />
    </Suspense>
  )
}

export const findBlock = (name: string): Widget | undefined => findWidget(name, 'block') ?? findWidget(name, 'dashboard')
