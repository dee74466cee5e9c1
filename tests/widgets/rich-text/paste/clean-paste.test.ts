// @vitest-environment jsdom
import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parsePaste } from '#widgets/rich-text/paste/clean-paste.ts'
import { parseHtml } from '#widgets/rich-text/html/parse-html.ts'
import { serialise } from '#widgets/rich-text/html/serialise.ts'
import { messyHtml } from '#tests/widgets/rich-text/arbitrary-documents.ts'

const pasted = (html: string): string => serialise(parsePaste(html))
const fixture = (name: string): string => readFileSync(join(import.meta.dirname, '../../../fixtures/paste', `${name}.html`), 'utf8')

describe('pasted from Word', () => {
  const html = pasted(fixture('word'))
  it('lists are lists, nested as they looked', () => {
    expect(html).toContain('<ul><li>First</li><li>Second<ol><li>Inner one</li><li>Inner two</li></ol></li><li>Third</li></ul>')
    expect(html).toContain('<ol><li>یکم</li><li>دوم</li></ol>')
  })
  it('headings, marks and tables stay', () => {
    expect(html).toContain('<h1>Yearly report</h1>')
    expect(html).toContain('<strong>bold</strong>')
    expect(html).toContain('<table><tbody><tr><td>City</td><td>Sum</td></tr><tr><td>تهران</td><td>12</td></tr></tbody></table>')
  })
  it('Persian text keeps its joiners', () => expect(html).toContain('می‌خواهیم'))
  it('nothing of its own is left', () => expect(html).not.toMatch(/mso|o:p|class=|style=|font|<span|<!--|file:/i))
})

describe('pasted from Google Docs', () => {
  const html = pasted(fixture('google-docs'))
  it('is not all bold', () =>
    expect(html).toBe('<p>Plain and <strong>bold</strong> and <em>slanted</em>.</p><ul><li>one</li><li>two</li></ul>'))
})

describe('pasted from a page', () => {
  it('boxes go, text and links stay', () =>
    expect(
      pasted(
        '<div class="a"><div>one <a href="https://e.com" class="b" onclick="x()">two</a></div><section><h2 style="color:red">three</h2></section></div>',
      ),
    ).toBe('<p>one <a href="https://e.com">two</a></p><h2>three</h2>'))
  it('scripts, styles and frames go', () =>
    expect(pasted('<style>a{}</style><script>x()</script><p>a<iframe src="https://e.com"></iframe></p>')).toBe('<p>a</p>'))
  it('a link that may not be loses its address', () => expect(pasted('<p><a href="javascript:x()">a</a></p>')).toBe('<p>a</p>'))
  it('styles that mean something become marks', () =>
    expect(pasted('<p><span style="font-weight:700">a</span> <span style="text-decoration:underline">b</span></p>')).toBe(
      '<p><strong>a</strong> <u>b</u></p>',
    ))
  it('a direction that the first letter would not give is kept', () =>
    expect(pasted('<p dir="rtl">iPhone خوب است</p><p dir="rtl">سلام</p>')).toBe('<p dir="rtl">iPhone خوب است</p><p>سلام</p>'))
})

it('is read back as it was taken over, whatever it was', () => {
  fc.assert(
    fc.property(messyHtml, (html) => {
      const once = pasted(html)
      expect(once).not.toMatch(/ class=| on\w+=|<script|<iframe|<div/)
      expect(serialise(parseHtml(once))).toBe(once)
    }),
    { numRuns: 100 },
  )
})
