const around = 60
const longest = 600

/**
 * The part of two texts in which they differ, with a few words around it. Texts that differ in their marks only are answered as they are.
 */
export function changedWords(before: string, after: string): [string, string] {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start++
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end++
  const from = start <= around ? 0 : before.lastIndexOf(' ', start - around) + 1
  const cut = (text: string) => {
    const last = text.length - end + around
    const to = end <= around ? text.length : text.indexOf(' ', last) < 0 ? text.length : text.indexOf(' ', last)
    const part = text.slice(from, Math.min(to, from + longest))
    return `${from > 0 ? '…' : ''}${part}${from + part.length < text.length ? '…' : ''}`
  }
  return [cut(before), cut(after)]
}
