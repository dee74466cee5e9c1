import { createEditor } from 'slate'
import { withHistory } from 'slate-history'
import { withReact } from 'slate-react'
import type { BlockElement, RichEditor } from './model.ts'
import { withPaste, type PasteOptions } from '#widgets/rich-text/paste/paste.ts'
import { withPictures } from '#widgets/rich-text/commands/picture-commands.ts'
import { withShortcuts } from '#widgets/rich-text/commands/shortcuts.ts'
import { withStructure } from './structure.ts'

/** How many blocks the browser lays out together; those out of view are skipped. */
const chunkSize = 100

/** An editor for a document, with all that belongs to it but its looks. */
export function createRichEditor(children: BlockElement[], options: PasteOptions): RichEditor {
  const { single, tools, uploads } = options
  let editor = withStructure(withHistory(withReact(createEditor())) as RichEditor, { single })
  if (uploads) editor = withPictures(editor, uploads)
  editor = withShortcuts(withPaste(editor, options), tools)
  editor.getChunkSize = (node) => (node === editor ? chunkSize : null)
  editor.children = children
  return editor
}
