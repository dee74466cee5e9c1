import type { InlineElement, InlineNode, MarkName, TextNode } from '#widgets/rich-text/model.ts'

/** Names of marks from the outside in, as they are written. */
export const markOrder: readonly (MarkName | 'color')[] = ['color', 'bold', 'italic', 'underline', 'strike', 'sub', 'sup', 'code']

export const sameMarks = (a: TextNode, b: TextNode): boolean => markOrder.every((mark) => a[mark] === b[mark])

export const isText = (node: InlineNode): node is TextNode => 'text' in node

const holdsNodes = (node: InlineElement): node is Extract<InlineElement, { type: 'link' | 'wrapper' }> =>
  node.type === 'link' || node.type === 'wrapper'

/** Whether the content is visible to a reader. */
export const hasContent = (nodes: readonly InlineNode[]): boolean =>
  nodes.some((node) => (isText(node) ? node.text !== '' : !holdsNodes(node) || hasContent(node.children)))

/** The character between two others: a collapsible space, a line break, or anything else. */
export type Before = 'space' | 'text'

/** Folds white space as a browser does in a paragraph; line breaks (`\n`, from `br`) stay, without spaces around them. */
export function foldSpaces(nodes: InlineNode[]): void {
  let before: Before = 'space'
  let last: TextNode | undefined
  const dropTrailing = (): void => {
    if (last?.text.endsWith(' ')) last.text = last.text.slice(0, -1)
  }
  const walk = (list: InlineNode[]): void => {
    for (const node of list) {
      if (!isText(node)) {
        if (holdsNodes(node)) walk(node.children)
        else {
          before = 'text'
          last = undefined
        }
        continue
      }
      let text = ''
      for (const sign of node.text) {
        if (sign === '\n') {
          if (text.endsWith(' ')) text = text.slice(0, -1)
          else if (text === '') dropTrailing()
          text += '\n'
          before = 'space'
        } else if (sign === ' ') {
          if (before === 'text') text += ' '
          before = 'space'
        } else {
          text += sign
          before = 'text'
        }
      }
      node.text = text
      if (text !== '') last = node
    }
  }
  walk(nodes)
  dropTrailing()
}

/** Text on both sides of every inline element, equal neighbours joined: the form in which the editor holds a line. */
export function tidyInline(nodes: readonly InlineNode[]): InlineNode[] {
  const tidy: InlineNode[] = []
  for (const node of nodes) {
    const previous = tidy.at(-1)
    if (isText(node)) {
      if (previous === undefined || !isText(previous)) tidy.push({ ...node })
      else if (node.text === '') continue
      else if (previous.text === '') tidy[tidy.length - 1] = { ...node }
      else if (sameMarks(previous, node)) previous.text += node.text
      else tidy.push({ ...node })
    } else {
      if (previous === undefined || !isText(previous)) tidy.push({ text: '' })
      tidy.push(holdsNodes(node) ? { ...node, children: tidyInline(node.children) } : node)
    }
  }
  const last = tidy.at(-1)
  if (last === undefined || !isText(last)) tidy.push({ text: '' })
  return tidy
}
