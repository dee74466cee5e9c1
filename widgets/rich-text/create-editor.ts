import { createEditor } from 'slate'
import { withHistory } from 'slate-history'
import { withReact } from 'slate-react'
import type { BlockElement, RichEditor } from './model.ts'
import { withPaste } from './paste.ts'
import { withPictures } from './picture-commands.ts'
import type { Tool } from './presets.ts'
import { withShortcuts } from './shortcuts.ts'
import { withStructure } from './structure.ts'
import type { Uploads } from './uploads.ts'

interface EditorOptions { tools: ReadonlySet<Tool>; /** One line: Enter does nothing, and what is pasted is joined into it. */ single: boolean; uploads?: Uploads }

/** How many blocks the browser lays out together; those out of view are skipped. */
const chunkSize = 100

/** An editor for a document, with all that belongs to it but its looks. */
export function createRichEditor(children: BlockElement[], { tools, single, uploads }: EditorOptions): RichEditor {
  let editor = withStructure(withHistory(withReact(createEditor())) as RichEditor, { single })
  if (uploads) editor = withPictures(editor, uploads)
  editor = withShortcuts(withPaste(editor, { single, tools, uploads }), tools)
  editor.getChunkSize = (node) => (node === editor ? chunkSize : null)
  editor.children = children
  return editor
}
