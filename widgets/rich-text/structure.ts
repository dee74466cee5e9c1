import { Editor, Element, Node, Path, Range, Transforms } from 'slate'
import { coverOf } from '#widgets/rich-text/commands/table-commands.ts'
import { continueAfter, setBlock, undoBlock } from '#widgets/rich-text/commands/block-commands.ts'
import { leaveList } from '#widgets/rich-text/commands/list-commands.ts'
import { emptyParagraph, isInline, isVoid, type ParagraphElement, type RichEditor, type RichElement } from './model.ts'
import { above, atEnd, atStart, currentBlock, isBlank, isText, isType } from '#widgets/rich-text/commands/queries.ts'

const holdsBare = (node: Node): boolean =>
  Element.isElement(node) && (node.type === 'item' || node.type === 'cell' || node.type === 'container')
const parentTypes: Partial<Record<RichElement['type'], RichElement['type']>> = { item: 'list', row: 'table', cell: 'row' }
const childTypes: Partial<Record<RichElement['type'], 'item' | 'row' | 'cell'>> = { list: 'item', table: 'row', row: 'cell' }

/** Mends one place of the tree. True when something was changed: the rest follows in the next round. */
function mend(editor: RichEditor, node: Node, path: Path): boolean {
  if (Editor.isEditor(node)) {
    if (node.children.length > 0) return false
    Transforms.insertNodes(editor, emptyParagraph(), { at: [0] })
    return true
  }
  if (!Element.isElement(node)) return false
  const parent = Node.parent(editor, path)
  const wanted = parentTypes[node.type]
  if (wanted && !(Element.isElement(parent) && parent.type === wanted)) {
    Transforms.unwrapNodes(editor, { at: path })
    return true
  }
  const inner = childTypes[node.type]
  if (inner) {
    if (node.children.length === 0 || (node.children.length === 1 && 'text' in node.children[0]! && node.children[0].text === '')) {
      Transforms.removeNodes(editor, { at: path })
      return true
    }
    const stray = node.children.findIndex((child) => !('type' in child) || child.type !== inner)
    if (stray !== -1) {
      Transforms.wrapNodes(editor, { type: inner, children: [] } as RichElement, { at: [...path, stray] })
      return true
    }
    if (node.type === 'table') return padRows(editor, path)
  }
  if (holdsBare(node)) {
    const line = node.children.findIndex((child) => 'text' in child || editor.isInline(child))
    if (line !== -1) {
      Transforms.wrapNodes(
        editor,
        { type: 'paragraph', ...(line === 0 && node.type !== 'container' && { bare: true }), children: [] },
        { at: [...path, line] },
      )
      return true
    }
    if (node.children.length === 0) {
      if (node.type === 'container') Transforms.removeNodes(editor, { at: path })
      else Transforms.insertNodes(editor, { ...emptyParagraph(), bare: true }, { at: [...path, 0] })
      return true
    }
    if (node.type === 'item' && !isText(node.children[0]!)) {
      Transforms.insertNodes(editor, { ...emptyParagraph(), bare: true }, { at: [...path, 0] })
      return true
    }
  }
  if (node.type === 'paragraph' && node.bare && !(path.at(-1) === 0 && holdsBare(parent))) {
    Transforms.unsetNodes(editor, 'bare', { at: path })
    return true
  }
  if (node.type === 'paragraph' && node.bare && (node.align || node.dir)) {
    Transforms.unsetNodes(editor, 'bare', { at: path })
    return true
  }
  if (node.type === 'link' && Node.string(node) === '' && isBlank(editor, node)) {
    Transforms.removeNodes(editor, { at: path })
    return true
  }
  return false
}

/** A row that lost cells gets empty ones, so that columns stay columns. */
function padRows(editor: RichEditor, path: Path): boolean {
  const table = Node.get(editor, path) as Extract<RichElement, { type: 'table' }>
  if (table.children.some((row) => !('children' in row) || row.children.some((cell) => !('type' in cell)))) return false
  const grid = coverOf(table)
  const width = Math.max(...grid.map((row) => row.length))
  const short = grid.findIndex((row) => row.length < width)
  if (short === -1) return false
  const row = table.children[short]!
  Transforms.insertNodes(
    editor,
    { type: 'cell', ...(row.head && { header: true as const }), children: [{ ...emptyParagraph(), bare: true }] },
    { at: [...path, short, row.children.length] },
  )
  return true
}

/** Enter, depending on the block that contains the caret. */
function breakLine(editor: RichEditor, next: () => void): void {
  const [holder] = editor.selection
    ? Editor.nodes<RichElement>(editor, {
        match: (node) => Element.isElement(node) && editor.isVoid(node) && !editor.isInline(node),
        voids: true,
      })
    : []
  if (holder) return continueAfter(editor, holder[1])
  if (editor.selection && Range.isExpanded(editor.selection)) Transforms.delete(editor)
  const entry = currentBlock(editor)
  if (!entry) return next()
  const [block, path] = entry
  if (block.type === 'code') {
    // Enter twice at the end leaves the code.
    if (atEnd(editor, path) && /\n$/.test(Node.string(block))) {
      Transforms.delete(editor, { unit: 'character', reverse: true })
      return continueAfter(editor, path)
    }
    return Editor.insertText(editor, '\n')
  }
  const parent = path.length > 1 ? Node.parent(editor, path) : undefined
  const empty = isBlank(editor, block)
  if (isType('item')(parent as Node) && path.at(-1) === 0) {
    if (empty && (parent as { children: unknown[] }).children.length === 1) return void leaveList(editor)
    return Transforms.splitNodes(editor, { match: isType('item'), always: true })
  }
  if (isType('container')(parent as Node) && empty && path.at(-1) === (parent as { children: unknown[] }).children.length - 1)
    return Transforms.liftNodes(editor, { at: path })
  // Lines of a cell or an item are paragraphs as soon as there are two.
  if (block.type === 'paragraph' && block.bare) Transforms.unsetNodes(editor, 'bare', { at: path })
  const wasEnd = atEnd(editor, path)
  const wasStart = atStart(editor, path)
  next()
  if (block.type !== 'heading') return
  if (wasStart && !empty) setBlock(editor, 'paragraph', path)
  else if (wasEnd) setBlock(editor, 'paragraph', Path.next(path))
}

/** Deleting at a block's edge. True when it was dealt with. */
function deleteAtEdge(editor: RichEditor, reverse: boolean): boolean {
  const entry = currentBlock(editor)
  if (!entry || !(reverse ? atStart(editor, entry[1]) : atEnd(editor, entry[1]))) return false
  const [block, path] = entry
  if (reverse && undoBlock(editor)) return true
  const sibling = reverse ? Editor.before(editor, path) : Editor.after(editor, path)
  const cell = above(editor, 'cell', path)
  if (cell && (!sibling || !Path.isDescendant(sibling.path, cell[1]))) return true
  if (!sibling) return false
  const table = above(editor, 'table', sibling.path)
  if (!table || Path.isAncestor(table[1], path)) return false
  // The caret moves into the table instead of joining it with the text.
  const ref = Editor.pointRef(editor, sibling)
  if (isBlank(editor, block)) Transforms.removeNodes(editor, { at: path })
  Transforms.select(editor, ref.unref()!)
  return true
}

/** Keeps the document in the shape of the model, and adapts Enter and deleting to it. */
export function withStructure(editor: RichEditor, { single = false } = {}): RichEditor {
  const { normalizeNode, insertBreak, deleteBackward, deleteForward, getSplitProperties } = editor
  editor.isInline = isInline
  editor.isVoid = isVoid
  // Typing at a link's end goes on after it.
  editor.inlineEdgeAffinity = (element, edge) => (element.type === 'link' && edge === 'end' ? 'outside' : null)
  editor.isIsolated = (element) => element.type === 'cell'
  editor.normalizeNode = (entry, options) => {
    if (!mend(editor, ...entry)) normalizeNode(entry, { ...options, fallbackElement: emptyParagraph })
  }
  editor.insertBreak = () => {
    if (!single) breakLine(editor, insertBreak)
  }
  editor.insertSoftBreak = () => {
    if (!single) Editor.insertText(editor, '\n')
  }
  editor.deleteBackward = (unit) => {
    if (!deleteAtEdge(editor, true)) deleteBackward(unit)
  }
  editor.deleteForward = (unit) => {
    if (!deleteAtEdge(editor, false)) deleteForward(unit)
  }
  // An id must stay unique, so the second half of a split block has none.
  editor.getSplitProperties = (node, path) => {
    const { attributes, ...rest } = getSplitProperties(node, path) as Partial<ParagraphElement>
    const { id: _id, ...kept } = attributes ?? {}
    return Object.keys(kept).length > 0 ? { ...rest, attributes: kept } : rest
  }
  return editor
}
