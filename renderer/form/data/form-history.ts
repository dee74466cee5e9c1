import { isRecord } from '#schemas/rules/is-record.ts'
import { formatPath, isSame, type PathList } from './path.ts'

/** A value that changed at its place; the values are shared with the form's data, not copied. */
export interface Change {
  path: PathList
  before: unknown
  after: unknown
}
/** Changes that are undone together. */
export type Step = readonly Change[]

const mostSteps = 200
const mostCharacters = 10_000_000
/** Pauses in typing are shorter. */
const burstMs = 2000

/** The steps of one form that can be undone and redone. `now` is the clock, in milliseconds. */
export function createHistory(now: () => number = Date.now) {
  let done: Step[] = []
  let undone: Step[] = []
  let open: { place: string; at: number } | undefined

  return {
    get undoable(): number {
      return done.length
    },
    get redoable(): number {
      return undone.length
    },
    /** Records a step. Typing on in the same place extends the last step, and typing the old text again removes it. */
    note(step: Step): void {
      const [change] = step
      if (!change) return
      const place = step.length === 1 ? placeOf(change) : undefined
      const last = done.at(-1)
      const [before] = last ?? []
      const same = place !== undefined && before !== undefined && last?.length === 1 && placeOf(before) === place
      if (same && isSame(before.before, change.after)) {
        done = done.slice(0, -1)
        undone = [...undone, last]
        open = undefined
        return
      }
      const joined = same && open?.place === place && now() - open.at <= burstMs
      done = within([...(joined ? done.slice(0, -1) : done), joined ? [{ ...change, before: before.before }] : step])
      undone = []
      open = place === undefined ? undefined : { place, at: now() }
    },
    /** What followed from the last step is undone with it. */
    extend(changes: Step): void {
      const last = done.at(-1)
      if (!last || changes.length === 0) return
      const joined = new Map(last.map((change) => [formatPath(change.path), change]))
      for (const change of changes) {
        const place = formatPath(change.path)
        joined.set(place, { ...change, before: joined.has(place) ? joined.get(place)!.before : change.before })
      }
      done = [...done.slice(0, -1), [...joined.values()]]
    },
    /** Whether a step leads from or to a value of this field. */
    holds: (field: string): boolean => [...done, ...undone].some((step) => step.some(({ path }) => path[0] === field)),
    /** The next change starts a new step. */
    close: (): void => {
      open = undefined
    },
    back(): Step | undefined {
      const step = done.at(-1)
      if (!step) return undefined
      done = done.slice(0, -1)
      undone = [...undone, step]
      open = undefined
      return step.map(({ path, before, after }) => ({ path, before: after, after: before }))
    },
    forward(): Step | undefined {
      const step = undone.at(-1)
      if (!step) return undefined
      undone = undone.slice(0, -1)
      done = [...done, step]
      open = undefined
      return step
    },
    clear(): void {
      done = []
      undone = []
      open = undefined
    },
  }
}

export type FormHistory = ReturnType<typeof createHistory>

/** The place of a typed change: the field, or the text in a group of texts. Undefined for changes that were not typed. */
function placeOf({ path, before, after }: Change): string | undefined {
  if (isTyped(before) && isTyped(after)) return formatPath(path)
  if (!isRecord(after) || !(isRecord(before) || before === undefined || before === null)) return undefined
  const old = before ?? {}
  const keys = [...new Set([...Object.keys(old), ...Object.keys(after)])].filter((key) => !isSame(old[key], after[key]))
  const [key] = keys
  return key !== undefined && keys.length === 1 && isTyped(old[key]) && isTyped(after[key]) ? formatPath([...path, key]) : undefined
}

const isTyped = (value: unknown): boolean => value === undefined || value === null || typeof value === 'string' || typeof value === 'number'

/** The newest steps that the bounds leave room for. */
function within(steps: Step[]): Step[] {
  let characters = 0
  let from = steps.length
  while (from > 0 && steps.length - from < mostSteps) {
    characters += (steps[from - 1] ?? []).reduce((sum, { before, after }) => sum + lengthOf(before) + lengthOf(after), 0)
    if (characters > mostCharacters && from < steps.length) break
    from -= 1
  }
  return from === 0 ? steps : steps.slice(from)
}

const lengthOf = (value: unknown): number => (typeof value === 'string' ? value.length : 0)
