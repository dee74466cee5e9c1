import { firstDirection } from '#widgets/rich-text/direction.ts'
import type { BlockElement } from '#widgets/rich-text/model.ts'
import { parseHtml } from '#widgets/rich-text/html/parse-html.ts'
import { inertBody } from '#widgets/rich-text/html/sanitise.ts'
import { isSafeLink } from '#widgets/rich-text/html/safe-address.ts'
import { parseStyle } from '#widgets/rich-text/html/style-declarations.ts'

/** Attributes of pasted markup that are kept, by tag. */
const allowedAttributes: Record<string, readonly string[]> = {
  a: ['href'],
  img: ['src', 'alt', 'width', 'height'],
  td: ['colspan', 'rowspan'],
  th: ['colspan', 'rowspan'],
  ol: ['start'],
}
const textTags = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'pre'])
const allowedTags = new Set([
  ...textTags,
  'blockquote',
  'ul',
  'ol',
  'li',
  'table',
  'thead',
  'tbody',
  'tr',
  'td',
  'th',
  'hr',
  'br',
  'a',
  'img',
  'strong',
  'em',
  'u',
  's',
  'code',
  'sub',
  'sup',
])
const renamed: Record<string, string | undefined> = {
  b: 'strong',
  i: 'em',
  strike: 's',
  del: 's',
  ins: 'u',
  kbd: 'code',
  samp: 'code',
  tt: 'code',
}
const droppedTags =
  'script,style,meta,link,title,base,noscript,template,iframe,object,embed,video,audio,canvas,svg,math,form input,button,select,textarea,colgroup,col,caption,head,xml,[style*="display:none" i],[style*="display: none" i],br.Apple-interchange-newline'
const blockSelector =
  'p,h1,h2,h3,h4,h5,h6,pre,blockquote,ul,ol,table,hr,div,section,article,header,footer,main,aside,nav,figure,figcaption,dl,dt,dd,details,summary,address,center,fieldset,form,li,td,th'

const tagOf = (node: Node): string => node.nodeName.toLowerCase()
const unwrap = (element: Element): void => element.replaceWith(...element.childNodes)

function rename(element: Element, tag: string): Element {
  const fresh = element.ownerDocument.createElement(tag)
  for (const name of ['style', 'dir', 'class']) if (element.hasAttribute(name)) fresh.setAttribute(name, element.getAttribute(name)!)
  fresh.append(...element.childNodes)
  element.replaceWith(fresh)
  return fresh
}

/** Text marks for the styles of Word, Google Docs or a web page. */
function marksOf(element: Element): string[] {
  const style = new Map(parseStyle(element.getAttribute('style') ?? ''))
  const weight = style.get('font-weight')
  const decoration = `${style.get('text-decoration') ?? ''} ${style.get('text-decoration-line') ?? ''}`
  return [
    ...(weight === 'bold' || Number(weight) >= 600 ? ['strong'] : []),
    ...(style.get('font-style') === 'italic' ? ['em'] : []),
    ...(decoration.includes('underline') ? ['u'] : []),
    ...(decoration.includes('line-through') ? ['s'] : []),
    ...(style.get('vertical-align') === 'super' ? ['sup'] : style.get('vertical-align') === 'sub' ? ['sub'] : []),
  ]
}

/** The level of a list paragraph of Word, e.g. 2 of `mso-list:l0 level2 lfo1`. */
const wordLevel = (element: Element): number | undefined => {
  const list = parseStyle(element.getAttribute('style') ?? '').find(([property]) => property === 'mso-list')?.[1]
  const level = list === undefined ? null : /level(\d)/i.exec(list)
  return level ? Number(level[1]) : undefined
}

const ordinal = /^\s*\(?(?:\p{Nd}+|[a-z]|[ivxlcm]+|[\u0600-\u06ff])[.)\-–،]/iu

/** Turns Word's list paragraphs, which only look like a list, into lists. */
function buildWordLists(body: HTMLElement): void {
  const paragraphs = [...body.querySelectorAll('p,h1,h2,h3,h4,h5,h6')].filter((element) => wordLevel(element) !== undefined)
  const open: { list: Element; level: number }[] = []
  let previous: Element | undefined
  for (const paragraph of paragraphs) {
    const level = wordLevel(paragraph)!
    const marker = [...paragraph.querySelectorAll('[style*="mso-list" i]')].find((element) =>
      /mso-list\s*:\s*ignore/i.test(element.getAttribute('style') ?? ''),
    )
    const isOrdered = ordinal.test(marker?.textContent ?? '')
    marker?.remove()
    // Another paragraph between two entries ends the list.
    if (previous === undefined || nextElement(previous) !== paragraph) open.length = 0
    while (open.length > 0 && open.at(-1)!.level > level) open.pop()
    const document = body.ownerDocument
    if (open.length === 0 || open.at(-1)!.level < level) {
      const list = document.createElement(isOrdered ? 'ol' : 'ul')
      const parent = open.at(-1)?.list.lastElementChild
      if (parent) parent.append(list)
      else paragraph.before(list)
      open.push({ list, level })
    }
    const item = document.createElement('li')
    item.append(...paragraph.childNodes)
    open.at(-1)!.list.append(item)
    previous = open[0]!.list
    paragraph.remove()
  }
}

const nextElement = (element: Element): Element | null => {
  let node = element.nextSibling
  while (node && (node.nodeType === 8 || (node.nodeType === 3 && node.nodeValue?.trim() === ''))) node = node.nextSibling
  return node?.nodeType === 1 ? (node as Element) : null
}

function cleanElement(element: Element): void {
  if (!element.parentNode) return
  const style = new Map(parseStyle(element.getAttribute('style') ?? ''))
  let tag = tagOf(element)
  // Google Docs wraps all in a `b` that is not bold.
  if ((tag === 'b' || tag === 'strong') && (style.get('font-weight') === 'normal' || style.get('font-weight') === '400'))
    return unwrap(element)
  const inline = !element.matches(blockSelector)
  if (inline && tag !== 'a' && tag !== 'img')
    for (const mark of marksOf(element)) {
      const wrap = element.ownerDocument.createElement(mark)
      wrap.append(...element.childNodes)
      element.append(wrap)
    }
  if (renamed[tag]) {
    tag = renamed[tag]!
    element = rename(element, tag)
  }
  if (tag === 'p' && /^MsoTitle\b/.test(element.className)) {
    tag = 'h1'
    element = rename(element, tag)
  }
  if (tag === 'a' && !isSafeLink(element.getAttribute('href') ?? 'javascript:')) return unwrap(element)
  if (tag === 'a' && /^#_/.test(element.getAttribute('href') ?? '')) return unwrap(element)
  if (tag === 'img' && !/^(?:https?:|data:image\/|\/)/i.test(element.getAttribute('src') ?? '')) return element.remove()
  if (tag === 'tfoot') {
    tag = 'tbody'
    element = rename(element, tag)
  }
  if (!allowedTags.has(tag)) {
    if (inline || element.querySelector(blockSelector) || element.closest('td,th')) return unwrap(element)
    element = rename(element, 'p')
  }
  const align = style.get('text-align')
  const dir = element.getAttribute('dir')?.toLowerCase()
  for (const { name } of [...element.attributes]) if (!allowedAttributes[tagOf(element)]?.includes(name)) element.removeAttribute(name)
  if (!textTags.has(tagOf(element))) return
  if (align === 'center' || align === 'justify') element.setAttribute('style', `text-align:${align}`)
  if ((dir === 'rtl' || dir === 'ltr') && dir !== firstDirection(element.textContent ?? '')) element.setAttribute('dir', dir)
}

/** Zero-width joiners stay; a single no-break space, which copying makes of a plain one, becomes plain. */
function cleanText(body: HTMLElement): void {
  const walker = body.ownerDocument.createTreeWalker(body, 4 /* text */)
  while (walker.nextNode()) {
    const text = walker.currentNode
    text.nodeValue = (text.nodeValue ?? '').replace(/(?<=\S)\u00a0(?=\S)|\u00a0$|^\u00a0/g, ' ')
  }
}

/** Pasted HTML without the markup of its program: styles, classes, wrappers, and paragraphs that imitate lists. */
export function cleanHtml(html: string): string {
  const body = inertBody(html)
  const comments = body.ownerDocument.createTreeWalker(body, 128 /* comments */)
  const found: Node[] = []
  while (comments.nextNode()) found.push(comments.currentNode)
  for (const comment of found) comment.parentNode?.removeChild(comment)
  for (const element of body.querySelectorAll(droppedTags)) element.remove()
  for (const element of body.querySelectorAll('*')) if (element.localName.includes(':')) unwrap(element)
  buildWordLists(body)
  // From the inside out, so that a wrapper is judged by its remaining content.
  for (const element of [...body.querySelectorAll('*')].reverse()) cleanElement(element)
  for (const gap of body.querySelectorAll('br'))
    if ([gap.previousElementSibling, gap.nextElementSibling].some((beside) => beside?.matches(blockSelector))) gap.remove()
  cleanText(body)
  for (const row of body.querySelectorAll('td,th'))
    if (
      row.children.length === 1 &&
      tagOf(row.firstElementChild!) === 'p' &&
      row.textContent?.trim() === row.firstElementChild!.textContent?.trim()
    )
      unwrap(row.firstElementChild!)
  for (const item of body.querySelectorAll('li')) {
    const first = item.firstElementChild
    if (
      first &&
      tagOf(first) === 'p' &&
      first === item.firstChild &&
      first.attributes.length === 0 &&
      [...item.children].filter((child) => tagOf(child) === 'p').length === 1
    )
      unwrap(first)
  }
  for (const element of body.querySelectorAll('p,h1,h2,h3,h4,h5,h6,strong,em,u,s,a'))
    if (element.textContent?.trim() === '' && !element.querySelector('img,br')) element.remove()
  return body.innerHTML.trim()
}

/** Blocks of pasted HTML. */
export const parsePaste = (html: string): BlockElement[] => parseHtml(cleanHtml(html))
