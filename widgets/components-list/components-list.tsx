import { ComponentsList, type BlockWidgetProps } from '#renderer'

/** What documents are made of, with live examples, for developers. */
export default function ComponentsListBlock(_: BlockWidgetProps) {
  return <ComponentsList />
}
