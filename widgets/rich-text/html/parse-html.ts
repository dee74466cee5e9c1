import { wrapperTags, containerTags, blockTags, tagOf, isInk, isElement, hasBlocks, isBlock, opaque, keep, place } from './html-elements.ts'
import { foldSpaces, hasContent } from './inline-content.ts'
import {
  emptyParagraph,
  type BlockElement,
  type CellElement,
  type HeadingLevel,
  type ItemElement,
  type RowElement,
  type TextNode,
} from '#widgets/rich-text/model.ts'
import { inertBody, sanitiseElement } from './sanitise.ts'
import { inlineOf } from './read-inline.ts'

/** Blocks among these nodes. With `bare`, text at the start stays without a tag. */
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

/** Inline markup that the editor leaves unchanged: a frame, a video, a custom element. */
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

/** Reads HTML block by block, in slices; markup that the editor does not know is sanitised and kept. */
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
