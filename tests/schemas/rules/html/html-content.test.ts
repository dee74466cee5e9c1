import { expect, it } from 'vitest'
import { isEmptiedHtml } from '#schemas/rules/html/html-content.ts'

it.each([
  ['<script>go()</script>', ''],
  ['<p><iframe src="https://elsewhere.example"></iframe></p>', '<p></p>'],
  ['<base href=//e.x><meta http-equiv=refresh content="0;url=//e.x">', ''],
  ['<script src="//e.x"></script>', ''],
  ['<style>p { color: red }</style>', '&nbsp;'],
])('%s, of which %j is left, was emptied', (written, sanitised) => expect(isEmptiedHtml(written, sanitised)).toBe(true))

it.each([
  ['<p onclick="go()">Text</p>', '<p>Text</p>'],
  ['<script>go()</script><img src="/a.png">', '<img src="/a.png">'],
  ['<p></p>', '<p></p>'],
  ['<p><!-- nothing --></p>', '<p></p>'],
  ['', ''],
])('%s, of which %j is left, was not', (written, sanitised) => expect(isEmptiedHtml(written, sanitised)).toBe(false))

it('a text of unclosed brackets is read in one pass', () => expect(isEmptiedHtml('<'.repeat(5_000_000), '')).toBe(false))
