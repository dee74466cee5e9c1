import { markTags, wrapperTags, tagOf, isInk, isElement, markupOf, keep } from './html-elements.ts'
import { foldSpaces, isText, tidyInline } from './inline-content.ts'
import type { InlineNode, Marks } from '#widgets/rich-text/model.ts'
import { isSafeLink } from './safe-address.ts'
import { isColor, parseStyle } from './style-declarations.ts'

/** Text and inline elements of a line. White space is folded unless `pre`. */
export function inlineOf(nodes: Iterable<Node>, { pre = false } = {}): InlineNode[] {
  const found = readInline(nodes, {}, pre)
  if (!pre) {
    foldSpaces(found)
    dropLastBreak(found)
  }
  return tidyInline(found)
}

function readInline(nodes: Iterable<Node>, marks: Marks, pre: boolean): InlineNode[] {
  const found: InlineNode[] = []
  for (const node of nodes) {
    if (node.nodeType === 3)
      found.push({ text: pre ? (node.nodeValue ?? '') : (node.nodeValue ?? '').replace(/[ \t\n\r\f]+/g, ' '), ...marks })
    else if (isElement(node)) found.push(...readInlineElement(node, marks, pre))
  }
  return found
}

function readInlineElement(element: Element, marks: Marks, pre: boolean): InlineNode[] {
  const tag = tagOf(element)
  const untouched = (): InlineNode[] => [{ type: 'opaque-inline', html: markupOf(element), children: [{ text: '' }] }]
  const inside = (added: Marks = {}) => readInline(element.childNodes, { ...marks, ...added }, pre)
  if (tag === 'br') return [{ text: '\n', ...marks }]
  if (tag === 'img') {
    const src = element.getAttribute('src')
    return src
      ? [{ type: 'image', src, alt: element.getAttribute('alt') ?? '', ...keep(element, 'src', 'alt'), children: [{ text: '' }] }]
      : untouched()
  }
  if (!wrapperTags.has(tag)) return untouched()
  const mark = markTags[tag]
  if (element.attributes.length === 0 && (mark || tag === 'span')) return inside(mark ? { [mark]: true } : {})
  const color = tag === 'span' ? colorOf(element) : undefined
  if (color !== undefined) return inside({ color })
  const children = inside()
  if (!children.some((child) => (isText(child) ? isInk(child.text) : true))) return untouched()
  const href = element.getAttribute('href')
  if (tag === 'a' && href !== null && isSafeLink(href)) return [{ type: 'link', href, ...keep(element, 'href'), children }]
  return [{ type: 'wrapper', tag, ...keep(element), children }]
}

/** The colour of a `span` that has no other style. */
function colorOf(element: Element): string | undefined {
  if (element.attributes.length !== 1) return undefined
  const style = parseStyle(element.getAttribute('style') ?? '')
  return style.length === 1 && style[0]![0] === 'color' && isColor(style[0]![1]) ? style[0]![1] : undefined
}

/** A break at a line's end only opens the line; two make an empty one. */
function dropLastBreak(nodes: InlineNode[]): void {
  const last = nodes.findLast((node) => !isText(node) || node.text !== '')
  if (last === undefined) return
  if (isText(last)) {
    if (last.text.endsWith('\n')) last.text = last.text.slice(0, -1)
  } else if (last.type === 'link' || last.type === 'wrapper') dropLastBreak(last.children)
}
