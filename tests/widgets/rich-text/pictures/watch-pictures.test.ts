// @vitest-environment jsdom
import { Transforms } from 'slate'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createRichEditor } from '#widgets/rich-text/create-editor.ts'
import { emptyParagraph, type BlockElement } from '#widgets/rich-text/model.ts'
import { parseHtml } from '#widgets/rich-text/html/parse-html.ts'
import { findUploads, insertPictures, settlePicture } from '#widgets/rich-text/commands/picture-commands.ts'
import { toolsOf } from '#widgets/rich-text/toolbar/presets.ts'
import { formatSource } from '#widgets/rich-text/source-view.tsx'
import { createUploads, type UploadedFile } from '#widgets/rich-text/pictures/uploads.ts'
import { watchPictures } from '#widgets/rich-text/pictures/watch-pictures.ts'

beforeEach(() => {
  Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} })
})

function open() {
  const told = vi.fn()
  const sent: { done: (file: UploadedFile) => void; fail: (error: unknown) => void }[] = []
  const uploads = createUploads({
    upload: () =>
      new Promise((done, fail) => {
        sent.push({ done, fail })
      }),
    messageOf: () => 'no',
    isCancelled: () => false,
    onFailed: told,
    choose: (files) => files.filter(({ type }) => type === 'image/png'),
    onDone: (key, { link }) => settlePicture(editor, key, link),
  })
  const editor = createRichEditor([emptyParagraph()], { tools: toolsOf('full'), single: false, uploads })
  const held: Promise<unknown>[] = []
  const setFault = vi.fn()
  const { look, stop } = watchPictures(
    editor,
    uploads,
    {
      hold: (work) => {
        held.push(work)
      },
      setFault,
    },
    () => 'unfinished',
  )
  insertPictures(editor, [new File(['x'], 'a.png', { type: 'image/png' })], uploads)
  look()
  return { editor, uploads, sent, held, setFault, look, stop, told }
}
const pictureAt = (editor: ReturnType<typeof open>['editor']): number[] => [
  0,
  (editor.children[0] as { children: { type?: string }[] }).children.findIndex(({ type }) => type === 'image'),
]

it('does not take what may not be sent', () => {
  const { editor, uploads, sent } = open()
  expect(insertPictures(editor, [new File(['x'], 'a.txt', { type: 'text/plain' })], uploads)).toBe(false)
  expect(sent).toHaveLength(1)
})

describe('a picture on its way', () => {
  it('keeps the form from being sent until it is there', async () => {
    const { editor, sent, held, setFault } = open()
    expect(held).toHaveLength(1)
    sent[0]!.done({ id: 1, link: '/a.png', mime_type: 'image/png' })
    await held[0]
    expect(JSON.stringify(editor.children)).toContain('"src":"/a.png"')
    expect(setFault).not.toHaveBeenCalled()
  })
  it('that did not arrive is a fault of the field, until it is tried again or taken out', async () => {
    const { editor, uploads, sent, held, setFault, look, told } = open()
    sent[0]!.fail(new Error('lost'))
    await held[0]
    expect(told.mock.calls).toEqual([[expect.objectContaining({ name: 'a.png' }), new Error('lost')]])
    expect(setFault.mock.lastCall).toEqual(['unfinished'])
    uploads.retry((editor.children[0] as unknown as { children: { upload: string }[] }).children[1]!.upload)
    expect([held.length, setFault.mock.lastCall]).toEqual([2, [undefined]])
    sent[1]!.fail(new Error('lost'))
    await held[1]
    Transforms.removeNodes(editor, { at: pictureAt(editor) })
    look()
    expect(setFault.mock.lastCall).toEqual([undefined])
  })
  it('is waited for no longer when it is taken out, and again when it is brought back', async () => {
    const { editor, held, look, stop } = open()
    await Promise.resolve()
    Transforms.removeNodes(editor, { at: pictureAt(editor) })
    look()
    await held[0]
    editor.undo()
    look()
    expect(held).toHaveLength(2)
    stop()
    await held[1]
  })
})

describe('a picture on its way, in the HTML source', () => {
  const open = () => {
    const uploads = createUploads({
      upload: () => new Promise(() => {}),
      messageOf: () => 'no',
      isCancelled: () => false,
      onDone: () => {},
      onFailed: () => {},
      choose: (files) => [...files],
    })
    const editor = createRichEditor([{ type: 'paragraph', children: [{ text: 'before' }] }], {
      tools: toolsOf('full'),
      single: false,
      uploads,
    })
    insertPictures(editor, [new File(['x'], 'a.png', { type: 'image/png' })], uploads)
    return { editor, uploads, key: Object.keys(uploads.store.getState())[0]! }
  }
  it('has a place there, and keeps it whatever is written beside it', () => {
    const { editor, uploads, key } = open()
    Transforms.setNodes(editor, { alt: 'a "b" <c>' }, { at: pictureAt(editor) })
    const source = formatSource(editor.children as BlockElement[])
    expect(source).toContain(`<img data-upload="${key}"`)
    const [block] = findUploads(parseHtml(source.replace('before', 'changed')), uploads)
    expect(block).toMatchObject({ children: [{ text: 'changed' }, { type: 'image', upload: key, alt: 'a "b" <c>' }, { text: '' }] })
  })
  it('is found where it stands alone, and nothing is made of a name that no upload has', () => {
    const { uploads, key } = open()
    expect(findUploads(parseHtml(`<img data-upload="${key}" alt="">`), uploads)).toMatchObject([
      { type: 'paragraph', children: [{}, { type: 'image', upload: key }, {}] },
    ])
    expect(JSON.stringify(findUploads(parseHtml('<p>x <img data-upload="upload-999" alt=""></p>'), uploads))).not.toContain('"image"')
  })
})
