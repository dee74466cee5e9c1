import { describe, expect, it } from 'vitest'
import type { ModelEntity } from '#server/model/context.ts'
import { cleanRichText } from '#server/model/values/rich-text.ts'

const html = { type: ['string', 'null'], format: 'html' }
const column = (field: string, translated = false) => ({ field, name: field, translated })

const entity = {
  shape: { columns: [column('text'), column('notes', true), column('parts'), column('plain')] },
  document: {
    schema: {
      properties: {
        text: html,
        notes: html,
        parts: { type: 'array', items: { type: 'object', properties: { body: html } } },
        plain: { type: 'string' },
      },
    },
  },
} as unknown as ModelEntity

async function cleaned(values: Record<string, unknown>): Promise<Record<string, unknown>> {
  const kept = { ...values }
  await cleanRichText(entity, kept, 1)
  return kept
}

const stored = async (text: string) => (await cleaned({ text })).text

describe('formatted text that is stored', () => {
  it.each([
    '<p>Fish &amp; chips<br>here</p>',
    '<p style="text-align:center"><STRONG>Loud</STRONG></p>',
    '<p dir=rtl>سلام &nbsp; <a href="https://a.ir/?a=1&b=2" target="_blank" rel="noopener">پیوند</a></p>',
    '<figure class="image"><img src="/files/a/b.png" alt="x" width="20"><figcaption>c</figcaption></figure>',
    '<iframe src="/files/embed" allowfullscreen></iframe>',
    '<my-card>kept</my-card>',
    '<table><tbody><tr><td colspan="2">a</td></tr></tbody></table>',
    'no markup at all',
    '<svg viewBox="0 0 1 1"><path d="M0 0h1"></path></svg>',
    '<video controls src="/files/a/v.mp4"></video>',
    'a < b & c',
  ])('keeps %s letter for letter', async (html) => {
    expect(await stored(html)).toBe(html)
  })

  it.each(['<script>go()</script>', '<iframe src="javascript:go()"></iframe>', '<p><style>*{display:none}</style></p>'])(
    'says so where nothing is left of %s',
    async (html) => expect(stored(html)).rejects.toMatchObject({ errors: { text: [{ key: 'rules.html_emptied' }] } }),
  )

  it.each([
    ['<p onclick="go()">a</p>', '<p>a</p>'],
    ['<p>a</p><script>go()</script>', '<p>a</p>'],
    ['<a href="javascript:go()">a</a>', '<a>a</a>'],
    ['<a href="java&#10;script:go()">a</a>', '<a>a</a>'],
    ['<img src=x onerror=go()>', '<img src="x">'],
    ['<iframe src="javascript:go()"></iframe><p>b</p>', '<p>b</p>'],
    ['<iframe srcdoc="<script>go()</script>" src="/a"></iframe>', '<iframe src="/a"></iframe>'],
    ['<p>a</p><iframe src="https://a.ir"></iframe>', '<p>a</p>'],
    ['<p style="position:fixed; inset:0; color:red">a</p>', '<p style="color:red">a</p>'],
    ['<p style="position:sticky">a</p>', '<p>a</p>'],
    ['<form action="//evil"><input name=p></form><p>b</p>', '<p>b</p>'],
    ['<svg><a xlink:href="javascript:go()"><text>x</text></a></svg>', '<svg><a><text>x</text></a></svg>'],
    ['<style>*{display:none}</style><p>b</p>', '<p>b</p>'],
    ['<math><mtext><table><mglyph><style><img src onerror=go()>', expect.not.stringContaining('onerror')],
  ])('makes %s harmless', async (html, clean) => {
    expect(await stored(html)).toEqual(clean)
  })

  it('is cleaned in every language and in lists; what is no formatted text stays as it is', async () => {
    const bad = '<b onclick="go()">x</b>'
    const given = { text: null, notes: { fa: bad, en: 'x' }, parts: [{ body: bad }, { body: null }], plain: bad }
    expect(await cleaned(given)).toEqual({
      text: null,
      notes: { fa: '<b>x</b>', en: 'x' },
      parts: [{ body: '<b>x</b>' }, { body: null }],
      plain: bad,
    })
    expect(given.parts[0]).toEqual({ body: bad })
  })
})

describe('a text that is no formatted text but an attack', () => {
  const refusal = (text: string) =>
    cleaned({ notes: { fa: text } }).then(
      () => undefined,
      (fault: { errors?: unknown }) => fault.errors,
    )

  it('is refused by the number of its elements, levels and attributes, short or long', async () => {
    expect(await refusal('<b>'.repeat(200))).toEqual({ 'notes.fa': [{ key: 'errors.html_depth', values: { count: 101, max: 100 } }] })
    expect(await refusal('<b>'.repeat(60_000))).toEqual({ 'notes.fa': [{ key: 'errors.html_depth', values: { count: 101, max: 100 } }] })
    expect(await refusal('<p></p>'.repeat(30_000))).toEqual({
      'notes.fa': [{ key: 'errors.html_elements', values: { count: 30_000, max: 20_000 } }],
    })
  })

  it('keeps a long text letter for letter, read in a thread of its own', async () => {
    const long = '<p style="text-align:center">a &nbsp; b</p>'.repeat(2000)
    expect(await stored(long)).toBe(long)
    expect(await stored(`${long}<script>go()</script>`)).toBe(long.replaceAll('\u00a0', '&nbsp;'))
  })
})
