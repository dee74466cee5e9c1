import { compilePattern, parsePattern, type PatternNode } from './pattern-parser.ts'

/** An automaton without empty transitions. A symbol is a bit: characters that no class of the pattern distinguishes share one. */
export interface Nfa {
  size: number
  states: number[]
  /** Transitions of a state: next state and symbols. */
  edges: (state: number) => readonly (readonly [next: number, symbols: number])[]
}

/**
 * The automata whose ambiguity decides a pattern's cost: its own and one for each lookahead. A match that need not reach
 * the end of the text is over at once, so nothing follows an accepting state. An unanchored match may begin anywhere.
 */
export function compileNfa(pattern: string): Nfa[] {
  const root = parsePattern(pattern)
  const nodes = [...everyNode(root)]
  const alphabet = partition([...new Set(nodes.flatMap((node) => (node.kind === 'class' ? [node.source] : [])))])
  const lookarounds = nodes.filter((node) => node.kind === 'look')
  if (lookarounds.some((look) => look.behind)) throw new SyntaxError('lookbehind')
  return [build(root, alphabet, true), ...lookarounds.map(({ item }) => build(item, alphabet, false))]
}

function* everyNode(node: PatternNode): Generator<PatternNode> {
  yield node
  if (node.kind === 'sequence' || node.kind === 'choice') for (const item of node.items) yield* everyNode(item)
  if (node.kind === 'repeat' || node.kind === 'look') yield* everyNode(node.item)
}

/** A bounded repeat with more copies than this is treated as unbounded, which only makes the verdict stricter. */
const maxCopies = 40

/** Copies of an item that can be empty are tried in each combination, so there may be only a few. */
const maxEmptyCopies = 4

const isNullable = (node: PatternNode): boolean =>
  node.kind === 'sequence'
    ? node.items.every(isNullable)
    : node.kind === 'choice'
      ? node.items.some(isNullable)
      : node.kind === 'repeat'
        ? node.min === 0 || isNullable(node.item)
        : node.kind !== 'class'

const isUnbounded = (node: PatternNode): boolean =>
  node.kind === 'repeat'
    ? node.max === Infinity || isUnbounded(node.item)
    : (node.kind === 'sequence' || node.kind === 'choice') && node.items.some(isUnbounded)

/** How often a repeat is copied into the automaton. Throws if copies of an empty item would be tried in too many combinations. */
function copies({ item, min, max }: Extract<PatternNode, { kind: 'repeat' }>): [min: number, max: number] {
  if (isNullable(item) && (max === Infinity ? min > 1 || isUnbounded(item) : max > maxEmptyCopies))
    throw new SyntaxError('a repeat of what may be empty')
  if (min > maxCopies) return max === min && item.kind === 'class' ? [maxCopies, maxCopies] : [1, Infinity]
  return [min, max > maxCopies ? Infinity : max]
}

/** One bit for each set of characters that the classes treat alike. It is found by testing characters of all kinds. */
function partition(classes: string[]): Map<string, number> {
  const tests = classes.map((source) => compilePattern(`^${source}$`))
  const groups = new Map<string, number>()
  const bits = new Map<string, number>(classes.map((source) => [source, 0]))
  for (const sample of samples(classes)) {
    const signature = tests.map((test) => (test.test(sample) ? '1' : '0')).join('')
    if (!groups.has(signature)) {
      if (groups.size > 30) throw new RangeError('too many character classes')
      const bit = 1 << groups.size
      groups.set(signature, bit)
      classes.forEach((source, index) => {
        if (signature[index] === '1') bits.set(source, bits.get(source)! | bit)
      })
    }
  }
  return bits
}

function samples(classes: string[]): Set<string> {
  const characters = new Set<string>()
  for (let code = 0; code < 0x250; code++) characters.add(String.fromCharCode(code))
  for (const text of 'αЯяبپیكك۰٠中\u200c\u2003\u2028٬٫ً€😀\u0301') characters.add(text)
  for (const source of classes)
    for (const letter of source) {
      const code = letter.codePointAt(0)!
      for (const near of [code - 1, code, code + 1])
        if (near >= 0 && (near < 0xd800 || near > 0xdfff)) characters.add(String.fromCodePoint(near))
    }
  return characters
}

interface Builder {
  moves: { to: number; symbols: number }[][]
  empty: number[][]
}

function build(root: PatternNode, alphabet: Map<string, number>, search: boolean): Nfa {
  const graph: Builder = { moves: [], empty: [] }
  const add = () => {
    graph.moves.push([])
    graph.empty.push([])
    if (graph.moves.length > 4000) throw new RangeError('too many states')
    return graph.moves.length - 1
  }
  const all = [...alphabet.values()].reduce((left, right) => left | right, 0) | (1 << 30)
  const ends = new Set<number>()

  const connect = (node: PatternNode, from: number): number => {
    switch (node.kind) {
      case 'start':
      case 'boundary':
      case 'look':
        return from
      case 'class': {
        const to = add()
        graph.moves[from]!.push({ to, symbols: alphabet.get(node.source)! })
        return to
      }
      case 'end': {
        const to = add()
        graph.empty[from]!.push(to)
        ends.add(to)
        return to
      }
      case 'sequence':
        return node.items.reduce((at, item) => connect(item, at), from)
      case 'choice': {
        const to = add()
        for (const item of node.items) {
          const start = add()
          graph.empty[from]!.push(start)
          graph.empty[connect(item, start)]!.push(to)
        }
        return to
      }
      case 'repeat': {
        const [min, max] = copies(node)
        let at = from
        for (let count = 0; count < min; count++) at = connect(node.item, at)
        if (max === Infinity) {
          const loop = add()
          graph.empty[at]!.push(loop)
          graph.empty[connect(node.item, loop)]!.push(loop)
          return loop
        }
        const done = add()
        for (let count = min; count < max; count++) {
          graph.empty[at]!.push(done)
          at = connect(node.item, at)
        }
        graph.empty[at]!.push(done)
        return done
      }
    }
  }

  const start = add()
  if (search && !isAnchored(root)) graph.moves[start]!.push({ to: start, symbols: all })
  const accept = connect(root, start)
  const closure = (state: number): Set<number> => {
    const seen = new Set([state])
    for (const at of seen) for (const next of graph.empty[at]!) seen.add(next)
    return seen
  }
  const needsEnd = endsAnchored(root)
  const cache = new Map<number, (readonly [number, number])[]>()
  const edges = (state: number) => {
    let cached = cache.get(state)
    if (!cached) {
      const reached = closure(state)
      // Two different empty paths to one transition count as one here; nesting such as `(a?)*` is found through its own loops.
      cached =
        reached.has(accept) && !needsEnd
          ? []
          : [...reached].flatMap((at) => graph.moves[at]!.map((move) => [move.to, move.symbols] as const))
      cache.set(state, cached)
    }
    return cached
  }
  const states = [start]
  const known = new Set(states)
  for (const state of states)
    for (const [next] of edges(state))
      if (!known.has(next)) {
        known.add(next)
        states.push(next)
      }
  return { size: states.length, states, edges }
}

/** Whether every path begins with `^`. */
function isAnchored(node: PatternNode): boolean {
  if (node.kind === 'sequence')
    return node.items.some(
      (item, index) =>
        isAnchored(item) &&
        node.items.slice(0, index).every((before) => before.kind === 'start' || before.kind === 'boundary' || before.kind === 'look'),
    )
  if (node.kind === 'choice') return node.items.every(isAnchored)
  return node.kind === 'start'
}

/** Whether some path needs the end of the text. */
function endsAnchored(node: PatternNode): boolean {
  if (node.kind === 'end') return true
  if (node.kind === 'sequence' || node.kind === 'choice') return node.items.some(endsAnchored)
  return node.kind === 'repeat' && endsAnchored(node.item)
}
