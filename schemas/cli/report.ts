import { showControls } from '#schemas/rules/text/show-controls.ts'
import { rankNames, type Problem } from '#schemas/check/problem.ts'

const paint = (code: number) => (text: string, colour: boolean) => (colour ? `\u001b[${code}m${text}\u001b[0m` : text)
const red = paint(31)
const yellow = paint(33)
const dim = paint(2)

/**
 * Problems as a compiler prints them: `grids/books.json:7:12 error message`, the line itself with a caret under the
 * place, then the allowed values.
 */
export function formatProblems(
  problems: readonly Problem[],
  files: Readonly<Record<string, string>>,
  { folder = '', colour = false } = {},
): string {
  const lines: string[] = []
  for (const problem of problems) {
    // A file of another module is told with its module.
    const isElsewhere = problem.file.split('/').length > 2 && !Object.hasOwn(files, problem.file)
    const place = `${isElsewhere ? '' : folder}${problem.file}:${problem.line}:${problem.column}`
    lines.push(`${place} ${problem.severity === 'error' ? red('error', colour) : yellow('warning', colour)} ${problem.message}`)
    const text = files[problem.file]?.split('\n')[problem.line - 1]?.replace(/\r$/, '')
    if (text !== undefined && text.trim() !== '') lines.push(...excerpt(text, problem.line, problem.column))
    if (problem.suggestion !== undefined) lines.push(`    did you mean "${problem.suggestion}"?`)
    if (problem.allowed && problem.allowed.length > 0) lines.push(dim(`    allowed: ${nearestNames(problem)}`, colour))
    if (problem.pointer !== '') lines.push(dim(`    at ${showControls(problem.pointer)}`, colour))
    lines.push('')
  }
  return lines.join('\n')
}

/** All names of a short list; of a long one the five nearest, in the order of the check (names of the module itself first). */
function nearestNames({ allowed = [], pointer, message, suggestion }: Problem): string {
  if (allowed.length <= 8) return allowed.join(', ')
  const written = /"([^"]+)"/.exec(message)?.[1] ?? pointer.split('/').at(-1) ?? ''
  const near = [...new Set([...(suggestion === undefined ? [] : [suggestion]), ...rankNames(written, allowed)])].slice(0, 5)
  return `${near.join(', ')} and ${allowed.length - near.length} more`
}

/** The line with its number; a long line is cut around the place. */
function excerpt(text: string, line: number, column: number): string[] {
  const start = Math.max(0, column - 80)
  const visibleText = [...text.slice(start, start + 120)]
    .map((character) => (showControls(character) === character ? character : ' '))
    .join('')
  const gutter = `${String(line).padStart(4)} | `
  return [`${gutter}${start > 0 ? '…' : ''}${visibleText}`, `${' '.repeat(gutter.length + (start > 0 ? 1 : 0) + column - 1 - start)}^`]
}

/** `2 errors, 1 warning`, or `no problems`. */
export function summarise(problems: readonly Problem[]): string {
  const count = (severity: string) => problems.filter((problem) => problem.severity === severity).length
  const say = (number: number, word: string) => (number === 0 ? [] : [`${number} ${word}${number === 1 ? '' : 's'}`])
  return [...say(count('error'), 'error'), ...say(count('warning'), 'warning')].join(', ') || 'no problems'
}
