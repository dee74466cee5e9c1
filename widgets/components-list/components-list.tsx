import { ComponentsList, type BlockWidgetProps } from '#renderer'

/** All parts that documents can use, with live examples, for developers. */
export default function ComponentsListBlock(_: BlockWidgetProps) {
  return <ComponentsList />
}
