import { Parser } from 'htmlparser2'
import { droppedWithContent, htmlElements } from '#schemas/rules/html/html-names.ts'
import { customElement, frameAddress } from '#schemas/rules/html/html-rules.ts'
import { stylesInPlace } from '#schemas/rules/html/html-styles.ts'
import { isAllowedAttribute } from './html-attributes.ts'
import { HtmlTooLarge, maxAttributes, maxDepth, maxElements } from './html-limits.ts'

const voidElements = new Set(['area', 'br', 'col', 'embed', 'hr', 'img', 'source', 'track', 'wbr'])
const isAllowedElement = (name: string) => htmlElements.has(name) || customElement.test(name)

/** A tag that every HTML parser reads in the same way. */
const plainTag = /<\/?[a-z][a-z0-9:_-]*(?:\s+[^\s"'<>/=]+(?:\s*=\s*(?:"[^"<]*"|'[^'<]*'|[^\s"'<>=`]+))?)*\s*\/?>/iy

/**
 * Removes from formatted text everything that could run or load, in one pass. A text that needs no change is returned
 * unchanged. Any other text is written anew: only allowed tags and attributes, quoted values, escaped text, so that no
 * parser can see another element in it.
 * @throws HtmlTooLarge
 */
export function sanitiseHtml(html: string): string {
  const written = rewrite(html)
  return written.isChanged || !hasPlainTags(html) ? written.html : html
}

/** Whether each `<` begins a plain tag: no comment, no declaration, no tag with unusual quotes, and nothing inside a frame. */
function hasPlainTags(html: string): boolean {
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
    if (!/[a-z/!?]/i.test(html[at + 1] ?? '')) continue
    plainTag.lastIndex = at
    if (!plainTag.test(html)) return false
    if (/^<iframe\b/i.test(html.slice(at, at + 8)) && !/^<\/iframe>/i.test(html.slice(plainTag.lastIndex, plainTag.lastIndex + 9)))
      return false
  }
  return true
}

/** An open element: whether its tags are written, and whether its content is. */
interface OpenElement {
  isWritten: boolean
  dropsContent: boolean
}

function rewrite(html: string): { html: string; isChanged: boolean } {
  const parts: string[] = []
  const open: OpenElement[] = []
  let [elements, attributes, dropping, isChanged] = [0, 0, 0, false]
  const parser = new Parser(
    {
      onopentagname() {
        elements += 1
        attributes = 0
        if (open.length >= maxDepth) throw new HtmlTooLarge({ key: 'errors.html_depth', values: { count: open.length + 1, max: maxDepth } })
        // Nothing is written for an element if the text ends inside its tag.
        open.push({ isWritten: false, dropsContent: false })
      },
      onattribute() {
        attributes += 1
        if (attributes > maxAttributes)
          throw new HtmlTooLarge({ key: 'errors.html_attributes', values: { count: attributes, max: maxAttributes } })
      },
      onopentag(name, sentAttributes) {
        const isFrame = name === 'iframe'
        const isAllowed = isAllowedElement(name) && (!isFrame || frameAddress.test(sentAttributes.src ?? ''))
        const isWritten = isAllowed && dropping === 0 && elements <= maxElements
        if (!isWritten) isChanged = true
        const dropsContent = isFrame || (!isAllowed && droppedWithContent.has(name))
        open[open.length - 1] = { isWritten, dropsContent }
        if (isWritten) parts.push(openingTag(name, sentAttributes, () => (isChanged = true)))
        if (dropsContent) dropping += 1
      },
      onclosetag(name) {
        const element = open.pop()
        if (element?.dropsContent) dropping -= 1
        if (element?.isWritten && !voidElements.has(name)) parts.push(`</${name}>`)
      },
      ontext(text) {
        if (text === '') return
        if (dropping === 0) parts.push(escapeText(text))
        else isChanged = true
      },
      oncomment() {
        isChanged = true
      },
      onprocessinginstruction() {
        isChanged = true
      },
    },
    { lowerCaseAttributeNames: false },
  )
  parser.write(html)
  parser.end()
  if (elements > maxElements) throw new HtmlTooLarge({ key: 'errors.html_elements', values: { count: elements, max: maxElements } })
  return { html: parts.join(''), isChanged }
}

function openingTag(name: string, sentAttributes: Record<string, string>, onDropped: () => void): string {
  let tag = `<${name}`
  for (const [attribute, sent] of Object.entries(sentAttributes)) {
    const value = attribute.toLowerCase() === 'style' ? stylesInPlace(sent) : sent
    if (value !== sent) onDropped()
    if (value === '' && sent !== '') continue
    if (isAllowedAttribute(name, attribute.toLowerCase(), value)) tag += ` ${attribute}="${escapeValue(value)}"`
    else onDropped()
  }
  return `${tag}>`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\u00a0': '&nbsp;' }
const escapeText = (text: string) => text.replace(/[&<>\u00a0]/g, (sign) => entities[sign]!)
const escapeValue = (text: string) => text.replace(/[&<>"\u00a0]/g, (sign) => entities[sign]!)
