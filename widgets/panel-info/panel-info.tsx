import { PanelInfo, type BlockWidgetProps } from '#renderer'

/** Which build, publication and modules are running, for developers. */
export default function PanelInfoBlock(_: BlockWidgetProps) {
  return <PanelInfo />
}
