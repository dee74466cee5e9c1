import { Editor, Node, Path, Range, Transforms, type Descendant } from 'slate'
import { parsePaste } from './clean-paste.ts'
import { fitPaste } from './fit-paste.ts'
import { insertBlocks } from '#widgets/rich-text/commands/block-commands.ts'
import { isHeavyPaste } from '#widgets/rich-text/html/heavy-html.ts'
import type { BlockElement, InlineNode, ItemElement, ListElement, RichEditor } from '#widgets/rich-text/model.ts'
import { parseHtml, readPlainText } from '#widgets/rich-text/html/parse-html.ts'
import type { Tool } from '#widgets/rich-text/toolbar/presets.ts'
import { insertPictures, sendPastedPictures } from '#widgets/rich-text/commands/picture-commands.ts'
import { above, currentBlock, isBlank } from '#widgets/rich-text/commands/queries.ts'
import { serialise } from '#widgets/rich-text/html/serialise.ts'
import type { Uploads } from '#widgets/rich-text/pictures/uploads.ts'

/** The text of blocks in one line. */
const inOneLine = (blocks: BlockElement[]): InlineNode[] =>
  blocks.flatMap((block, index): InlineNode[] => {
    const before: InlineNode[] = index > 0 ? [{ text: ' ' }] : []
    if (block.type === 'paragraph' || block.type === 'heading' || block.type === 'code')
      return [...before, ...withoutBreaks(block.children)]
    if (block.type === 'rule' || block.type === 'opaque') return []
    return [
      ...before,
      {
        text: [...Node.texts(block)]
          .map(([{ text }]) => text)
          .filter((text) => text !== '')
          .join(' '),
      },
    ]
  })

const withoutBreaks = (nodes: readonly InlineNode[]): InlineNode[] =>
  nodes.map((node) =>
    'text' in node
      ? { ...node, text: node.text.replaceAll(/\s*\n\s*/g, ' ') }
      : ({ ...node, children: withoutBreaks(node.children as InlineNode[]) } as InlineNode),
  )

/** Inserts pasted content at the caret, reduced to what that place can contain. */
export function insertPasted(editor: RichEditor, blocks: BlockElement[], { single }: { single: boolean }): void {
  if (blocks.length === 0) return
  Editor.withoutNormalizing(editor, () => {
    if (editor.selection && Range.isExpanded(editor.selection)) Transforms.delete(editor)
    if (!editor.selection) Transforms.select(editor, Editor.end(editor, []))
    const block = currentBlock(editor)?.[0]
    if (block?.type === 'code') return Editor.insertText(editor, blocks.map((one) => Node.string(one)).join('\n'))
    if (single) return Transforms.insertFragment(editor, inOneLine(blocks))
    const [first] = blocks
    if (blocks.length === 1 && first?.type === 'paragraph') return Transforms.insertFragment(editor, first.children as Descendant[])
    if (blocks.length === 1 && first?.type === 'list' && insertItems(editor, first)) return
    if (blocks.every((one) => one.type === 'paragraph')) return Transforms.insertFragment(editor, blocks)
    splitForBlocks(editor)
    insertBlocks(editor, blocks)
  })
}

/** Items that are pasted into a list become items of that list. */
function insertItems(editor: RichEditor, list: ListElement): boolean {
  const item = above(editor, 'item')
  if (!item) return false
  const isEmpty = isBlank(editor, item[0])
  const at = isEmpty ? item[1] : Path.next(item[1])
  Transforms.insertNodes<ItemElement>(editor, list.children, { at })
  const last = [...at.slice(0, -1), at.at(-1)! + list.children.length - 1]
  Transforms.select(editor, Editor.end(editor, last))
  if (isEmpty) Transforms.removeNodes(editor, { at: Path.next(last) })
  return true
}

/** Splits the text at the caret, so that blocks can be inserted. */
function splitForBlocks(editor: RichEditor): void {
  const entry = currentBlock(editor)
  const point = editor.selection?.anchor
  if (!entry || !point || Editor.isEnd(editor, point, entry[1])) return
  Transforms.splitNodes(editor, { always: true })
  Transforms.select(editor, Editor.end(editor, entry[1]))
}

export interface PasteOptions {
  /** One line: Enter does nothing, and pasted lines are joined. */
  single: boolean
  tools: ReadonlySet<Tool>
  uploads?: Uploads
  /** Called if the pasted content is too large; nothing was inserted. */
  onHeavyPaste?: () => void
}

/** Paste and drop: files, our own blocks, HTML of others, plain text. Copying writes the HTML that the field would store. */
export function withPaste(editor: RichEditor, { single, tools, uploads, onHeavyPaste }: PasteOptions): RichEditor {
  const { setFragmentData } = editor

  editor.insertFragmentData = (data) => {
    const fragment = data.getData('application/x-slate-fragment')
    if (!fragment || isHeavyPaste(data.getData('text/plain'), '')) return false
    try {
      // Any program can write to the clipboard, so its content is read as HTML and sanitised.
      insertPasted(editor, fitPaste(parseHtml(serialise(JSON.parse(decodeURIComponent(atob(fragment))) as BlockElement[])), tools), {
        single,
      })
      return true
    } catch {
      return false
    }
  }
  editor.insertTextData = (data) => {
    const html = data.getData('text/html')
    const text = data.getData('text/plain')
    if (isHeavyPaste(text, html)) {
      onHeavyPaste?.()
      return true
    }
    const pasted = html ? fitPaste(parsePaste(html), tools) : []
    const isOnlyPicture = pasted.length === 1 && pasted[0]!.type === 'paragraph' && Node.string(pasted[0]!) === ''
    if ((!html || isOnlyPicture || (text === '' && data.files.length > 0)) && uploads && insertPictures(editor, data.files, uploads))
      return true
    if (html && !(pasted.length === 1 && isBlank(editor, pasted[0]!))) insertPasted(editor, sendPastedPictures(pasted, uploads), { single })
    else if (text) insertPasted(editor, readPlainText(text), { single })
    else return false
    return true
  }
  editor.setFragmentData = (data, origin) => {
    setFragmentData(data, origin)
    if (!editor.selection || Range.isCollapsed(editor.selection)) return
    data.setData('text/html', serialise(editor.getFragment() as BlockElement[]))
  }
  return editor
}
