import { Editor, Node, Path, Transforms, type NodeEntry } from 'slate'
import type { ItemElement, ListElement, RichEditor, TextBlock } from '#widgets/rich-text/model.ts'
import { above, isText, isType, siblings } from './queries.ts'

export const listAt = (editor: RichEditor): NodeEntry<ListElement> | undefined => above(editor, 'list')

/** Items of the selection, the outermost where they nest, in the order of the document. */
function selectedItems(editor: RichEditor): Path[] {
  if (!editor.selection) return []
  const place = siblings(editor)
  const inner = above(editor, 'item')
  const within = place && place.from === place.to && inner && Path.isAncestor(inner[1], editor.selection.focus.path) ? [inner[1]] : []
  if (within.length > 0) return within
  return [...Editor.nodes<ItemElement>(editor, { at: Editor.unhangRange(editor, editor.selection), match: isType('item'), mode: 'lowest' })]
    .map(([, path]) => path)
    .filter((path, _, all) => !all.some((other) => Path.isAncestor(other, path)))
}

/** Makes the selected lines a list, changes its kind, or makes them plain lines again. */
export function toggleList(editor: RichEditor, ordered: boolean): void {
  const list = listAt(editor)
  if (list && list[0].ordered === ordered) return leaveListFully(editor)
  if (list) {
    Transforms.unsetNodes(editor, 'start', { at: list[1] })
    return Transforms.setNodes<ListElement>(editor, { ordered }, { at: list[1] })
  }
  const place = siblings(editor)
  if (!place) return
  const { parent, from, to } = place
  Editor.withoutNormalizing(editor, () => {
    for (let index = from; index <= to; index++) {
      const path = [...parent, index]
      const block = Node.get(editor, path)
      if (isText(block)) wrapInItem(editor, path, block, ordered)
    }
    joinLists(editor, parent, from - 1, to + 1)
  })
}

function wrapInItem(editor: RichEditor, path: Path, block: TextBlock, ordered: boolean): void {
  const { align, dir } = block
  const isPlain = block.type === 'paragraph' && !block.attributes
  if (isPlain) {
    Transforms.unsetNodes(editor, ['align', 'dir'], { at: path })
    Transforms.setNodes<TextBlock>(editor, { bare: true }, { at: path })
  }
  Transforms.wrapNodes(
    editor,
    { type: 'item', ...(isPlain && align && { align }), ...(isPlain && dir && { dir }), children: [] },
    { at: path },
  )
  Transforms.wrapNodes(editor, { type: 'list', ordered, children: [] }, { at: path })
}

/** Joins neighbouring lists of one kind among the children of a block. */
function joinLists(editor: RichEditor, parent: Path, from: number, to: number): void {
  const { children } = Node.get(editor, parent) as { children: Node[] }
  for (let index = Math.min(to, children.length - 1); index > Math.max(from, 0); index--) {
    const [before, after] = [Node.get(editor, [...parent, index - 1]), Node.get(editor, [...parent, index])]
    if (isType('list')(before) && isType('list')(after) && before.ordered === after.ordered)
      Transforms.mergeNodes(editor, { at: [...parent, index] })
  }
}

/** Indents the selected items by one level, under the item before them; false if there is none. */
export function indentItems(editor: RichEditor): boolean {
  const items = selectedItems(editor)
  if (items.length === 0 || !Path.hasPrevious(items[0]!)) return false
  Editor.withoutNormalizing(editor, () => {
    for (const ref of items.map((path) => Editor.pathRef(editor, path))) {
      const path = ref.unref()!
      const [list] = Editor.node(editor, Path.parent(path)) as NodeEntry<ListElement>
      const above = Path.previous(path)
      const { children } = Node.get(editor, above) as ItemElement
      const last = children.at(-1)
      if (last?.type === 'list') Transforms.moveNodes(editor, { at: path, to: [...above, children.length - 1, last.children.length] })
      else {
        Transforms.wrapNodes(editor, { type: 'list', ordered: list.ordered, children: [] }, { at: path })
        Transforms.moveNodes(editor, { at: path, to: [...above, children.length] })
      }
    }
  })
  return true
}

/** Moves the selected items one level out; those of an outermost list become plain blocks. */
export function outdentItems(editor: RichEditor): boolean {
  const items = selectedItems(editor)
  if (items.length === 0) return false
  Editor.withoutNormalizing(editor, () => {
    for (const ref of items.map((path) => Editor.pathRef(editor, path)).reverse()) outdentItem(editor, ref.unref()!)
  })
  return true
}

export const leaveList = (editor: RichEditor): boolean => outdentItems(editor)

function leaveListFully(editor: RichEditor): void {
  for (let depth = 0; depth < 50 && listAt(editor); depth++) outdentItems(editor)
}

function outdentItem(editor: RichEditor, path: Path): void {
  const listPath = Path.parent(path)
  const list = Node.get(editor, listPath) as ListElement
  const item = Node.get(editor, path) as ItemElement
  const index = path.at(-1)!
  const outer = listPath.length > 0 ? Path.parent(listPath) : []
  const isNested = outer.length > 0 && isType('item')(Node.get(editor, outer))
  // The following items stay below: inside the item if it moves out one level, otherwise as a separate list.
  const following = list.children.length - index - 1
  if (following > 0) {
    const target = isNested ? [...path, item.children.length] : Path.next(listPath)
    Transforms.insertNodes(editor, { type: 'list', ordered: list.ordered, children: [] }, { at: target })
    for (let moved = 0; moved < following; moved++) Transforms.moveNodes(editor, { at: [...listPath, index + 1], to: [...target, moved] })
  }
  if (isNested) Transforms.moveNodes(editor, { at: path, to: Path.next(outer) })
  else {
    const { children } = Node.get(editor, path) as ItemElement
    for (let block = children.length - 1; block >= 0; block--)
      Transforms.moveNodes(editor, { at: [...path, block], to: Path.next(listPath) })
    const first = Path.next(listPath)
    if (item.align) Transforms.setNodes<TextBlock>(editor, { align: item.align }, { at: first })
    if (item.dir) Transforms.setNodes<TextBlock>(editor, { dir: item.dir }, { at: first })
    Transforms.unsetNodes(editor, 'bare', { at: first })
    Transforms.removeNodes(editor, { at: path })
  }
  if (index === 0) Transforms.removeNodes(editor, { at: listPath })
}
