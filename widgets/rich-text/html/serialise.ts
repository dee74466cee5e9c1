import { hasContent, isText, markOrder, type Before } from './inline-content.ts'
import {
  type Attributes,
  type BlockElement,
  type InlineNode,
  type MarkName,
  type RichElement,
  type TextNode,
} from '#widgets/rich-text/model.ts'

const markTags: Record<MarkName, string> = {
  bold: 'strong',
  italic: 'em',
  underline: 'u',
  strike: 's',
  code: 'code',
  sub: 'sub',
  sup: 'sup',
}
const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\u00a0': '&nbsp;' }
const escape = (text: string): string => text.replace(/[&<>"\u00a0]/g, (sign) => signs[sign]!)

function tag(name: string, attributes: Attributes = {}): string {
  const written = Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escape(value)}"`)
    .join('')
  return `<${name}${written}>`
}

/** Attributes of a block: preserved ones, with the editor's own alignment and direction. */
function placed({ attributes, align, dir }: { attributes?: Attributes; align?: string; dir?: string }, more: Attributes = {}): Attributes {
  const style = [align && `text-align:${align}`, attributes?.style].filter(Boolean).join(';')
  return { ...more, ...attributes, ...(style && { style }), ...(dir && { dir }) }
}

/** Writes the text of one line; spaces that a browser would fold are written so that it does not. */
class LineWriter {
  private before: Before = 'space'
  private out = ''
  private space = false
  private readonly pre: boolean
  constructor(pre: boolean) {
    this.pre = pre
  }

  /** Markup without visible content: a pending space belongs before an opening tag and before a closing one. */
  markup(html: string): void {
    this.settle()
    this.out += html
  }
  solid(html: string): void {
    this.settle()
    this.out += html
    this.before = 'text'
  }

  text(text: string): void {
    if (this.pre) {
      this.out += escape(text.replaceAll('\0', ''))
      return
    }
    for (const sign of text) {
      if (sign === '\0') continue
      if (sign === '\n') {
        this.space = false
        this.out += '<br>'
        this.before = 'space'
      } else if (/[ \t\r\f]/.test(sign)) {
        if (this.before === 'text') {
          this.space = true
          this.before = 'space'
        } else if (this.space) {
          this.settle()
          this.out += '&nbsp;'
          this.before = 'text'
        } else {
          this.out += '&nbsp;'
          this.before = 'text'
        }
      } else {
        this.settle()
        this.out += signs[sign] ?? sign
        this.before = 'text'
      }
    }
  }

  private settle(): void {
    if (this.space) {
      this.out += ' '
      this.space = false
    }
  }
  end(): string {
    return this.out
  }
}

function writeInline(nodes: readonly InlineNode[], line: LineWriter): void {
  let open: string[] = []
  const close = (depth: number): void => {
    while (open.length > depth) {
      line.markup(`</${open.at(-1)!.startsWith('color') ? 'span' : markTags[open.at(-1) as MarkName]}>`)
      open = open.slice(0, -1)
    }
  }
  for (const node of nodes) {
    if (!isText(node)) {
      close(0)
      writeInlineElement(node, line)
      continue
    }
    if (node.text === '') continue
    const wanted = marksOf(node)
    let shared = 0
    while (shared < open.length && open[shared] === wanted[shared]) shared++
    close(shared)
    for (const mark of wanted.slice(shared)) {
      line.markup(mark.startsWith('color') ? tag('span', { style: mark }) : `<${markTags[mark as MarkName]}>`)
      open = [...open, mark]
    }
    line.text(node.text)
  }
  close(0)
}

const marksOf = (text: TextNode): string[] =>
  markOrder.flatMap((mark) => (text[mark] === undefined ? [] : mark === 'color' ? [`color:${text.color}`] : [mark]))

function writeInlineElement(node: Exclude<InlineNode, TextNode>, line: LineWriter): void {
  switch (node.type) {
    case 'image':
      return node.src === undefined ? undefined : line.solid(tag('img', { src: node.src, alt: node.alt, ...node.attributes }))
    case 'opaque-inline':
      return line.solid(node.html)
    case 'link':
      if (!hasContent(node.children)) return
      line.markup(tag('a', { href: node.href, ...node.attributes }))
      writeInline(node.children, line)
      return line.markup('</a>')
    case 'wrapper':
      line.markup(tag(node.tag, node.attributes))
      writeInline(node.children, line)
      return line.markup(`</${node.tag}>`)
  }
}

function inline(nodes: readonly InlineNode[], pre = false): string {
  const line = new LineWriter(pre)
  writeInline(nodes, line)
  return line.end()
}

/** An empty line keeps its height; a break at the end is visible only with another one after it. */
const opened = (html: string, children: readonly InlineNode[]): string => (html === '' || endsWithBreak(children) ? `${html}<br>` : html)

function endsWithBreak(nodes: readonly InlineNode[]): boolean {
  const last = nodes.findLast((node) => !isText(node) || node.text.trimEnd() !== '' || node.text.includes('\n'))
  if (last === undefined) return false
  return isText(last) ? /\n[ \t\r\f]*$/.test(last.text) : (last.type === 'link' || last.type === 'wrapper') && endsWithBreak(last.children)
}

function writeBlocks(blocks: readonly BlockElement[]): string {
  return blocks
    .map((block, index) => {
      if (block.type !== 'paragraph' || !block.bare) return serialiseBlock(block)
      const html = inline(block.children)
      const next = blocks[index + 1]
      // Text alone may be nothing; before a paragraph it has to show that it is there.
      if (html === '') return next?.type === 'paragraph' || next?.type === 'heading' || next?.type === 'code' ? '<br>' : ''
      return endsWithBreak(block.children) ? `${html}<br>` : html
    })
    .join('')
}

function write(block: RichElement): string {
  switch (block.type) {
    case 'paragraph':
      return `${tag('p', placed(block))}${opened(inline(block.children), block.children)}</p>`
    case 'heading':
      return `${tag(`h${block.level}`, placed(block))}${opened(inline(block.children), block.children)}</h${block.level}>`
    case 'code':
      return writeCode(block)
    case 'container':
      return `${tag(block.tag, placed(block))}${writeBlocks(block.children)}</${block.tag}>`
    case 'list': {
      const name = block.ordered ? 'ol' : 'ul'
      return `${tag(name, placed(block, block.start === undefined ? {} : { start: String(block.start) }))}${block.children.map(serialiseBlock).join('')}</${name}>`
    }
    case 'item':
      return `${tag('li', placed(block))}${writeBlocks(block.children)}</li>`
    case 'table':
      return writeTable(block)
    case 'row':
      return `${tag('tr', block.attributes)}${block.children.map(serialiseBlock).join('')}</tr>`
    case 'cell': {
      const name = block.header ? 'th' : 'td'
      return `${tag(name, placed(block, { ...(block.colspan && { colspan: String(block.colspan) }), ...(block.rowspan && { rowspan: String(block.rowspan) }) }))}${writeBlocks(block.children)}</${name}>`
    }
    case 'rule':
      return tag('hr', block.attributes)
    case 'opaque':
      return block.html
    default:
      return inline([block])
  }
}

function writeCode(block: Extract<RichElement, { type: 'code' }>): string {
  const html = inline(block.children, true)
  const outer = tag('pre', placed(block))
  // The parser drops a line's end right after the tag.
  if (block.plain) return `${outer}${html.startsWith('\n') ? '\n' : ''}${html}</pre>`
  return `${outer}${tag('code', block.language ? { class: `language-${block.language}` } : {})}${html}</code></pre>`
}

function writeTable(block: Extract<RichElement, { type: 'table' }>): string {
  const headRows = block.children.findIndex((row) => !row.head)
  const count = headRows === -1 ? block.children.length : headRows
  const section = (name: string, rows: typeof block.children) =>
    rows.length === 0 ? '' : `<${name}>${rows.map(serialiseBlock).join('')}</${name}>`
  return `${tag('table', placed(block))}${block.lead ?? ''}${section('thead', block.children.slice(0, count))}${section('tbody', block.children.slice(count))}</table>`
}

/** Blocks never change in place, so each is written once. */
const written = new WeakMap<RichElement, string>()

function serialiseBlock(block: RichElement): string {
  const known = written.get(block)
  if (known !== undefined) return known
  const html = write(block)
  written.set(block, html)
  return html
}

const isEmptyLine = (block: BlockElement): boolean =>
  block.type === 'paragraph' && !block.align && !block.dir && !block.attributes && !hasContent(block.children)

/** The document as HTML: `''` when it is empty. With `single`, one paragraph alone is written without its tag. */
export function serialise(blocks: readonly BlockElement[], { single = false } = {}): string {
  if (blocks.length === 1 && (blocks[0]!.type === 'opaque' ? false : isEmptyLine(blocks[0]!))) return ''
  const [first] = blocks
  if (single && blocks.length === 1 && first?.type === 'paragraph' && !first.align && !first.dir && !first.attributes)
    return inline(first.children)
  let html = ''
  for (const block of blocks) html += serialiseBlock(block)
  return html
}
