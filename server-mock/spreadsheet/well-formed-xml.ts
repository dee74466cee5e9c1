import { tagEnd } from './scan-xml.ts'

const deepest = 1000
const name = String.raw`[^\s<>/=&"'!?]+`
const beginning = new RegExp(name, 'y')
const attribute = new RegExp(String.raw`\s+${name}\s*=\s*(?:"[^"<]*"|'[^'<]*')`, 'y')
const ending = /\s*\/?$/y
const closing = new RegExp(`^/(${name})\\s*$`)
const badEntity = /&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[0-9a-fA-F]{1,6});)/
const unread = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const

/**
 * Whether XML is well-formed to the end of its root element: tags that are closed in their order, attributes in quotes, and no
 * entities but the five of XML. A document type is not accepted. An empty text is well-formed: a part that a file does not have.
 * The time is linear in the length of the text.
 */
export function isWellFormedXml(xml: string): boolean {
  if (xml.trim() === '') return true
  const open: string[] = []
  let hasRoot = false
  let at = xml.charCodeAt(0) === 0xfeff ? 1 : 0
  for (;;) {
    const next = xml.indexOf('<', at)
    const text = xml.slice(at, next < 0 ? undefined : next)
    if (open.length === 0 ? text.trim() !== '' : text.includes('&') && badEntity.test(text)) return false
    if (next < 0) return hasRoot && open.length === 0
    const skipped = endOfUnread(xml, next)
    if (skipped !== undefined) {
      if (skipped < 0) return false
      at = skipped
      continue
    }
    const end = tagEnd(xml, next + 1)
    if (end < 0) return false
    const tag = xml.slice(next + 1, end)
    at = end + 1
    if (tag.startsWith('/')) {
      if (open.pop() !== closing.exec(tag)?.[1]) return false
      continue
    }
    const opened = openedBy(tag)
    if (opened === undefined || (tag.includes('&') && badEntity.test(tag)) || (open.length === 0 && hasRoot)) return false
    hasRoot = true
    if (!tag.endsWith('/') && open.push(opened) > deepest) return false
  }
}

/** Name of an opening tag, given without its angle brackets; undefined if it or an attribute is not well-formed. */
function openedBy(tag: string): string | undefined {
  beginning.lastIndex = 0
  const opened = beginning.exec(tag)?.[0]
  if (opened === undefined) return undefined
  let at = opened.length
  for (attribute.lastIndex = at; attribute.test(tag);) at = attribute.lastIndex
  ending.lastIndex = at
  return ending.test(tag) ? opened : undefined
}

/** Where a comment, a CDATA section or an instruction that begins at a place ends; -1 for one without an end, undefined for a tag. */
function endOfUnread(xml: string, at: number): number | undefined {
  for (const [begin, close] of unread) {
    if (!xml.startsWith(begin, at)) continue
    const end = xml.indexOf(close, at + begin.length)
    return end < 0 ? -1 : end + close.length
  }
  return undefined
}
