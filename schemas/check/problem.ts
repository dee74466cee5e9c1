export interface Problem {
  severity: 'error' | 'warning'
  /** Path inside the module, e.g. `grids/books.json`. */
  file: string
  /** Counted from 1. */
  line: number
  column: number
  /** JSON pointer of the value, or of the property whose name is wrong. */
  pointer: string
  message: string
  /** The allowed values, if there is a closed list of them. */
  allowed?: string[]
  /** The allowed name that is nearest to the one in the document. */
  suggestion?: string
}

/** The same for a problem wherever its line has moved to. */
const problemKey = ({ file, pointer, message }: Problem): string => JSON.stringify([file, pointer, message])

/** Most problems that one check reports. */
export const maxProblems = 200

/** Sorts by file, from top to bottom, errors before warnings. */
export const sortProblems = (problems: Problem[]): Problem[] =>
  [...problems].sort(
    (a, b) => a.file.localeCompare(b.file) || a.line - b.line || a.column - b.column || a.severity.localeCompare(b.severity),
  )

/** The name that was probably meant: at most every third letter of the shorter of the two names may differ. */
export function nearest(name: string, names: Iterable<string>): string | undefined {
  let best: string | undefined
  let bestDistance = Infinity
  for (const candidate of names) {
    const most = Math.max(1, Math.floor(Math.min(name.length, candidate.length) / 3))
    if (candidate === name || Math.abs(candidate.length - name.length) > most) continue
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase())
    if (distance <= most && distance < bestDistance) {
      best = candidate
      bestDistance = distance
    }
  }
  return best
}

/** The names that there are, and the nearest of them. */
export const missing = (name: string, names: Iterable<string>): { allowed: string[]; suggestion?: string } => {
  const allowed = [...new Set(names)]
  const suggestion = nearest(name, allowed)
  return suggestion === undefined ? { allowed } : { allowed, suggestion }
}

/** Names sorted by similarity to the given one; equally similar names stay in their order. */
export const rankNames = (name: string, names: readonly string[]): string[] =>
  names
    .map((candidate) => ({ candidate, distance: editDistance(name.toLowerCase(), candidate.toLowerCase()) }))
    .sort((a, b) => a.distance - b.distance)
    .map(({ candidate }) => candidate)

function editDistance(left: string, right: string): number {
  let before: number[] = []
  let row = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let i = 1; i <= left.length; i++) {
    const next = [i]
    for (let j = 1; j <= right.length; j++) {
      const swapped = i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1] ? before[j - 2]! + 1 : Infinity
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (left[i - 1] === right[j - 1] ? 0 : 1), swapped))
    }
    before = row
    row = next
  }
  return row[right.length]!
}

/** Those of the problems that were not there before. */
export function newProblems(problems: readonly Problem[], before: readonly Problem[]): Problem[] {
  const known = new Set(before.map(problemKey))
  return problems.filter((problem) => !known.has(problemKey(problem)))
}
