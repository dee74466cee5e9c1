// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest'
import { createRichEditor } from '#widgets/rich-text/create-editor.ts'
import { fitPaste } from '#widgets/rich-text/paste/fit-paste.ts'
import { emptyParagraph, type BlockElement } from '#widgets/rich-text/model.ts'
import { parseHtml } from '#widgets/rich-text/html/parse-html.ts'
import { insertPasted } from '#widgets/rich-text/paste/paste.ts'
import { toolsOf, type Preset } from '#widgets/rich-text/toolbar/presets.ts'
import { serialise } from '#widgets/rich-text/html/serialise.ts'

const html =
  '<h2>Head</h2><p><strong>b</strong><s>s</s><sub>2</sub> <a href="https://a.ir">link</a></p><ol><li>one</li><li>two</li></ol><blockquote><p>quoted</p></blockquote><table><tbody><tr><td>x</td><td>y</td></tr></tbody></table><hr><p><img src="https://a.ir/p.png" alt=""></p>'
const pastedInto = (preset: Preset) => serialise(fitPaste(parseHtml(html), toolsOf(preset)))

describe('what is pasted', () => {
  it('is all kept where every button is', () => expect(pastedInto('full')).toBe(serialise(parseHtml(html))))
  it('keeps what the small toolbar can make, and the text of the rest', () =>
    expect(pastedInto('mini')).toBe(
      '<p>Head</p><p><strong>b</strong>s2 <a href="https://a.ir">link</a></p><ol><li>one</li><li>two</li></ol><p>quoted</p><p>x y</p><p><img src="https://a.ir/p.png" alt=""></p>',
    ))
  it('has neither pictures nor numbers in a comment', () =>
    expect(pastedInto('comment')).toBe(
      '<p>Head</p><p><strong>b</strong><s>s</s>2 <a href="https://a.ir">link</a></p><ul><li>one</li><li>two</li></ul><blockquote><p>quoted</p></blockquote><p>x y</p>',
    ))
})

it('is refused whole and said where it is more than a page takes in at once', () => {
  const told = vi.fn()
  const editor = createRichEditor([emptyParagraph()], { tools: toolsOf('full'), single: false, onHeavyPaste: told })
  const clipboard = (text: string, html: string) =>
    ({ getData: (type: string) => ({ 'text/plain': text, 'text/html': html })[type] ?? '', files: [] }) as unknown as DataTransfer
  editor.insertTextData(clipboard('a'.repeat(100_001), ''))
  expect([told.mock.calls.length, serialise(editor.children as BlockElement[])]).toEqual([1, ''])
  editor.insertTextData(clipboard('short', ''))
  expect([told.mock.calls.length, serialise(editor.children as BlockElement[])]).toEqual([1, '<p>short</p>'])
})

describe('a field of one line', () => {
  const open = () => createRichEditor([emptyParagraph()], { tools: toolsOf('inline'), single: true })
  it('joins what is pasted with spaces', () => {
    const editor = open()
    insertPasted(editor, fitPaste(parseHtml('<p>one<br>more</p><ul><li>two</li><li><u>three</u></li></ul>'), toolsOf('inline')), {
      single: true,
    })
    expect(serialise(editor.children as BlockElement[], { single: true })).toBe('one more two <u>three</u>')
  })
  it('is not broken by Enter, with Shift or without', () => {
    const editor = open()
    editor.select({ path: [0, 0], offset: 0 })
    editor.insertText('a')
    editor.insertBreak()
    editor.insertSoftBreak()
    editor.insertText('b')
    expect(serialise(editor.children as BlockElement[], { single: true })).toBe('ab')
  })
})
