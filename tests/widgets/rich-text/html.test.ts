// @vitest-environment jsdom
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseHtml } from '#widgets/rich-text/html/parse-html.ts'
import { serialise } from '#widgets/rich-text/html/serialise.ts'
import { documents, messyHtml } from './arbitrary-documents.ts'

const again = (html: string): string => serialise(parseHtml(html))

describe('what the editor writes', () => {
  it('is read back as the same document', () => {
    fc.assert(
      fc.property(documents, (document) => {
        expect(parseHtml(serialise(document))).toEqual(document)
      }),
      { numRuns: 150 },
    )
  })
  it.each([
    '<p>سلام <strong>دنیا</strong></p>',
    '<h2 dir="rtl">می‌روم</h2>',
    '<p style="text-align:center">a<br>b</p>',
    '<p><br></p><p>b</p>',
    '<ul><li>a<ul><li>b</li></ul></li><li><p>c</p><p>d</p></li></ul>',
    '<ol start="3"><li>x</li></ol>',
    '<blockquote><p>q</p></blockquote>',
    '<pre><code class="language-ts">a\n  b &lt; c</code></pre>',
    '<pre>\n\nx</pre>',
    '<hr>',
    '<p><a href="https://example.com/?a=1&amp;b=2">x</a></p>',
    '<p>a <img src="/x.png" alt="An &quot;x&quot;"> b</p>',
    '<p><span style="color:#b42318">red <strong>and bold</strong></span></p>',
    '<table><thead><tr><th>a</th></tr></thead><tbody><tr><td>b</td></tr></tbody></table>',
    '<table><tbody><tr><td colspan="2">a</td></tr><tr><td>b</td><td><p>c</p><p>d</p></td></tr></tbody></table>',
    '<p>a&nbsp;&nbsp;b &amp; c</p>',
    '<p>H<sub>2</sub>O, x<sup>2</sup>, <code>y</code>, <s>z</s>, <u>u</u>, <em>e</em></p>',
  ])('%s comes back as it is', (html) => expect(again(html)).toBe(html))
})

describe('markup of others', () => {
  it('is written the same from the first time on', () => {
    fc.assert(
      fc.property(messyHtml, (html) => {
        const once = again(html)
        expect(again(once)).toBe(once)
      }),
      { numRuns: 150 },
    )
  })
  it.each([
    '<p class="lead" data-x="1">a</p>',
    '<details open=""><summary>s</summary><p>t</p></details>',
    '<iframe src="/files/v" width="560" allowfullscreen=""></iframe>',
    '<p>a <abbr title="b">c</abbr> <x-note class="d">e</x-note></p>',
    '<x-card class="y"><p>z</p></x-card>',
    '<x-player film="7" start-at="0:12" no-controls="" data-x="1"></x-player>',
    '<p>a <x-price amount="12" currency="IRR">b</x-price> c</p>',
    '<figure><img src="/a.png" alt=""><figcaption>c</figcaption></figure>',
    '<div class="box">text<p>more</p></div>',
    '<dl><dt>a</dt><dd>b</dd></dl>',
    '<video src="/a.mp4" controls=""></video>',
    '<p style="margin:0">a</p>',
    '<p><a href="/a" target="_blank" rel="noopener">b</a></p>',
    '<table class="t"><caption>c</caption><colgroup><col style="width:50%"></colgroup><tbody><tr><td>a</td></tr></tbody></table>',
    '<table><tbody><tr><td>a</td></tr></tbody><tfoot><tr><td>b</td></tr></tfoot></table>',
  ])('%s is kept', (html) => expect(again(html)).toBe(html))
  it('is a block of its own where the editor does not know it', () => {
    expect(parseHtml('<p>a</p><details><summary>s</summary></details><iframe src="/files/v"></iframe>').map(({ type }) => type)).toEqual([
      'paragraph',
      'opaque',
      'opaque',
    ])
  })
})

describe('a text without tags', () => {
  it('is paragraphs and lines', () => expect(again('one\ntwo\n\nthree & four')).toBe('<p>one<br>two</p><p>three &amp; four</p>'))
  it('may have entities', () => expect(again('a &amp; b')).toBe('<p>a &amp; b</p>'))
  it('is an empty document when it is empty', () => {
    expect(again('')).toBe('')
    expect(again('  \n ')).toBe('')
  })
})

it('writes an empty document as nothing', () => {
  expect(again('<p></p>')).toBe('')
  expect(again('<p><br></p>')).toBe('')
  expect(again('<p> </p><p></p>')).not.toBe('')
})

it('writes one paragraph without its tag where a field is a single line', () => {
  expect(serialise(parseHtml('a <strong>b</strong>'), { single: true })).toBe('a <strong>b</strong>')
})

describe('what could run', () => {
  const attacks = [
    '<script>alert(1)</script>',
    '<p onclick="alert(1)">a</p>',
    '<a href="javascript:alert(1)">a</a>',
    '<a href="java\nscript:alert(1)">a</a>',
    '<a href=" &#1;javascript:alert(1)">a</a>',
    '<a href="data:text/html,<script>1</script>">a</a>',
    '<a href="vbscript:x">a</a>',
    '<img src=x onerror=alert(1)>',
    '<svg><script>alert(1)</script></svg>',
    '<svg onload=alert(1)></svg>',
    '<math><mtext><table><mglyph><style><img src onerror=alert(1)>',
    '<iframe src="javascript:alert(1)"></iframe>',
    '<iframe srcdoc="<script>alert(1)</script>"></iframe>',
    '<iframe src="http://a.b/"></iframe>',
    '<iframe src="https://a.b/"></iframe>',
    '<iframe src="/\\a.b/"></iframe>',
    '<p style="position:fixed;inset:0">a</p>',
    '<p style="POSITION:absolute!important">a</p>',
    '<details ontoggle=alert(1) open><summary>x</summary></details>',
    '<x-a onclick=alert(1)>b</x-a>',
    '<x-a action-url="java\nscript:alert(1)" ONLOAD=alert(1) srcdoc="<script>1</script>">b</x-a>',
    '<video><source onerror=alert(1)></video>',
    '<form action="javascript:alert(1)"><button>x</button></form>',
    '<object data="javascript:alert(1)"></object>',
    '<embed src="javascript:alert(1)">',
    '<style>@import "javascript:1"</style>',
    '<base href="//evil">',
    '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
    '<template><script>alert(1)</script></template>',
  ]
  const running = (html: string): string[] => {
    const { body } = new DOMParser().parseFromString(html, 'text/html')
    return [...body.querySelectorAll('*')].flatMap((element) => [
      ...(['script', 'style', 'base', 'form', 'button', 'object', 'embed', 'link', 'meta'].includes(element.localName)
        ? [element.outerHTML]
        : []),
      ...[...element.attributes]
        .filter(
          ({ name, value }) =>
            name.startsWith('on') ||
            name === 'srcdoc' ||
            /^[\s\u0000-\u0020]*(?:java|vb)script:/i.test(value.replace(/[\s\u0000-\u0020]/g, '')) ||
            (element.localName === 'iframe' && name === 'src' && !/^\/[\w~.-]/.test(value)) ||
            (name === 'style' && /position|inset/i.test(value)),
        )
        .map(({ name, value }) => `${name}=${value}`),
    ])
  }
  it.each(attacks)('%s does not survive', (html) => expect(running(again(html))).toEqual([]))
  it('does not survive in any mixture', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.constantFrom(...attacks),
            messyHtml,
            fc.constantFrom(
              '<svg>',
              '</svg>',
              '<math>',
              '<table>',
              '<title>',
              '</p>',
              '<![CDATA[',
              ']]>',
              '<!--',
              '-->',
              '<select>',
              '<xmp>',
              '<textarea>',
            ),
          ),
          { maxLength: 6 },
        ),
        (parts) => {
          expect(running(again(parts.join('')))).toEqual([])
        },
      ),
      { numRuns: 150 },
    )
  })
})
