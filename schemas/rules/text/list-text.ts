const separator = /[,،;؛\n|]/
const needsQuotes = /[,،;؛\n\r|"]|^\s|\s$/

/** Several values in one cell, separated by commas. A value with a comma, or with a space at its start, is quoted as in CSV. */
export const formatListText = (items: readonly string[]): string =>
  items.map((item) => (needsQuotes.test(item) ? `"${item.replaceAll('"', '""')}"` : item)).join(', ')

/** The values of one cell, separated by commas, semicolons, bars or line breaks. A quoted value is one value, taken literally. */
export function parseListText(text: string): string[] {
  const items: string[] = []
  for (let at = 0; at < text.length;) {
    while (/\s/.test(text.charAt(at))) at += 1
    const quoted = /^"((?:[^"]|"")*)"[^\S\n]*(?=[,،;؛\n|]|$)/.exec(text.slice(at))
    if (quoted) {
      items.push(quoted[1]!.replaceAll('""', '"'))
      at += quoted[0].length + 1
      continue
    }
    const length = text.slice(at).search(separator)
    const end = length < 0 ? text.length : at + length
    items.push(text.slice(at, end).trim())
    at = end + 1
  }
  return items.filter((item) => item !== '')
}
