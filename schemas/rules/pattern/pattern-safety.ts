import { compileNfa, type Nfa } from './pattern-nfa.ts'
import { matchPattern } from './pattern-matcher.ts'
import { compilePattern } from './pattern-parser.ts'

const cache = new Map<string, boolean>()
const compiled = new Map<string, RegExp | null>()

/**
 * Whether the matching time of a regular expression grows no faster than the text. False if it backtracks exponentially
 * (`^(a+)+$`) or polynomially (`^\s*\s*$`, an unanchored `\s+$`), cannot be read, or cannot be shown to be safe:
 * backreferences, lookbehind, too many states. Such a pattern is never run.
 * @source Weideman et al., "Analyzing Matching Time Behavior of Backtracking Regular Expression Matchers", CIAA 2016
 */
export function isSafePattern(pattern: string): boolean {
  let safe = cache.get(pattern)
  if (safe === undefined) {
    if (cache.size > 1000) cache.clear()
    safe = analyse(pattern)
    cache.set(pattern, safe)
  }
  return safe
}

/** The compiled expression of a safe pattern; undefined if it must not be run. */
export function safePattern(pattern: string): RegExp | undefined {
  let known = compiled.get(pattern)
  if (known === undefined) {
    if (compiled.size > 1000) compiled.clear()
    compiled.set(pattern, (known = isSafePattern(pattern) ? compilePattern(pattern) : null))
  }
  return known ?? undefined
}

/**
 * Whether a text matches any pattern. A pattern that backtracks is matched without backtracking, within a limit of
 * steps. Undefined if the limit is reached or the pattern has back references: then it may only be run where it can be
 * stopped, in a worker.
 */
export const testPattern = (pattern: string, text: string): boolean | undefined =>
  safePattern(pattern)?.test(text) ?? matchPattern(pattern, text)

/** Whether a value is a valid regular expression. */
export function isPattern(pattern: unknown): pattern is string {
  if (typeof pattern !== 'string') return false
  try {
    return compilePattern(pattern) !== undefined
  } catch {
    return false
  }
}

function analyse(pattern: string): boolean {
  if (pattern.length > 1000) return false
  try {
    compilePattern(pattern)
    return compileNfa(pattern).every((nfa) => nfa.size <= 400 && !isAmbiguous(nfa))
  } catch {
    return false
  }
}

/**
 * Looks for a state that can be left and reached again while a second copy of the automaton, reading the same text,
 * stays in another state or moves to it: the condition for super-linear backtracking.
 */
function isAmbiguous(nfa: Nfa): boolean {
  const looping = nfa.states.filter((state) => reaches(nfa, state, state))
  for (const first of looping) {
    for (const second of looping) {
      if (first === second ? divides(nfa, first) : drifts(nfa, first, second)) return true
    }
  }
  return false
}

function reaches(nfa: Nfa, from: number, to: number): boolean {
  const seen = new Set<number>()
  const queue = [from]
  for (let state = queue.pop(); state !== undefined; state = queue.pop()) {
    for (const [next] of nfa.edges(state)) {
      if (next === to) return true
      if (!seen.has(next)) {
        seen.add(next)
        queue.push(next)
      }
    }
  }
  return false
}

const budget = 200_000

/** Walks tuples of states that read the same text, from `start`; true if `isFound` accepts one. */
function walk(nfa: Nfa, start: number[], isFound: (states: number[], diverged: boolean) => boolean): boolean {
  const seen = new Set<string>()
  const queue: { states: number[]; diverged: boolean }[] = [{ states: start, diverged: false }]
  let steps = 0
  for (let item = queue.pop(); item; item = queue.pop()) {
    const edges = item.states.map((state) => nfa.edges(state))
    for (const choice of combinations(edges.map((list) => list.length))) {
      if (++steps > budget) return true
      let symbols = -1
      for (let part = 0; part < choice.length; part++) symbols &= edges[part]![choice[part]!]![1]
      if (symbols === 0) continue
      const states = choice.map((index, part) => edges[part]![index]![0])
      const sameStart = item.states.every((state) => state === item.states[0])
      const diverged = item.diverged || new Set(states).size > 1 || (sameStart && new Set(choice).size > 1)
      if (isFound(states, diverged)) return true
      const key = `${states.join()}${diverged}`
      if (!seen.has(key)) {
        seen.add(key)
        queue.push({ states, diverged })
      }
    }
  }
  return false
}

function* combinations(lengths: number[]): Generator<number[]> {
  const choice = lengths.map(() => 0)
  if (lengths.some((length) => length === 0)) return
  for (;;) {
    yield [...choice]
    let part = choice.length - 1
    while (part >= 0 && ++choice[part]! >= lengths[part]!) choice[part--] = 0
    if (part < 0) return
  }
}

/** Whether a state has two different paths back to itself over one text: exponential time. */
const divides = (nfa: Nfa, state: number): boolean =>
  walk(nfa, [state, state], (states, diverged) => diverged && states[0] === state && states[1] === state)

/** Whether one text loops at p, leads from p to q, and loops at q: polynomial time. */
const drifts = (nfa: Nfa, p: number, q: number): boolean =>
  reaches(nfa, p, q) && walk(nfa, [p, p, q], (states) => states[0] === p && states[1] === q && states[2] === q)
