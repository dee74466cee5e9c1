import { Editor, Node, Path, Transforms } from 'slate'
import {
  emptyParagraph,
  type Align,
  type BlockElement,
  type Direction,
  type HeadingLevel,
  type MarkName,
  type ParagraphElement,
  type RichEditor,
  type TextBlock,
} from '#widgets/rich-text/model.ts'
import { leaveList } from './list-commands.ts'
import { above, currentBlock, hasMark, isText, isType, siblings, textBlocks } from './queries.ts'

export type BlockKind = 'paragraph' | `heading-${HeadingLevel}` | 'code'

export function toggleMark(editor: RichEditor, mark: MarkName): void {
  if (hasMark(editor, mark)) Editor.removeMark(editor, mark)
  else {
    if (mark === 'sub' || mark === 'sup') Editor.removeMark(editor, mark === 'sub' ? 'sup' : 'sub')
    Editor.addMark(editor, mark, true)
  }
}

export function setColor(editor: RichEditor, color: string | undefined): void {
  if (color === undefined) Editor.removeMark(editor, 'color')
  else Editor.addMark(editor, 'color', color)
}

/** Takes marks, alignment and direction away; headings and code become paragraphs. */
export function clearFormatting(editor: RichEditor): void {
  Editor.withoutNormalizing(editor, () => {
    for (const mark of ['bold', 'italic', 'underline', 'strike', 'code', 'sub', 'sup', 'color']) Editor.removeMark(editor, mark)
    Transforms.unwrapNodes(editor, { match: isType('wrapper'), split: true, mode: 'all' })
    for (const [block, path] of textBlocks(editor)) {
      if (block.type !== 'paragraph') setBlock(editor, 'paragraph', path)
      Transforms.unsetNodes(editor, ['align', 'dir', 'attributes'], { at: path })
    }
  })
}

export const kindOf = (block: TextBlock): BlockKind => (block.type === 'heading' ? `heading-${block.level}` : block.type)

/** Makes a block of text a paragraph, a heading or code. */
export function setBlock(editor: RichEditor, kind: BlockKind, at: Path): void {
  Transforms.unsetNodes(editor, ['level', 'plain', 'language', ...(kind === 'paragraph' ? [] : ['bare'])], { at })
  if (kind === 'paragraph' || kind === 'code') Transforms.setNodes<TextBlock>(editor, { type: kind }, { at })
  else Transforms.setNodes<TextBlock>(editor, { type: 'heading', level: Number(kind.slice(-1)) as HeadingLevel }, { at })
}

export function setBlocks(editor: RichEditor, kind: BlockKind): void {
  Editor.withoutNormalizing(editor, () => {
    const found = textBlocks(editor)
    for (const [, path] of found) setBlock(editor, kind, path)
    // Lines that become code are one piece of code.
    if (kind === 'code')
      for (const [, path] of found.slice(1).reverse()) {
        if (!Path.hasPrevious(path) || !isText(Node.get(editor, Path.previous(path)))) continue
        Transforms.insertText(editor, '\n', { at: Editor.end(editor, Path.previous(path)) })
        Transforms.mergeNodes(editor, { at: path })
      }
  })
}

/** Sets alignment or direction of the selected blocks; of a bare text that of its item or cell. */
export function setPlacement(editor: RichEditor, placement: { align?: Align | null } | { dir?: Direction | null }): void {
  Editor.withoutNormalizing(editor, () => {
    for (const [block, path] of textBlocks(editor)) {
      const at = block.type === 'paragraph' && block.bare ? Path.parent(path) : path
      for (const [key, value] of Object.entries(placement)) {
        if (value === null) Transforms.unsetNodes(editor, key, { at })
        else Transforms.setNodes<ParagraphElement>(editor, { [key]: value }, { at })
      }
    }
  })
}

/** Alignment and direction at the caret. */
export function placementOf(editor: RichEditor): { align?: Align; dir?: Direction } {
  const entry = currentBlock(editor)
  if (!entry) return {}
  const [block, path] = entry
  const owner =
    block.type === 'paragraph' && block.bare ? (Node.get(editor, Path.parent(path)) as { align?: Align; dir?: Direction }) : block
  return { align: owner.align, dir: owner.dir }
}

const isQuote = (node: Node): boolean => isType('container')(node) && node.tag === 'blockquote'
export const isInQuote = (editor: RichEditor): boolean =>
  editor.selection !== null && Editor.above(editor, { match: isQuote }) !== undefined

export function toggleQuote(editor: RichEditor): void {
  if (isInQuote(editor)) return Transforms.unwrapNodes(editor, { match: isQuote, mode: 'lowest', split: true })
  const place = siblings(editor)
  if (!place) return
  const { parent, from, to } = place
  Transforms.wrapNodes(
    editor,
    { type: 'container', tag: 'blockquote', children: [] },
    {
      at: { anchor: Editor.start(editor, [...parent, from]), focus: Editor.end(editor, [...parent, to]) },
      match: (_, path) => path.length === parent.length + 1 && path.at(-1)! >= from && path.at(-1)! <= to,
    },
  )
}

/** Puts blocks after the block that the caret is in, in place of it when it is empty, and the caret into them. */
export function insertBlocks(editor: RichEditor, blocks: BlockElement[]): void {
  Editor.withoutNormalizing(editor, () => {
    const current =
      currentBlock(editor) ??
      (editor.selection
        ? Editor.above<TextBlock>(editor, { match: (node) => isType('opaque')(node) || isType('rule')(node), voids: true })
        : undefined)
    const path = current?.[1]
    const isEmpty = current !== undefined && current[0].type === 'paragraph' && !current[0].bare && Editor.isEmpty(editor, current[0])
    let at = path ? Path.next(path) : [editor.children.length]
    if (isEmpty && path) {
      Transforms.removeNodes(editor, { at: path })
      at = path
    }
    Transforms.insertNodes(editor, blocks, { at })
    const last = [...at.slice(0, -1), at.at(-1)! + blocks.length - 1]
    Transforms.select(editor, Editor.end(editor, last))
  })
}

export function insertRule(editor: RichEditor): void {
  insertBlocks(editor, [{ type: 'rule', children: [{ text: '' }] }, emptyParagraph()])
}

/** Moves the outermost block that the caret is in, or the block of a path, one place. */
export function moveBlock(editor: RichEditor, by: -1 | 1, at?: Path): void {
  const path = at ?? (editor.selection ? [editor.selection.anchor.path[0]!] : undefined)
  if (!path) return
  const to = [...path.slice(0, -1), path.at(-1)! + by]
  if (to.at(-1)! < 0 || !Editor.hasPath(editor, to)) return
  Transforms.moveNodes(editor, { at: path, to })
}

/** A block at the end of the document that one can type into. */
export function continueAfter(editor: RichEditor, path: Path): void {
  Transforms.insertNodes(editor, emptyParagraph(), { at: Path.next(path), select: true })
}

/** Backspace at the start of a block takes one thing away: the list, the heading, the quote. True when it did. */
export function undoBlock(editor: RichEditor): boolean {
  const entry = currentBlock(editor)
  if (!entry) return false
  const [block, path] = entry
  if (above(editor, 'item', path)?.[1].length === path.length - 1 && path.at(-1) === 0) {
    leaveList(editor)
    return true
  }
  if (block.type !== 'paragraph') {
    setBlock(editor, 'paragraph', path)
    return true
  }
  const parent = Path.parent(path)
  if (parent.length > 0 && path.at(-1) === 0 && isType('container')(Node.get(editor, parent))) {
    Transforms.liftNodes(editor, { at: path })
    return true
  }
  return false
}
