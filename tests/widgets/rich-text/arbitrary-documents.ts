import fc from 'fast-check'
import { tidyInline } from '#widgets/rich-text/html/inline-content.ts'
import type { BlockElement, InlineNode, ItemElement, Marks, TextNode } from '#widgets/rich-text/model.ts'

const words = fc
  .array(fc.constantFrom('a', 'Bc', 'سلام', 'می‌روم', '<b>', '&amp;', '"', "'", '1.', '#', '😀', '\u00a0', '\u200f', '日本'), {
    minLength: 1,
    maxLength: 5,
  })
  .map((list) => list.join(' '))
const lines = fc.array(words, { minLength: 1, maxLength: 3 }).map((list) => list.join('\n'))
const yes = fc.constantFrom<true | undefined>(true, undefined)
const withoutUndefined = <Value extends object>(value: Value): Value =>
  Object.fromEntries(Object.entries(value).filter(([, part]) => part !== undefined)) as Value

const marks: fc.Arbitrary<Marks> = fc
  .record({
    bold: yes,
    italic: yes,
    underline: yes,
    strike: yes,
    code: yes,
    sub: yes,
    sup: yes,
    color: fc.constantFrom(undefined, '#b42318', 'rgb(1, 2, 3)', 'red'),
  })
  .map(withoutUndefined)
const text: fc.Arbitrary<TextNode> = fc.tuple(lines, marks).map(([value, marked]) => ({ text: value, ...marked }))
const image: fc.Arbitrary<InlineNode> = fc.record({
  type: fc.constant('image' as const),
  src: fc.constantFrom('/a.png', 'https://e.com/b.jpg?x=1&y="2"'),
  alt: words.map((alt) => alt.trim()),
  children: fc.constant<[TextNode]>([{ text: '' }]),
})
const link: fc.Arbitrary<InlineNode> = fc.record({
  type: fc.constant('link' as const),
  href: fc.constantFrom('https://e.com/?a&b="c"', '/x', 'mailto:a@b.c', '#top', 'tel:+98'),
  children: fc.array(text, { minLength: 1, maxLength: 2 }).map((nodes) => tidyInline(nodes)),
})
const wrapper: fc.Arbitrary<InlineNode> = fc.record({
  type: fc.constant('wrapper' as const),
  tag: fc.constantFrom('abbr', 'mark', 'span', 'del'),
  attributes: fc.constantFrom<Record<string, string>>({ title: 'a "b"' }, { class: 'c' }),
  children: fc.array(text, { minLength: 1, maxLength: 2 }).map((nodes) => tidyInline(nodes)),
})
const inline = fc
  .array(fc.oneof({ weight: 5, arbitrary: text }, image, link, wrapper), { minLength: 1, maxLength: 5 })
  .map((nodes) => tidyInline(nodes))
const maybeEmpty = fc.oneof({ weight: 8, arbitrary: inline }, fc.constant<InlineNode[]>([{ text: '' }]))

const place = fc
  .record({
    align: fc.constantFrom(undefined, undefined, 'center' as const, 'end' as const),
    dir: fc.constantFrom(undefined, undefined, 'rtl' as const, 'ltr' as const),
  })
  .map(withoutUndefined)
const paragraph: fc.Arbitrary<BlockElement> = fc.tuple(place, maybeEmpty).map(([at, children]) => ({ type: 'paragraph', ...at, children }))
const bare: fc.Arbitrary<BlockElement> = inline.map((children) => ({ type: 'paragraph', bare: true, children }))
const heading: fc.Arbitrary<BlockElement> = fc
  .tuple(place, fc.constantFrom(1 as const, 2 as const, 6 as const), maybeEmpty)
  .map(([at, level, children]) => ({ type: 'heading', level, ...at, children }))
const code: fc.Arbitrary<BlockElement> = fc
  .tuple(fc.constantFrom('', '\n', '\n\n  x', 'a\n\tb  c '), fc.boolean(), fc.constantFrom(undefined, 'ts', 'c++'))
  .map(([value, plain, language]) => ({
    type: 'code',
    ...(plain ? { plain: true as const } : language ? { language } : {}),
    children: [{ text: value }],
  }))
const rule: fc.Arbitrary<BlockElement> = fc.constant({ type: 'rule', children: [{ text: '' }] })
const opaque: fc.Arbitrary<BlockElement> = fc
  .constantFrom('<details><summary>a</summary></details>', '<iframe src="/files/v"></iframe>', '<figure><img src="/a.png" alt=""></figure>')
  .map((html) => ({ type: 'opaque', html, children: [{ text: '' }] }))

const { block } = fc.letrec<{ block: BlockElement; item: ItemElement }>((tie) => {
  const inside = fc
    .tuple(fc.oneof(bare, paragraph), fc.array(tie('block'), { maxLength: 2 }))
    .filter(([first, rest]) => !('bare' in first && rest[0]?.type === 'opaque'))
    .map(([first, rest]) => [first, ...rest])
  return {
    item: fc.tuple(place, inside).map(([at, children]) => ({ type: 'item', ...at, children })),
    block: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      paragraph,
      heading,
      code,
      rule,
      opaque,
      fc
        .tuple(fc.boolean(), fc.array(tie('item'), { minLength: 1, maxLength: 3 }))
        .map(([ordered, children]): BlockElement => ({ type: 'list', ordered, ...(ordered && { start: 4 }), children })),
      fc.tuple(fc.constantFrom('blockquote', 'div'), inside).map(([tag, children]): BlockElement => ({ type: 'container', tag, children })),
      fc
        .tuple(fc.boolean(), fc.array(fc.array(inside, { minLength: 2, maxLength: 2 }), { minLength: 1, maxLength: 3 }))
        .map(([head, rows]): BlockElement => ({
          type: 'table',
          children: rows.map((cells, index) => ({
            type: 'row',
            ...(head && index === 0 && { head: true as const }),
            children: cells.map((children) => ({ type: 'cell', ...(head && index === 0 && { header: true as const }), children })),
          })),
        })),
    ),
  }
})

const isEmpty = (blocks: BlockElement[]): boolean => blocks.length === 1 && blocks[0]!.type === 'paragraph'

/** Documents as the editor holds them. */
export const documents = fc.array(block, { minLength: 1, maxLength: 4 }).filter((blocks) => !isEmpty(blocks))

const pieces = [
  '<p>',
  '</p>',
  '<b>',
  '</b>',
  '<strong class="x">',
  '</strong>',
  '<div>',
  '<div class="a">',
  '</div>',
  '<ul>',
  '</ul>',
  '<ol>',
  '<li>',
  '</li>',
  '<table>',
  '<tr>',
  '<td>',
  '<th colspan="2">',
  '</table>',
  '<h1>',
  '</h1>',
  '<blockquote>',
  '</blockquote>',
  '<a href="/x">',
  '<a name="y">',
  '</a>',
  '<span style="color:red">',
  '<span style="color:red;font-size:2em">',
  '<span>',
  '</span>',
  '<pre>',
  '<code>',
  '</code>',
  '</pre>',
  '<br>',
  '<hr>',
  '<img src="/a.png">',
  '<img>',
  '<details>',
  '</details>',
  '<iframe src="/files/v">',
  '</iframe>',
  '<x-y>',
  '</x-y>',
  '<font color="red">',
  '</font>',
  '<caption>',
  '<colgroup>',
  '<dl>',
  '<dd>',
  '<figure>',
  '</figure>',
  '<p dir="rtl" style="text-align: center; margin: 0">',
  '<video controls>',
  '</video>',
]

/** HTML as it should not be. */
export const messyHtml = fc
  .array(fc.oneof(fc.constantFrom(...pieces), fc.constantFrom(' ', '\n', '  a', 'b ', '&nbsp;', '\t', 'سلام', '<', '&', '\n\n')), {
    maxLength: 14,
  })
  .map((list) => list.join(''))
