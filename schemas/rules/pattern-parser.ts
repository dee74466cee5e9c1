/** What a regular expression matches, without captures. `empty` with `start` is `^`; a boundary is plain `empty`. */
export type PatternNode =
  | { kind: 'empty'; start?: boolean }
  | { kind: 'end' }
  | { kind: 'class'; source: string }
  | { kind: 'sequence' | 'choice'; items: PatternNode[] }
  | { kind: 'repeat'; item: PatternNode; min: number; max: number }

export interface ParsedPattern { root: PatternNode; lookaheads: PatternNode[]; classes: string[] }

/** Above this many copies a bounded repeat is taken for an unbounded one, which only makes the verdict stricter. */
const maxCopies = 40

/** Copies of what may be empty are tried in each combination. */
const maxEmptyCopies = 4

const isNullable = (node: PatternNode): boolean =>
  node.kind === 'sequence' ? node.items.every(isNullable) : node.kind === 'choice' ? node.items.some(isNullable) : node.kind === 'repeat' ? node.min === 0 || isNullable(node.item) : node.kind !== 'class'

const isUnbounded = (node: PatternNode): boolean =>
  node.kind === 'repeat' ? node.max === Infinity || isUnbounded(node.item) : (node.kind === 'sequence' || node.kind === 'choice') && node.items.some(isUnbounded)

/** Reads a pattern that `new RegExp(pattern, 'u')` has accepted; throws on what cannot be analysed. */
export function parsePattern(pattern: string): ParsedPattern {
  const lookaheads: PatternNode[] = []
  const classes = new Set<string>()
  let at = 0
  const take = (expression: RegExp): RegExpExecArray | undefined => {
    expression.lastIndex = at
    const found = expression.exec(pattern)
    if (found) at = expression.lastIndex
    return found ?? undefined
  }
  const characters = (source: string): PatternNode => { classes.add(source); return { kind: 'class', source } }

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
    const found = take(/(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y)
    if (!found) return item
    const [, sign, low, comma, high] = found
    const min = sign ? (sign === '+' ? 1 : 0) : Number(low)
    const max = sign ? (sign === '?' ? 1 : Infinity) : comma ? (high ? Number(high) : Infinity) : min
    if (isNullable(item) && (max === Infinity ? min > 1 || isUnbounded(item) : max > maxEmptyCopies)) throw new SyntaxError('a repeat of what may be empty')
    if (min > maxCopies) return max === min && item.kind === 'class' ? { kind: 'repeat', item, min: maxCopies, max: maxCopies } : { kind: 'repeat', item, min: 1, max: Infinity }
    return { kind: 'repeat', item, min, max: max > maxCopies ? Infinity : max }
  }
  function atom(): PatternNode {
    if (take(/\^/y)) return { kind: 'empty', start: true }
    if (take(/\$/y)) return { kind: 'end' }
    if (take(/\\[bB]/y)) return { kind: 'empty' }
    if (take(/\\(?:[1-9]|k<)/y)) throw new SyntaxError('backreference')
    const look = take(/\(\?([=!]|<[=!])/y)
    if (look) {
      if (look[1]!.startsWith('<')) throw new SyntaxError('lookbehind')
      lookaheads.push(choice())
      close()
      return { kind: 'empty' }
    }
    if (take(/\((?:\?:|\?<[^>]+>)?/y)) { const inner = choice(); close(); return inner }
    const single = take(/\[(?:\\.|[^\]\\])*\]|\\[pP]\{[^}]*\}|\\u\{[0-9a-fA-F]+\}|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\c[A-Za-z]|\\.|\.|[^()|*+?{}[\]\\]/uy)
    if (!single) throw new SyntaxError(`cannot read the pattern at ${at}`)
    return characters(single[0])
  }
  function close(): void { if (!take(/\)/y)) throw new SyntaxError('missing )') }

  const root = choice()
  if (at < pattern.length) throw new SyntaxError(`cannot read the pattern at ${at}`)
  return { root, lookaheads, classes: [...classes] }
}
