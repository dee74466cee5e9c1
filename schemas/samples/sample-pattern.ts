/**
 * A text that a simple pattern takes: letters, classes and escapes, each with a count; undefined for patterns with groups, choices or
 * assertions. `samplePattern('^[A-Z]{2}-[0-9]{3}$', 7) === 'AH-007'`
 */
export function samplePattern(pattern: string, at: number): string | undefined {
  const body = pattern.replace(/^\^/, '').replace(/\$$/, '')
  const piece = /\[([^\]^][^\]]*)\]|\\([dws])|\\([^a-zA-Z0-9])|([^\\[\](){}|^$*+?])/y
  const count = /\{(\d+)(?:,(\d*))?\}|([*+?])/y
  const parts: { letters: string; least: number }[] = []
  let position = 0
  while (position < body.length) {
    piece.lastIndex = position
    const found = piece.exec(body)
    if (!found) return undefined
    count.lastIndex = piece.lastIndex
    const times = count.exec(body)
    position = times ? count.lastIndex : piece.lastIndex
    const letters = lettersOf(found)
    if (letters === '') return undefined
    parts.push({ letters, least: times ? (times[3] ? (times[3] === '+' ? 6 : 0) : Number(times[1])) : 1 })
  }
  let rest = at
  const text = parts
    .reverse()
    .map(({ letters, least }) =>
      Array.from({ length: least }, () => {
        const letter = letters[rest % letters.length]!
        rest = Math.floor(rest / letters.length)
        return letter
      })
        .reverse()
        .join(''),
    )
    .reverse()
    .join('')
  return new RegExp(pattern, 'u').test(text) ? text : undefined
}

function lettersOf([, set, kind, escaped, letter]: RegExpExecArray): string {
  if (kind !== undefined) return kind === 'd' ? digits : kind === 's' ? ' ' : lower
  if (set === undefined) return escaped ?? letter!
  const letters = set.replace(/\\d/g, digits).replace(/\\w/g, lower).replace(/\\(.)/g, '$1')
  return letters.replace(/(.)-(.)/g, (_, from: string, to: string) =>
    String.fromCharCode(
      ...Array.from({ length: Math.max(0, to.charCodeAt(0) - from.charCodeAt(0) + 1) }, (_each, step) => from.charCodeAt(0) + step),
    ),
  )
}

const digits = '0123456789'
const lower = 'abcdefghijklmnopqrstuvwxyz'
