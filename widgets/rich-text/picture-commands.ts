import { Editor, Element, Transforms } from 'slate'
import { HistoryEditor } from 'slate-history'
import type { BlockElement, ImageElement, InlineNode, RichEditor } from './model.ts'
import { isType } from './queries.ts'
import { fileOfData, type Uploads } from './uploads.ts'

const uploading = (key: string): ImageElement => ({ type: 'image', upload: key, alt: '', children: [{ text: '' }] })

/** Puts pictures at the caret and sends them to the server, so far as it takes them; true when there was one. */
export function insertPictures(editor: RichEditor, files: Iterable<File>, uploads: Uploads): boolean {
  const pictures = uploads.choose([...files])
  if (pictures.length === 0) return false
  if (!editor.selection) Transforms.select(editor, Editor.end(editor, []))
  for (const file of pictures) {
    Transforms.insertNodes(editor, uploading(uploads.start(file)))
    Transforms.move(editor)
  }
  return true
}

/** The place of an upload becomes the picture; this is no step of its own to undo. */
export function settlePicture(editor: RichEditor, key: string, src: string): void {
  const found = [...Editor.nodes<ImageElement>(editor, { at: [], match: (node) => isType('image')(node) && node.upload === key, voids: true })]
  HistoryEditor.withoutSaving(editor, () => {
    for (const [, at] of found) {
      Transforms.setNodes<ImageElement>(editor, { src }, { at, voids: true })
      Transforms.unsetNodes(editor, 'upload', { at, voids: true })
    }
  })
}

/** Pasted pictures that came as data are sent to the server; those that cannot be are left out. */
export function sendPastedPictures(blocks: BlockElement[], uploads: Uploads | undefined): BlockElement[] {
  const walk = <Node extends BlockElement | InlineNode>(node: Node): Node[] => {
    if ('text' in node) return [node]
    if (node.type === 'image' && node.src?.startsWith('data:')) {
      const file = fileOfData(node.src)
      return uploads && file && uploads.choose([file]).length > 0 ? [{ ...uploading(uploads.start(file)), alt: node.alt } as Node] : []
    }
    return [{ ...node, children: (node.children as InlineNode[]).flatMap(walk) } as Node]
  }
  return blocks.flatMap(walk)
}

/** Redo brings the place of an upload back as it was; when the file has arrived meanwhile, it is the picture at once. */
export function withPictures(editor: RichEditor, uploads: Uploads): RichEditor {
  const { normalizeNode } = editor
  editor.normalizeNode = (entry, options) => {
    const [node] = entry
    const done = Element.isElement(node) && node.type === 'image' && node.upload ? uploads.get(node.upload) : undefined
    if (done?.link) settlePicture(editor, (node as ImageElement).upload!, done.link)
    else normalizeNode(entry, options)
  }
  return editor
}
