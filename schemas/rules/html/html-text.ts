const named: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0', zwnj: '\u200c' }
const longestMarkup = 20_000

/** The beginning of stored markup as one line of text, without its tags. */
export function textOfHtml(html: string): string {
  return html
    .slice(0, longestMarkup)
    .replace(/<[^<>]*>?/g, (tag) => (/^<\/?(?:b|i|u|s|em|strong|code|span|a|sub|sup|mark)\b/i.test(tag) ? '' : ' '))
    .replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));/gi, (entity, decimal?: string, hex?: string, name?: string) =>
      name ? (named[name.toLowerCase()] ?? entity) : characterOf(decimal ? Number(decimal) : Number.parseInt(hex!, 16)),
    )
    .replace(/\s+/g, ' ')
    .trim()
}

const characterOf = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '')
