import { Editor, Element, Node, Path, Range, type NodeEntry } from 'slate'
import { isTextBlock, type ElementOf, type MarkName, type RichEditor, type RichElement, type TextBlock } from '#widgets/rich-text/model.ts'

export const isType =
  <Type extends RichElement['type']>(type: Type) =>
  (node: Node): node is ElementOf<Type> =>
    Element.isElement(node) && node.type === type
export const isText = (node: Node): node is TextBlock => Element.isElement(node) && isTextBlock(node)

/** The nearest element of a type around the selection, or around a path. */
export function above<Type extends RichElement['type']>(
  editor: RichEditor,
  type: Type,
  at: Path | null = editor.selection?.anchor.path ?? null,
): NodeEntry<ElementOf<Type>> | undefined {
  return at === null || !Editor.hasPath(editor, at)
    ? undefined
    : Editor.above<ElementOf<Type>>(editor, { at, match: isType(type), mode: 'lowest', voids: true })
}

/** Paragraphs, headings and code that the selection touches. */
export const textBlocks = (editor: RichEditor): NodeEntry<TextBlock>[] =>
  editor.selection
    ? [...Editor.nodes<TextBlock>(editor, { at: Editor.unhangRange(editor, editor.selection), match: isText, mode: 'lowest' })]
    : []

/** The block of text that the caret is in. */
export const currentBlock = (editor: RichEditor): NodeEntry<TextBlock> | undefined => textBlocks(editor)[0]

/** The parent that contains all blocks of the selection, with the first and last index in it. */
export function siblings(editor: RichEditor): { parent: Path; from: number; to: number } | undefined {
  if (!editor.selection) return undefined
  const [start, end] = Range.edges(Editor.unhangRange(editor, editor.selection))
  let parent = Path.common(start.path, end.path)
  while (parent.length > 0) {
    const node = Node.get(editor, parent)
    if (Element.isElement(node) && ['container', 'item', 'cell'].includes(node.type) && start.path.length > parent.length) break
    parent = Path.parent(parent)
  }
  return { parent, from: start.path[parent.length]!, to: end.path[parent.length]! }
}

export const hasMark = (editor: RichEditor, mark: MarkName): boolean => Editor.marks(editor)?.[mark] === true

export const atStart = (editor: RichEditor, path: Path): boolean =>
  editor.selection !== null && Range.isCollapsed(editor.selection) && Editor.isStart(editor, editor.selection.anchor, path)
export const atEnd = (editor: RichEditor, path: Path): boolean =>
  editor.selection !== null && Range.isCollapsed(editor.selection) && Editor.isEnd(editor, editor.selection.anchor, path)
export const isBlank = (editor: RichEditor, node: Node): boolean =>
  Node.string(node) === '' && (!Element.isElement(node) || ![...Node.elements(node)].some(([inner]) => editor.isVoid(inner)))
