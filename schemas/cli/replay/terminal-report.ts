import type { StateChange } from '#schemas/fixtures/compare-states.ts'
import { causesOf, freshChanges, groupedChanges, readingOf, type FixtureResult, type Reading, type StepResult } from './result.ts'

const paint = (code: number, text: string, isColoured: boolean): string => (isColoured ? `\u001b[${code}m${text}\u001b[0m` : text)

const words: Record<Reading, string> = {
  same: 'ok       ',
  different: 'DIFFERENT',
  failed: 'FAILED   ',
  new: 'NEW      ',
  broken: 'BROKEN   ',
}

const partNames: Record<StateChange['part'], string> = {
  page: 'address',
  title: 'title of the window',
  focus: 'focus',
  calls: 'calls',
  problems: 'errors',
  invalid: 'fields marked as wrong',
  cut: 'texts that are cut off',
  axe: 'accessibility (axe)',
  view: 'page',
  picture: 'picture',
}

const shortened = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text)

/** Where a change is, in words: `main › grid "Books"`. */
export const placeOf = ({ part, place }: StateChange): string =>
  part === 'view' && place.length > 0 ? place.slice(-3).map(shortened).join(' › ') : partNames[part]

const mostChanges = 20

const listed = (names: readonly string[]): string =>
  names.slice(0, 8).join(', ') + (names.length > 8 ? ` and ${names.length - 8} more` : '')

/** What happened to one fixture; its differences beneath. */
export function formatResult(result: FixtureResult, isColoured: boolean): string {
  const reading = readingOf(result)
  const head = `${paint(reading === 'same' ? 32 : reading === 'new' ? 33 : 31, words[reading], isColoured)} ${result.name} (${(result.ms / 1000).toFixed(1)} s)`
  const problems = result.problems.map(({ file, line, column, message }) => `    ${file}:${line}:${column} ${message}`)
  const steps = result.steps.filter((step) => step.failures.length + freshChanges(result, step).length > 0)
  const missed = result.missed > 0 ? [`    ${result.missed} more steps were not reached`] : []
  const isNew = reading === 'new' ? ['    it has no states yet; --update writes them'] : []
  const documents = result.documents.map(({ document, pointer }) => `${document} ${pointer}`)
  const differing = documents.length === 0 ? [] : [`    other than recorded: ${listed(documents)}`]
  return [head, ...problems, ...steps.map((step) => formatStep(result, step, isColoured)), ...missed, ...isNew, ...differing].join('\n')
}

/** The differences of one step. */
export function formatStep(result: FixtureResult, step: StepResult, isColoured: boolean): string {
  const { index, name, failures } = step
  const { documents } = result
  const changes = freshChanges(result, step)
  const groups = groupedChanges(changes)
  const lines = groups.slice(0, mostChanges).flatMap(({ change, times }) => [
    `      ${placeOf(change)}${times > 1 ? `, and ${times - 1} more like this` : ''}`,
    ...(change.before === undefined ? [] : [paint(31, `        - ${change.before}`, isColoured)]),
    ...(change.after === undefined ? [] : [paint(32, `        + ${change.after}`, isColoured)]),
    ...causesOf(change, documents)
      .slice(0, 3)
      .map(({ document, pointer }) => `          by ${document} ${pointer}`),
  ])
  const more = groups.length > mostChanges ? [`      and ${groups.length - mostChanges} more`] : []
  const stale = step.changes.length - changes.length
  const rest =
    stale > 0
      ? [`      ${stale === 1 ? 'one difference' : `${stale} differences`} of the step before ${stale === 1 ? 'is' : 'are'} still there`]
      : []
  return [
    `    step ${index}: ${name}`,
    ...failures.map((failure) => paint(31, `      ${failure}`, isColoured)),
    ...lines,
    ...more,
    ...rest,
  ].join('\n')
}

export function summary(results: readonly FixtureResult[]): string {
  const count = (reading: Reading): number => results.filter((result) => readingOf(result) === reading).length
  const steps = results.reduce((sum, result) => sum + result.steps.length, 0)
  const parts = (['different', 'failed', 'new', 'broken'] as const).flatMap((reading) =>
    count(reading) === 0 ? [] : [`${count(reading)} ${reading}`],
  )
  return `${results.length} ${results.length === 1 ? 'fixture' : 'fixtures'}, ${steps} states: ${[`${count('same')} as recorded`, ...parts].join(', ')}`
}
