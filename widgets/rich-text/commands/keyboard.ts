import { Editor, Path, Range, Transforms } from 'slate'
import { moveBlock, setBlocks, clearFormatting, toggleMark, toggleQuote } from './block-commands.ts'
import { indentItems, listAt, outdentItems, toggleList } from './list-commands.ts'
import { emptyParagraph, isTextBlock, type RichEditor } from '#widgets/rich-text/model.ts'
import type { Tool } from '#widgets/rich-text/toolbar/presets.ts'
import { moveCell } from './table-commands.ts'

export interface KeyOptions {
  tools: ReadonlySet<Tool>
  openLink: () => void
  focusToolbar: () => void
  /** Leaves full screen; false when it was not on. */
  escape: () => boolean
}

export type KeyPress = Pick<KeyboardEvent, 'code' | 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

const zwnj = '\u200c'

/** Commands of Ctrl or ⌘ with a key, by the key's place: a Persian layout has other letters there. */
const commands: Record<string, { tool: Tool; run: (editor: RichEditor) => void } | undefined> = {
  KeyB: { tool: 'bold', run: (editor) => toggleMark(editor, 'bold') },
  KeyI: { tool: 'italic', run: (editor) => toggleMark(editor, 'italic') },
  KeyU: { tool: 'underline', run: (editor) => toggleMark(editor, 'underline') },
  KeyE: { tool: 'code', run: (editor) => toggleMark(editor, 'code') },
  'Shift+KeyX': { tool: 'strike', run: (editor) => toggleMark(editor, 'strike') },
  'Shift+Digit7': { tool: 'numbers', run: (editor) => toggleList(editor, true) },
  'Shift+Digit8': { tool: 'bullets', run: (editor) => toggleList(editor, false) },
  'Shift+Digit9': { tool: 'quote', run: toggleQuote },
  'Alt+Digit0': { tool: 'block', run: (editor) => setBlocks(editor, 'paragraph') },
  'Alt+Digit1': { tool: 'block', run: (editor) => setBlocks(editor, 'heading-1') },
  'Alt+Digit2': { tool: 'block', run: (editor) => setBlocks(editor, 'heading-2') },
  'Alt+Digit3': { tool: 'block', run: (editor) => setBlocks(editor, 'heading-3') },
  Backslash: { tool: 'clear', run: clearFormatting },
}

/** Handles a key in the text; false leaves it to the browser. */
export function pressKey(editor: RichEditor, press: KeyPress, options: KeyOptions): boolean {
  const { code, ctrlKey, metaKey, altKey, shiftKey } = press
  const mod = ctrlKey || metaKey
  if (altKey && code === 'F10') {
    options.focusToolbar()
    return true
  }
  if (code === 'Escape') return options.escape()
  if (altKey && shiftKey && !mod && (code === 'ArrowUp' || code === 'ArrowDown')) {
    moveBlock(editor, code === 'ArrowUp' ? -1 : 1)
    return true
  }
  if (mod) return pressCommand(editor, press, options)
  if (code === 'Tab' && !altKey)
    return shiftKey
      ? moveCell(editor, -1) || outdentItems(editor)
      : moveCell(editor, 1) || indentItems(editor) || listAt(editor) !== undefined
  if ((code === 'ArrowDown' || code === 'ArrowUp') && !altKey && !shiftKey) return leaveEdge(editor, code === 'ArrowDown')
  return false
}

function pressCommand(editor: RichEditor, { code, altKey, shiftKey }: KeyPress, options: KeyOptions): boolean {
  if (!altKey && (code === 'KeyZ' || (code === 'KeyY' && !shiftKey))) {
    const isRedo = code === 'KeyY' || shiftKey
    // With nothing left here, the form's own steps are undone.
    if ((isRedo ? editor.history.redos : editor.history.undos).length === 0) return false
    if (isRedo) editor.redo()
    else editor.undo()
    return true
  }
  if (!altKey && !shiftKey && code === 'KeyK' && options.tools.has('link')) {
    options.openLink()
    return true
  }
  if (shiftKey && !altKey && code === 'Digit2') {
    Editor.insertText(editor, zwnj)
    return true
  }
  const command = commands[`${altKey ? 'Alt+' : ''}${shiftKey ? 'Shift+' : ''}${code}`]
  if (!command || !options.tools.has(command.tool)) return false
  command.run(editor)
  return true
}

/** From a table, a picture's box or code at the document's edge there is a way out: a new paragraph. */
function leaveEdge(editor: RichEditor, down: boolean): boolean {
  const { selection } = editor
  if (!selection || !Range.isCollapsed(selection)) return false
  const top = selection.anchor.path[0]!
  if (top !== (down ? editor.children.length - 1 : 0)) return false
  const block = editor.children[top]!
  if (!('type' in block) || (isTextBlock(block) && block.type !== 'code')) return false
  const edge = down ? Editor.end(editor, [top]) : Editor.start(editor, [top])
  const inLast = block.type === 'table' ? selection.anchor.path[1] === edge.path[1] : Path.equals(selection.anchor.path, edge.path)
  if (!inLast || block.type === 'list' || (block.type === 'code' && !Editor.isEdge(editor, selection.anchor, [top]))) return false
  if (down) Transforms.select(editor, Editor.end(editor, [top]))
  Transforms.insertNodes(editor, emptyParagraph(), { at: [down ? top + 1 : top], select: true })
  return true
}
