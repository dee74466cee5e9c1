export interface XmlElement {
  attributes: string
  content: string
}

/**
 * XML elements with a name, in order, whatever their prefix; only the outermost of nested ones. An element that is not
 * closed ends the search. The time is linear in the length of the text. Entities of a document type are not supported.
 */
export function* elements(xml: string, name: string): Generator<XmlElement> {
  const prefix = prefixOf(xml, name)
  const [open, close] = [`<${prefix}${name}`, `</${prefix}${name}>`]
  for (let at = 0; ;) {
    const start = xml.indexOf(open, at)
    if (start < 0) return
    const behind = start + open.length
    const sign = xml.charCodeAt(behind)
    // A longer name with the same beginning.
    if (sign !== 62 && sign !== 47 && sign !== 32 && sign !== 9 && sign !== 10 && sign !== 13) {
      at = behind
      continue
    }
    const end = tagEnd(xml, behind)
    if (end < 0) return
    if (xml[end - 1] === '/') {
      yield { attributes: xml.slice(behind, end - 1), content: '' }
      at = end + 1
      continue
    }
    const closed = xml.indexOf(close, end)
    if (closed < 0) return
    yield { attributes: xml.slice(behind, end), content: xml.slice(end + 1, closed) }
    at = closed + close.length
  }
}

/** The prefix of a name, e.g. `x:`, if the file uses one. */
const prefixOf = (xml: string, name: string): string =>
  xml.includes(`<${name}`) ? '' : (/<(\w{1,20}:)/.exec(xml.slice(0, 2000).replace(/^<\?[^>]*>\s*/, ''))?.[1] ?? '')

/** End of a tag, -1 if it has none; an attribute value may contain `>`. */
export function tagEnd(xml: string, from: number): number {
  for (let at = from; at < xml.length; at += 1) {
    const sign = xml.charCodeAt(at)
    if (sign === 62) return at
    if (sign === 34 || sign === 39) {
      at = xml.indexOf(sign === 34 ? '"' : "'", at + 1)
      if (at < 0) return -1
    }
  }
  return -1
}

const patterns = new Map<string, RegExp>()

/** Value of an attribute, whatever its prefix. `name` must be a constant. */
export function attribute(attributes: string, name: string): string | undefined {
  const pattern = patterns.get(name) ?? new RegExp(`(?:^|[\\s:])${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)')`)
  patterns.set(name, pattern)
  const match = pattern.exec(attributes)
  const value = match?.[1] ?? match?.[2]
  return value === undefined ? undefined : unescaped(value)
}

/** Text of the first element with a name. */
export function textOf(xml: string, name: string): string | undefined {
  for (const { content } of elements(xml, name)) return unescaped(content)
  return undefined
}

const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

export const unescaped = (text: string): string =>
  text.includes('&')
    ? text.replace(
        /&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos));/g,
        (whole, decimal?: string, hex?: string, name?: string) => {
          if (name) return named[name]!
          const code = decimal === undefined ? parseInt(hex!, 16) : Number(decimal)
          return code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff) ? String.fromCodePoint(code) : whole
        },
      )
    : text
