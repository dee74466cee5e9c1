import type { Align, Attributes, BlockElement, Direction, MarkName } from '#widgets/rich-text/model.ts'
import { formatStyle, parseStyle } from './style-declarations.ts'

export const markTags: Record<string, MarkName | undefined> = {
  strong: 'bold',
  b: 'bold',
  em: 'italic',
  i: 'italic',
  u: 'underline',
  s: 'strike',
  strike: 'strike',
  code: 'code',
  sub: 'sub',
  sup: 'sup',
}
export const wrapperTags = new Set([
  'span',
  'a',
  'abbr',
  'mark',
  'kbd',
  'small',
  'cite',
  'q',
  'time',
  'var',
  'samp',
  'dfn',
  'bdi',
  'bdo',
  'ins',
  'del',
  'font',
  'tt',
  'big',
  'data',
  ...Object.keys(markTags),
])
export const containerTags = new Set([
  'blockquote',
  'div',
  'section',
  'article',
  'header',
  'footer',
  'main',
  'aside',
  'nav',
  'center',
  'address',
])
export const blockTags = new Set([
  ...containerTags,
  'p',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'pre',
  'ul',
  'ol',
  'li',
  'table',
  'hr',
  'dl',
  'dt',
  'dd',
  'details',
  'summary',
  'figure',
  'figcaption',
  'fieldset',
  'legend',
  'hgroup',
  'search',
  'menu',
  'dir',
  'caption',
  'colgroup',
  'thead',
  'tbody',
  'tfoot',
  'tr',
  'td',
  'th',
])
const alignments: ReadonlySet<string> = new Set<Align>(['left', 'right', 'center', 'justify', 'start', 'end'])

export const tagOf = (node: Node): string => node.nodeName.toLowerCase()
/** Anything but the white space that a browser folds. */
export const isInk = (text: string | null): boolean => /[^ \t\n\r\f]/.test(text ?? '')
export const isElement = (node: Node): node is Element => node.nodeType === 1
export const hasBlocks = (element: Element): boolean => [...element.querySelectorAll('*')].some((inner) => blockTags.has(tagOf(inner)))
export const isBlock = (node: Node): boolean => isElement(node) && (blockTags.has(tagOf(node)) || hasBlocks(node))
export const opaque = (element: Element): BlockElement => ({ type: 'opaque', html: markupOf(element), children: [{ text: '' }] })

/** An element as HTML that is read back as the same: a parser drops a line's end right after `<pre>`. */
export function markupOf(element: Element): string {
  for (const pre of element.matches('pre') ? [element] : element.querySelectorAll('pre')) {
    if (pre.firstChild?.nodeType === 3 && pre.firstChild.nodeValue?.startsWith('\n'))
      pre.firstChild.nodeValue = `\n${pre.firstChild.nodeValue}`
  }
  return element.outerHTML
}

/** All attributes but those that the editor reads itself. */
export function keep(element: Element, ...read: string[]): { attributes?: Attributes } {
  const attributes = Object.fromEntries(
    [...element.attributes].filter(({ name }) => !read.includes(name)).map(({ name, value }) => [name, value]),
  )
  return Object.keys(attributes).length > 0 ? { attributes } : {}
}

/** Alignment and direction of a block, and the rest of its attributes. */
export function place(element: Element, ...read: string[]): { align?: Align; dir?: Direction; attributes?: Attributes } {
  const style = parseStyle(element.getAttribute('style') ?? '')
  const align = style.find(([property, value]) => property === 'text-align' && alignments.has(value))?.[1] as Align | undefined
  const dir = element.getAttribute('dir')
  const others = keep(element, ...read, ...(align ? ['style'] : []), ...(dir === 'rtl' || dir === 'ltr' ? ['dir'] : []))
  const rest = align ? formatStyle(style.filter(([property]) => property !== 'text-align')) : ''
  const attributes = rest ? { ...others.attributes, style: rest } : others.attributes
  return { ...(align && { align }), ...((dir === 'rtl' || dir === 'ltr') && { dir }), ...(attributes && { attributes }) }
}
