import { foldSpaces, hasContent, isText, tidyInline } from './inline-content.ts'
import {
  emptyParagraph,
  type Align,
  type Attributes,
  type BlockElement,
  type CellElement,
  type Direction,
  type HeadingLevel,
  type InlineNode,
  type ItemElement,
  type MarkName,
  type Marks,
  type RowElement,
  type TextNode,
} from './model.ts'
import { isSafeLink } from './safe-address.ts'
import { inertBody, sanitiseElement } from './sanitise.ts'
import { formatStyle, isColor, parseStyle } from './style-declarations.ts'

const markTags: Record<string, MarkName | undefined> = {
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
const wrapperTags = new Set([
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
const containerTags = new Set(['blockquote', 'div', 'section', 'article', 'header', 'footer', 'main', 'aside', 'nav', 'center', 'address'])
const blockTags = new Set([
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

const tagOf = (node: Node): string => node.nodeName.toLowerCase()
/** Anything but the white space that a browser folds. */
const isInk = (text: string | null): boolean => /[^ \t\n\r\f]/.test(text ?? '')
const isElement = (node: Node): node is Element => node.nodeType === 1
const hasBlocks = (element: Element): boolean => [...element.querySelectorAll('*')].some((inner) => blockTags.has(tagOf(inner)))
const isBlock = (node: Node): boolean => isElement(node) && (blockTags.has(tagOf(node)) || hasBlocks(node))
const opaque = (element: Element): BlockElement => ({ type: 'opaque', html: markupOf(element), children: [{ text: '' }] })

/** An element as HTML that is read back as the same: a parser drops a line's end right after `<pre>`. */
function markupOf(element: Element): string {
  for (const pre of element.matches('pre') ? [element] : element.querySelectorAll('pre')) {
    if (pre.firstChild?.nodeType === 3 && pre.firstChild.nodeValue?.startsWith('\n'))
      pre.firstChild.nodeValue = `\n${pre.firstChild.nodeValue}`
  }
  return element.outerHTML
}

/** All attributes but those that the editor reads itself. */
function keep(element: Element, ...read: string[]): { attributes?: Attributes } {
  const attributes = Object.fromEntries(
    [...element.attributes].filter(({ name }) => !read.includes(name)).map(({ name, value }) => [name, value]),
  )
  return Object.keys(attributes).length > 0 ? { attributes } : {}
}

/** Alignment and direction of a block, and the rest of its attributes. */
function place(element: Element, ...read: string[]): { align?: Align; dir?: Direction; attributes?: Attributes } {
  const style = parseStyle(element.getAttribute('style') ?? '')
  const align = style.find(([property, value]) => property === 'text-align' && alignments.has(value))?.[1] as Align | undefined
  const dir = element.getAttribute('dir')
  const kept = keep(element, ...read, ...(align ? ['style'] : []), ...(dir === 'rtl' || dir === 'ltr' ? ['dir'] : []))
  const rest = align ? formatStyle(style.filter(([property]) => property !== 'text-align')) : ''
  const attributes = rest ? { ...kept.attributes, style: rest } : kept.attributes
  return { ...(align && { align }), ...((dir === 'rtl' || dir === 'ltr') && { dir }), ...(attributes && { attributes }) }
}

/** Text and inline elements of a line. White space is folded unless `pre`. */
function inlineOf(nodes: Iterable<Node>, { pre = false } = {}): InlineNode[] {
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

/** The colour of a `span` that says nothing else. */
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

/** Blocks among these nodes. `bare`: text that comes first keeps being without a tag. */
function blocksOf(nodes: Iterable<Node>, bare: boolean): BlockElement[] {
  const blocks: BlockElement[] = []
  let run: Node[] = []
  const flush = (): void => {
    const line = run
    run = []
    const solid = line.filter((node) => isElement(node) || isInk(node.nodeValue))
    if (solid.length === 0) return
    if (solid.every((node) => isElement(node) && isEmbed(node))) return void blocks.push(...solid.map((node) => opaque(node as Element)))
    const children = inlineOf(line)
    const first = bare && blocks.length === 0
    if (hasContent(children) || first || line.some((node) => tagOf(node) === 'br'))
      blocks.push({ type: 'paragraph', ...(first && { bare: true as const }), children })
  }
  for (const node of nodes) {
    if (!isBlock(node)) {
      run.push(node)
      continue
    }
    flush()
    blocks.push(...readBlock(node as Element))
  }
  flush()
  return blocks
}

/** Markup in a line that the editor leaves alone: a frame, a film, an element of somebody's own. */
const isEmbed = (element: Element): boolean =>
  !wrapperTags.has(tagOf(element)) && tagOf(element) !== 'br' && (tagOf(element) !== 'img' || !element.getAttribute('src'))

function readBlock(element: Element): BlockElement[] {
  const tag = tagOf(element)
  const heading = /^h([1-6])$/.exec(tag)
  if (heading || tag === 'p') {
    if (hasBlocks(element)) return [opaque(element)]
    const children = inlineOf(element.childNodes)
    return [
      heading
        ? { type: 'heading', level: Number(heading[1]) as HeadingLevel, ...place(element), children }
        : { type: 'paragraph', ...place(element), children },
    ]
  }
  if (tag === 'pre') return [readCode(element)]
  if (tag === 'ul' || tag === 'ol') return [readList(element)]
  if (tag === 'table') return [readTable(element)]
  if (tag === 'hr') return [{ type: 'rule', ...keep(element), children: [{ text: '' }] }]
  if (containerTags.has(tag)) {
    const children = blocksOf(element.childNodes, true)
    return [{ type: 'container', tag, ...place(element), children: children.length > 0 ? children : [{ ...emptyParagraph(), bare: true }] }]
  }
  return tag === 'span' && element.attributes.length === 0 ? blocksOf(element.childNodes, false) : [opaque(element)]
}

function readCode(element: Element): BlockElement {
  if (hasBlocks(element)) return opaque(element)
  const only =
    element.childNodes.length === 1 && element.firstElementChild && tagOf(element.firstElementChild) === 'code'
      ? element.firstElementChild
      : undefined
  const language = only && /^language-([\w+#.-]+)$/.exec(only.getAttribute('class') ?? '')?.[1]
  const isOwn = only && (only.attributes.length === 0 || (language !== undefined && only.attributes.length === 1))
  return {
    type: 'code',
    ...(!isOwn && { plain: true as const }),
    ...(isOwn && language && { language }),
    ...place(element),
    children: inlineOf((isOwn ? only : element).childNodes, { pre: true }),
  }
}

function readList(element: Element): BlockElement {
  const ordered = tagOf(element) === 'ol'
  const items: ItemElement[] = []
  for (const node of element.childNodes) {
    const tag = tagOf(node)
    if (!isElement(node)) {
      if (isInk(node.nodeValue)) return opaque(element)
    } else if (tag === 'li') items.push({ type: 'item', ...place(node), children: startWithText(blocksOf(node.childNodes, true)) })
    else if ((tag === 'ul' || tag === 'ol') && items.length > 0) items.at(-1)!.children.push(...readBlock(node))
    else return opaque(element)
  }
  if (items.length === 0) return opaque(element)
  const start = ordered && /^\d{1,9}$/.test(element.getAttribute('start') ?? '') ? Number(element.getAttribute('start')) : undefined
  return {
    type: 'list',
    ordered,
    ...(start !== undefined && { start }),
    ...place(element, ...(start !== undefined ? ['start'] : [])),
    children: items,
  }
}

/** An item is typed into at its first line. */
const startWithText = (blocks: BlockElement[]): BlockElement[] => {
  const type = blocks[0]?.type
  return type === 'paragraph' || type === 'heading' || type === 'code' ? blocks : [{ ...emptyParagraph(), bare: true }, ...blocks]
}

function readTable(element: Element): BlockElement {
  const parts = [...element.children]
  const lead = parts.filter((part) => ['caption', 'colgroup'].includes(tagOf(part)))
  const [head, body, ...more] = [
    parts.find((part) => tagOf(part) === 'thead'),
    parts.find((part) => tagOf(part) === 'tbody'),
    ...parts.filter((part) => !['caption', 'colgroup', 'thead', 'tbody'].includes(tagOf(part))),
  ]
  const sections = [...lead, head, body].filter((part) => part !== undefined)
  const isOrdered = more.length === 0 && sections.length === parts.length && sections.every((part, index) => part === parts[index])
  if (!isOrdered || [head, body].some((part) => part && part.attributes.length > 0)) return opaque(element)
  const rows: RowElement[] = []
  for (const section of [head, body])
    for (const row of section?.children ?? []) {
      const cells = [...row.children]
      if (cells.length === 0 || cells.some((cell) => !['td', 'th'].includes(tagOf(cell)))) return opaque(element)
      rows.push({ type: 'row', ...(section === head && { head: true as const }), ...keep(row), children: cells.map(readCell) })
    }
  return rows.length === 0
    ? opaque(element)
    : { type: 'table', ...(lead.length > 0 && { lead: lead.map((part) => part.outerHTML).join('') }), ...place(element), children: rows }
}

function readCell(element: Element): CellElement {
  const spanOf = (name: 'colspan' | 'rowspan') => {
    const text = element.getAttribute(name) ?? ''
    return /^[1-9]\d{0,2}$/.test(text) && text !== '1' ? { [name]: Number(text) } : {}
  }
  const spans = { ...spanOf('colspan'), ...spanOf('rowspan') }
  const children = blocksOf(element.childNodes, true)
  return {
    type: 'cell',
    ...(tagOf(element) === 'th' && { header: true as const }),
    ...spans,
    ...place(element, ...Object.keys(spans)),
    children: children.length > 0 ? children : [{ ...emptyParagraph(), bare: true }],
  }
}

/** Lines of a text that is no HTML: an empty line parts paragraphs. */
export function readPlainText(text: string): BlockElement[] {
  const parts = text
    .replace(/\r\n?/g, '\n')
    .replace(/\t/g, ' ')
    .split(/\n[ \n]*\n/)
    .map((part) => part.replace(/^\n+|\n+$/g, ''))
    .filter((part) => part.trim() !== '')
  return parts.length === 0
    ? [emptyParagraph()]
    : parts.map((part) => {
        const children: TextNode[] = [{ text: part }]
        foldSpaces(children)
        return { type: 'paragraph', children }
      })
}

const isPlainText = (html: string): boolean => !/<[a-z!/]|&(?:[a-z]+|#\d+|#x[\da-f]+);/i.test(html)

/** How much text is read before the browser may draw. */
const sliceLength = 30_000

/** Reads HTML block by block, some at a time; what is not the editor's own is sanitised and kept. */
export function* parseSlices(html: string): Generator<BlockElement[], void> {
  if (isPlainText(html)) return void (yield readPlainText(html))
  const body = inertBody(html)
  let box = body.ownerDocument.createElement('div')
  let length = 0
  const read = (): BlockElement[] => {
    const blocks = blocksOf(sanitiseElement(box).childNodes, false)
    box = body.ownerDocument.createElement('div')
    length = 0
    return blocks
  }
  let yielded = false
  for (const node of [...body.childNodes]) {
    // A line is read as a whole, so a slice ends before a block.
    if (length > sliceLength && isElement(node) && blockTags.has(tagOf(node))) {
      const blocks = read()
      yielded ||= blocks.length > 0
      yield blocks
    }
    length += (node.textContent?.length ?? 0) + 100
    box.append(node)
  }
  const rest = read()
  yield rest.length > 0 || yielded ? rest : [emptyParagraph()]
}

export const parseHtml = (html: string): BlockElement[] => [...parseSlices(html)].flat()
