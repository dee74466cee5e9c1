import { Editor, Element, Node, Transforms } from 'slate'
import { HistoryEditor } from 'slate-history'
import type { BlockElement, ImageElement, InlineNode, RichEditor, RichElement } from '#widgets/rich-text/model.ts'
import { isType } from './queries.ts'
import { inertBody } from '#widgets/rich-text/html/sanitise.ts'
import { fileOfData, type Uploads } from '#widgets/rich-text/pictures/uploads.ts'

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

/** Replaces the placeholder of an upload by the picture; this is not a separate undo step. */
export function settlePicture(editor: RichEditor, key: string, src: string): void {
  const found = [
    ...Editor.nodes<ImageElement>(editor, { at: [], match: (node) => isType('image')(node) && node.upload === key, voids: true }),
  ]
  HistoryEditor.withoutSaving(editor, () => {
    for (const [, at] of found) {
      Transforms.setNodes<ImageElement>(editor, { src }, { at, voids: true })
      Transforms.unsetNodes(editor, 'upload', { at, voids: true })
    }
  })
}

/** Blocks with some nodes replaced: `change` returns the replacement of a node, or undefined to look into it. */
function replaceNodes(blocks: BlockElement[], change: (node: RichElement) => RichElement[] | undefined): BlockElement[] {
  const walk = <Found extends BlockElement | InlineNode>(node: Found): Found[] => {
    if ('text' in node) return [node]
    return (change(node) as Found[] | undefined) ?? [{ ...node, children: (node.children as InlineNode[]).flatMap(walk) } as Found]
  }
  return blocks.flatMap(walk)
}

/** Pasted pictures that came as data are sent to the server; those that cannot be are left out. */
export const sendPastedPictures = (blocks: BlockElement[], uploads: Uploads | undefined): BlockElement[] =>
  replaceNodes(blocks, (node) => {
    if (node.type !== 'image' || !node.src?.startsWith('data:')) return undefined
    const file = fileOfData(node.src)
    return uploads && file && uploads.choose([file]).length > 0 ? [{ ...uploading(uploads.start(file)), alt: node.alt }] : []
  })

const waitingTag = /^<img data-upload="(upload-\d+)" alt="[^"]*">$/

/** Pictures on their way as markup, so that their places are seen in the HTML source and come back from it. */
export const markUploads = (blocks: BlockElement[]): BlockElement[] =>
  replaceNodes(blocks, (node) =>
    node.type === 'image' && node.upload !== undefined
      ? [
          {
            type: 'opaque-inline',
            html: `<img data-upload="${node.upload}" alt="${node.alt.replace(/[&"<>]/g, (sign) => `&#${sign.codePointAt(0)};`)}">`,
            children: [{ text: '' }],
          },
        ]
      : undefined,
  )

/** The other way round; markup that names no upload of this document stays markup. */
export const findUploads = (blocks: BlockElement[], uploads: Uploads | undefined): BlockElement[] =>
  replaceNodes(blocks, (node) => {
    if (node.type !== 'opaque-inline' && node.type !== 'opaque') return undefined
    const key = waitingTag.exec(node.html)?.[1]
    if (key === undefined || !uploads?.get(key)) return [node]
    const alt = inertBody(node.html).querySelector('img')?.alt ?? ''
    const picture: ImageElement = { ...uploading(key), alt }
    return [node.type === 'opaque' ? { type: 'paragraph', children: [{ text: '' }, picture, { text: '' }] } : picture]
  })

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

/** Keys of the uploads that have a place in the document. */
export function uploadsIn(editor: RichEditor): string[] {
  return [...Node.elements(editor)].flatMap(([element]) => {
    const node: RichElement = element
    return node.type === 'image' && node.upload !== undefined ? [node.upload] : []
  })
}
