import { Transforms } from 'slate'
import { HistoryEditor } from 'slate-history'
import type { BlockElement, RichEditor } from './model.ts'
import { parseSlices } from './parse-html.ts'

/**
 * Reads HTML into a new editor, slice by slice, so that the page stays alive while a long text opens. A short text is
 * there, and `onLoaded` called, before this returns. Answers how to stop.
 */
export function loadDocument(editor: RichEditor, html: string, onLoaded: () => void): () => void {
  const slices = parseSlices(html)
  let timer: ReturnType<typeof setTimeout> | undefined
  const first = slices.next().value as BlockElement[]
  if (first.length > 0) editor.children = first
  let ahead = slices.next()

  const step = (): void => {
    if (ahead.done) return onLoaded()
    const blocks = ahead.value
    HistoryEditor.withoutSaving(editor, () => Transforms.insertNodes(editor, blocks, { at: [editor.children.length] }))
    ahead = slices.next()
    timer = setTimeout(step)
  }
  if (ahead.done) onLoaded()
  else timer = setTimeout(step)
  return () => clearTimeout(timer)
}
