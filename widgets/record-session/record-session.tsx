import { RecordSession, type BlockWidgetProps } from '#renderer'

/** Begins the recording of a session, for developers. */
export default function RecordSessionBlock(_: BlockWidgetProps) {
  return <RecordSession />
}
