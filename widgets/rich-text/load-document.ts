import type { BlockElement, RichEditor } from './model.ts'
import { parseSlices } from '#widgets/rich-text/html/parse-html.ts'
import { serialise } from '#widgets/rich-text/html/serialise.ts'

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
    // The document is normalised already; inserting it by operations would cost quadratic time.
    editor.children = [...editor.children, ...blocks]
    editor.onChange()
    // The HTML of each block is cached, so that nothing is left to serialise at the end.
    serialise(blocks)
    ahead = slices.next()
    timer = setTimeout(step)
  }
  if (ahead.done) onLoaded()
  else timer = setTimeout(step)
  return () => clearTimeout(timer)
}
