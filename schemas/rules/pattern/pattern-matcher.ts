import { compilePattern, parsePattern, type PatternNode } from './pattern-parser.ts'

/** Steps of a program: test a character, test a position, or continue elsewhere. */
type Step =
  | { kind: 'class'; takes: (letter: string) => boolean }
  | { kind: 'place'; holds: (text: readonly string[], at: number, run: Run) => boolean }
  | { kind: 'split'; to: number[] }
  | { kind: 'match' }

/** How many steps are left. */
interface Run {
  budget: number
}

const maxSteps = 4000
const budget = 300_000
const programs = new Map<string, Step[] | undefined>()

class OutOfSteps extends Error {}

/**
 * Whether a text matches a pattern. All alternatives are followed at once, one character at a time, so that nothing is
 * tried twice; captures are not recorded. Undefined if that takes too many steps, or if the pattern cannot be matched
 * this way.
 * @source Cox, "Regular Expression Matching Can Be Simple And Fast", 2007
 */
export function matchPattern(pattern: string, text: string): boolean | undefined {
  if (!programs.has(pattern)) {
    if (programs.size > 200) programs.clear()
    programs.set(pattern, compile(pattern))
  }
  const program = programs.get(pattern)
  if (!program || text.length > budget) return undefined
  try {
    return simulate(program, [...text], 0, true, { budget })
  } catch (fault) {
    if (fault instanceof OutOfSteps) return undefined
    throw fault
  }
}

function compile(pattern: string): Step[] | undefined {
  if (pattern.length > 2000) return undefined
  try {
    compilePattern(pattern)
    return programOf(parsePattern(pattern))
  } catch {
    return undefined
  }
}

function programOf(root: PatternNode): Step[] {
  const program: Step[] = []
  const push = (step: Step): number => {
    if (program.length >= maxSteps) throw new RangeError('too many steps')
    return program.push(step) - 1
  }
  const split = (...to: number[]) => {
    const step = { kind: 'split' as const, to }
    push(step)
    return step
  }

  function emit(node: PatternNode): void {
    switch (node.kind) {
      case 'class':
        push({ kind: 'class', takes: classTest(node.source) })
        return
      case 'start':
        push({ kind: 'place', holds: (_, at) => at === 0 })
        return
      case 'end':
        push({ kind: 'place', holds: (text, at) => at === text.length })
        return
      case 'boundary':
        push({ kind: 'place', holds: (text, at) => (isWord(text[at - 1]) !== isWord(text[at])) !== node.negate })
        return
      case 'look': {
        const inner = programOf(node.item)
        push({
          kind: 'place',
          holds: (text, at, run) => (node.behind ? endsAt(inner, text, at, run) : simulate(inner, text, at, false, run)) !== node.negate,
        })
        return
      }
      case 'sequence':
        node.items.forEach(emit)
        return
      case 'choice': {
        const fork = split()
        const ends: { to: number[] }[] = []
        for (const item of node.items) {
          fork.to.push(program.length)
          emit(item)
          ends.push(split())
        }
        for (const end of ends) end.to.push(program.length)
        return
      }
      case 'repeat': {
        for (let count = 0; count < node.min; count++) emit(node.item)
        if (node.max === Infinity) {
          const loop = program.length
          const fork = split()
          fork.to.push(program.length)
          emit(node.item)
          split(loop)
          fork.to.push(program.length)
          return
        }
        const forks: { to: number[] }[] = []
        for (let count = node.min; count < node.max; count++) {
          const fork = split()
          fork.to.push(program.length)
          forks.push(fork)
          emit(node.item)
        }
        for (const fork of forks) fork.to.push(program.length)
      }
    }
  }
  emit(root)
  push({ kind: 'match' })
  return program
}

const isWord = (letter: string | undefined): boolean => letter !== undefined && /^\w$/.test(letter)

function classTest(source: string): (letter: string) => boolean {
  const expression = compilePattern(`^(?:${source})$`)
  const known = new Map<string, boolean>()
  return (letter) => {
    let takes = known.get(letter)
    if (takes === undefined) known.set(letter, (takes = expression.test(letter)))
    return takes
  }
}

/** Whether some path through the program ends in a match; with `search` it may begin at any later position too. */
function simulate(program: readonly Step[], text: readonly string[], from: number, search: boolean, run: Run, end?: number): boolean {
  const seen = new Int32Array(program.length).fill(-1)
  let present: number[] = []
  for (let at = from; at <= (end ?? text.length); at++) {
    if (at === from || search) present.push(0)
    const next: number[] = []
    const queue = present
    for (let step = queue.pop(); step !== undefined; step = queue.pop()) {
      if (seen[step] === at) continue
      seen[step] = at
      if (--run.budget < 0) throw new OutOfSteps()
      const instruction = program[step]!
      if (instruction.kind === 'match') {
        if (end === undefined || at === end) return true
      } else if (instruction.kind === 'split') queue.push(...instruction.to)
      else if (instruction.kind === 'place') {
        if (instruction.holds(text, at, run)) queue.push(step + 1)
      } else if (at < text.length && instruction.takes(text[at]!)) next.push(step + 1)
    }
    present = next
    if (present.length === 0 && !search) return false
  }
  return false
}

/** Whether some text that ends at this position matches. */
function endsAt(program: readonly Step[], text: readonly string[], at: number, run: Run): boolean {
  for (let from = at; from >= 0; from--) if (simulate(program, text, from, false, run, at)) return true
  return false
}
