import { LayoutPreview, type BlockWidgetProps } from '#renderer'

/** The panel's frame in other settings, for developers. */
export default function LayoutPreviewBlock(_: BlockWidgetProps) {
  return <LayoutPreview />
}
