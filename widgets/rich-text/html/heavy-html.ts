/** More than this an editor that draws each element cannot hold without the page standing still. */
const mostLength = 300_000
const mostTags = 20_000

/** Characters of text, and of the markup around it, that a paste may bring at once. */
const mostPasted = { text: 100_000, html: 900_000, tags: 15_000 }

/** Whether copied content is too much to be pasted without freezing the page. */
export const isHeavyPaste = (text: string, html: string): boolean =>
  text.length > mostPasted.text || html.length > mostPasted.html || hasMoreTags(html, mostPasted.tags) || (text === '' && isHeavyHtml(html))

/** Whether HTML is too much to be drawn and edited as formatted text without waiting for it. */
export function isHeavyHtml(html: unknown): html is string {
  if (typeof html !== 'string') return false
  return html.length > mostLength || hasMoreTags(html, mostTags)
}

function hasMoreTags(html: string, most: number): boolean {
  let tags = 0
  for (let at = html.indexOf('<'); at !== -1 && tags <= most; at = html.indexOf('<', at + 1)) tags += 1
  return tags > most
}
