/** What a regular expression matches, without captures. `start` is `^`, `end` is `$`; a class is one character, as written. */
export type PatternNode =
  | { kind: 'start' | 'end' }
  | { kind: 'boundary'; negate: boolean }
  | { kind: 'look'; item: PatternNode; behind: boolean; negate: boolean }
  | { kind: 'class'; source: string }
  | { kind: 'sequence' | 'choice'; items: PatternNode[] }
  | { kind: 'repeat'; item: PatternNode; min: number; max: number }

/**
 * Compiles a pattern of JSON Schema with the flag `u`, or without it if it is only valid so.
 * @throws SyntaxError
 */
export function compilePattern(pattern: string): RegExp {
  try {
    return new RegExp(pattern, 'u')
  } catch {
    return new RegExp(pattern)
  }
}

/** Parses a pattern that `compilePattern` has accepted. Throws on back references, which are not supported here. */
export function parsePattern(pattern: string): PatternNode {
  let at = 0
  const take = (expression: RegExp): RegExpExecArray | undefined => {
    expression.lastIndex = at
    const match = expression.exec(pattern)
    if (match) at = expression.lastIndex
    return match ?? undefined
  }

  function choice(): PatternNode {
    const items = [sequence()]
    while (take(/\|/y)) items.push(sequence())
    return items.length === 1 ? items[0]! : { kind: 'choice', items }
  }
  function sequence(): PatternNode {
    const items: PatternNode[] = []
    while (at < pattern.length && pattern[at] !== '|' && pattern[at] !== ')') items.push(quantified(atom()))
    return { kind: 'sequence', items }
  }
  function quantified(item: PatternNode): PatternNode {
    const quantifier = take(/(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y)
    if (!quantifier) return item
    const [, sign, low, comma, high] = quantifier
    const min = sign ? (sign === '+' ? 1 : 0) : Number(low)
    const max = sign ? (sign === '?' ? 1 : Infinity) : comma ? (high ? Number(high) : Infinity) : min
    return { kind: 'repeat', item, min, max }
  }
  function atom(): PatternNode {
    if (take(/\^/y)) return { kind: 'start' }
    if (take(/\$/y)) return { kind: 'end' }
    const boundary = take(/\\([bB])/y)
    if (boundary) return { kind: 'boundary', negate: boundary[1] === 'B' }
    if (take(/\\(?:[1-9]|k<)/y)) throw new SyntaxError('backreference')
    const look = take(/\(\?(<?)([=!])/y)
    if (look) {
      const item = choice()
      close()
      return { kind: 'look', item, behind: look[1] === '<', negate: look[2] === '!' }
    }
    if (take(/\((?:\?:|\?<[^>]+>)?/y)) {
      const inner = choice()
      close()
      return inner
    }
    const single = take(
      /\[(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\u\{[0-9a-fA-F]+\}|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\c[A-Za-z]|\\.|\.|[^()|*+?[\\]/uy,
    )
    if (!single) throw new SyntaxError(`cannot read the pattern at ${at}`)
    return { kind: 'class', source: single[0] }
  }
  function close(): void {
    if (!take(/\)/y)) throw new SyntaxError('missing )')
  }

  const root = choice()
  if (at < pattern.length) throw new SyntaxError(`cannot read the pattern at ${at}`)
  return root
}
