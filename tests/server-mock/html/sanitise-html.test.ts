// @vitest-environment jsdom
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { htmlElements } from '#schemas/rules/html/html-names.ts'
import { customElement } from '#schemas/rules/html/html-rules.ts'
import { isAllowedAttribute } from '#server/html/html-attributes.ts'
import { HtmlTooLarge, maxAttributes, maxDepth, maxElements } from '#server/html/html-limits.ts'
import { sanitiseHtml } from '#server/html/sanitise-html.ts'

/** Whether a browser, reading the markup by its own rules, finds an element or an attribute that may not be there. */
function holdsHarm(html: string): boolean {
  const { body } = new DOMParser().parseFromString(`<!doctype html><body>${html}`, 'text/html')
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_ALL)
  while (walker.nextNode()) {
    const node = walker.currentNode
    if (node.nodeType === Node.TEXT_NODE) continue
    if (!(node instanceof Element)) return true
    const name = node.localName.toLowerCase()
    if (!htmlElements.has(name) && !customElement.test(name)) return !['tbody', 'colgroup'].includes(name)
    if ([...node.attributes].some((one) => !isAllowedAttribute(name, one.name.toLowerCase(), one.value))) return true
    if (name === 'iframe' && (node.childNodes.length > 0 || !/^\/[\w~.-]/.test(node.getAttribute('src')!))) return true
  }
  return false
}

it('knows harm when it sees it', () => {
  for (const html of [
    '<script>1</script>',
    '<p onclick=x>',
    '<a href="javascript:1">',
    '<!--a-->',
    '<svg><style>',
    '<iframe>',
    '<b><input>',
  ])
    expect(holdsHarm(html)).toBe(true)
  expect(holdsHarm('<p class="a"><b>x</b><svg viewBox="0 0 1 1"><path d="M0"/></svg></p>')).toBe(false)
})

/** @source Cure53, DOMPurify's own tests, and "mXSS" attacks on parsers that read otherwise than browsers. */
const attacks = [
  '<math><mtext><table><mglyph><style><!--</style><img title="--&gt;&lt;img src=1 onerror=go()&gt;">',
  '<svg></p><style><a id="</style><img src=1 onerror=go()>">',
  '<svg><title><style><img src=x onerror=go()></style></title></svg>',
  '<noscript><p title="</noscript><img src=x onerror=go()>">',
  '<!--><img src=x onerror=go()>-->',
  '<!--a--!><img src=x onerror=go()>',
  '<![CDATA[<img src=x onerror=go()>]]>',
  '<?xml ><img src=x onerror=go()>?>',
  '<a title="<!--"><img src=x onerror=go()>"-->',
  '<p title=`<img src=x onerror=go()>`>',
  '<iframe src="/a"><img src=x onerror=go()></iframe>',
  '<iframe src="/a"></iframe\n><img src=x onerror=go()>',
  '<iframe src="https://a.ir"></iframe>',
  '<iframe src="//a.ir"></iframe>',
  '<iframe src="/\t/a.ir"></iframe>',
  '<iframe src="/\\a.ir"></iframe>',
  '<p style="position:fixed;inset:0;background:white">x</p>',
  '<p style="pos\\69tion:fixed">x</p>',
  '<svg style="position:absolute/**/"></svg>',
  '<xmp><p title="</xmp><img src=x onerror=go()>"></xmp>',
  '<plaintext><img src=x onerror=go()>',
  '<svg><foreignObject><iframe srcdoc="x"></iframe></foreignObject></svg>',
  '<math href="javascript:go()">x</math>',
  '<svg><animate attributeName=href values=javascript:go() /><a id=x><text y=20>x</text></a></svg>',
  '<svg><use href="data:image/svg+xml,x"></use></svg>',
  '<a href="\u0001java\nscript:go()">x</a>',
  '<a href="&#x6A;avascript:go()">x</a>',
  '<img src=1 href=1 onerror="javascript:go()"/x>',
  '<p/onclick=go()>x</p>',
  '<p \0onclick=go()>x</p>',
  '<img name=cookie><a id=body>x</a>',
  '<my-card onclick=go() href="java script:go()">x</my-card>',
  '<form id=f><button formaction=javascript:go()>x</button></form>',
  '<textarea><p title="</textarea><img src=x onerror=go()>"></textarea>',
  '<p><template><img src=x onerror=go()></template>',
  '<table><caption><svg><title><table><caption></caption></table><style><a title="</style><img src onerror=go()>"></style></title></svg>',
  '</p><br></br><img src=x onerror=go()',
  '<annotation-xml encoding="text/html"><style><img src=x onerror=go()></style></annotation-xml>',
  '<math><annotation-xml encoding="text/html"><p><style><img title="</style><img src=x onerror=go()>">',
]

describe('formatted text as the server stores it', () => {
  it.each(attacks)('is harmless to a browser: %s', (html) => {
    const stored = sanitiseHtml(html)
    expect(holdsHarm(stored)).toBe(false)
    expect(sanitiseHtml(stored)).toBe(stored)
  })

  it('is harmless to a browser whatever it is put together from', () => {
    const pieces = [
      ...['<', '>', '"', "'", '`', '=', '/', '&lt;', '-->', '<!--', ']]>', '<![CDATA[', '\0', ' ', 'x', '&#0;', '\u00a0'],
      ...['<svg>', '</svg>', '<math>', '<mtext>', '<mglyph>', '<style>', '</style>', '<title>', '</title>', '<table>', '<td>', '</table>'],
      ...['<p title="', '<a href="javascript:go()">', '<img src=x onerror=go()>', '<iframe src="/a">', '</iframe>', '<noscript>'],
      ...['<form>', '</form>', '<b>', '</b>', '<p>', '</p>', '<br/>', '<desc>', '<template>', '<select>', '<my-card a=b>', '<textarea>'],
      ...[
        'onclick=go() ',
        'style="color:red" ',
        'style="position:fixed;color:red" ',
        '<annotation-xml encoding="text/html">',
        '<foreignObject>',
        '<script>',
        '</script>',
        '<h1>',
      ],
    ]
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 25 }), (parts) => {
        const stored = sanitiseHtml(parts.join(''))
        return !holdsHarm(stored) && sanitiseHtml(stored) === stored
      }),
      { numRuns: 1500 },
    )
  })

  it('says how many elements, levels and attributes there are, and how many there may be', () => {
    const excess = (html: string) => {
      try {
        sanitiseHtml(html)
      } catch (fault) {
        return (fault as HtmlTooLarge).excess
      }
      throw new Error('nothing was refused')
    }
    expect(excess('<p>a</p>'.repeat(maxElements + 5))).toEqual({
      key: 'errors.html_elements',
      values: { count: maxElements + 5, max: maxElements },
    })
    expect(excess('<b>'.repeat(100_000))).toEqual({ key: 'errors.html_depth', values: { count: maxDepth + 1, max: maxDepth } })
    expect(excess(`<p ${Array.from({ length: 100_000 }, (_, at) => `a${at}`).join(' ')}>`)).toMatchObject({
      key: 'errors.html_attributes',
      values: { max: maxAttributes },
    })
    expect(sanitiseHtml('<p>a'.repeat(5000))).toContain('<p>a')
  })

  it.each([
    ['signs of tags', '<'.repeat(500_000)],
    ['an open tag', `<a${' b'.repeat(90)}${'<a'.repeat(200_000)}`],
    ['an open value', `<a b="${'<a b=c>'.repeat(80_000)}`],
    ['blanks in a tag', `<a${' '.repeat(500_000)}`],
    ['blanks between attributes', `<a b${' '.repeat(250_000)}c${' '.repeat(250_000)}"`],
    ['comments', '<!--'.repeat(150_000)],
    ['ends of tags', '</a>'.repeat(150_000)],
    ['style properties', `<p style="${'color:red;'.repeat(60_000)}">a</p>`],
    ['references', '&amp'.repeat(150_000)],
    ['one attribute', `<p ${'a'.repeat(500_000)}>`],
    ['unclosed quotes', `<p a='${'"'.repeat(500_000)}`],
  ])(
    'reads %s without end in one pass',
    (_, html) => {
      expect(holdsHarm(sanitiseHtml(html.slice(0, 2000)))).toBe(false)
      expect(typeof sanitiseHtml(html)).toBe('string')
    },
    5000,
  )
})
