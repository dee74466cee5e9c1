/** The text as far as `limit` characters, cut after a whole word where one ends in the last third, with an ellipsis. */
export function cutText(text: string, limit: number): string {
  const signs = [...new Intl.Segmenter(undefined, { granularity: 'grapheme' }).segment(text)].map(({ segment }) => segment)
  if (signs.length <= limit) return text
  const head = signs.slice(0, limit - 1).join('')
  const gap = head.lastIndexOf(' ')
  return `${(gap > head.length * (2 / 3) ? head.slice(0, gap) : head).trimEnd()}…`
}
