/** Number of code points in a text, counted without copying it. */
export function countCodePoints(text: string): number {
  let count = text.length
  for (let at = 0; at < text.length - 1; at++) {
    // A high surrogate and the low one after it are one code point.
    if ((text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) {
      count--
      at++
    }
  }
  return count
}
