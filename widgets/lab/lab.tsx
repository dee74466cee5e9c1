import { Lab, type BlockWidgetProps } from '#renderer'

/** The live editor of documents, for developers. */
export default function LabBlock(_: BlockWidgetProps) {
  return <Lab />
}
