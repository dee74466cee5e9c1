import type { Problem } from '#schemas/check/problem.ts'
import type { StateChange } from '#schemas/fixtures/compare-states.ts'
import type { Masked } from '#schemas/fixtures/mask-secrets.ts'
import type { PageState } from '#schemas/fixtures/page-state.ts'
import type { RecordedAnswer } from '#schemas/fixtures/recorded-answer.ts'
import type { FixtureDocument } from '#schemas/types/contract.d.ts'
import type { PictureChange } from './picture-change.ts'

/** A place in a document where it is not as it was recorded. */
export interface DocumentChange {
  /** The call that answered the document, e.g. `grid library/book/list`. */
  document: string
  /** JSON pointer into it. */
  pointer: string
  before?: unknown
  after?: unknown
}

/** A step of a replay, compared with the recorded one. */
export interface StepResult {
  index: number
  name: string
  /** Why it could not be done, and what it expects that does not hold. */
  failures: string[]
  changes: StateChange[]
  state: PageState
  /** The recorded state; undefined if there is none yet. */
  before?: PageState
  picture?: Buffer
  pictureBefore?: Buffer
  /** What is different between both pictures; `changes` has it in words. */
  pictureChange?: PictureChange
}

export interface FixtureResult {
  folder: string
  name: string
  title: string
  /** Why it could not be replayed at all. */
  problems: Problem[]
  fixture?: FixtureDocument
  steps: StepResult[]
  /** Steps that were not reached. */
  missed: number
  /** What the server answered, without secrets; only of a replay against a server. */
  answers?: RecordedAnswer[]
  masked: Masked[]
  /** With other documents than the recorded ones: where they differ. */
  documents: DocumentChange[]
  ms: number
}

export type Reading = 'same' | 'different' | 'failed' | 'new' | 'broken'

/** How a replay ended: `new` has no states yet, `failed` could not do a step, `broken` could not be read. */
export function readingOf({ problems, fixture, steps }: FixtureResult): Reading {
  if (!fixture || problems.some(({ severity }) => severity === 'error')) return 'broken'
  if (steps.some(({ failures }) => failures.length > 0)) return 'failed'
  if (steps.some(({ changes }) => changes.length > 0)) return 'different'
  return fixture.kind === 'session' && steps.some(({ before }) => before === undefined) ? 'new' : 'same'
}

/** The changes of a step that the step before it did not have already. */
export function freshChanges({ steps }: FixtureResult, { index, changes }: StepResult): StateChange[] {
  const keyOf = ({ part, before, after }: StateChange): string => JSON.stringify([part, before, after])
  const known = new Set(steps.find((step) => step.index === index - 1)?.changes.map(keyOf))
  return changes.filter((change) => !known.has(keyOf(change)))
}

/** The places in documents that say, or said, what a change shows. */
export function causesOf({ before = '', after = '' }: StateChange, documents: readonly DocumentChange[]): DocumentChange[] {
  const says = (value: unknown): boolean => {
    if (typeof value === 'string') return value.length > 1 && (before.includes(value) || after.includes(value))
    return value !== null && typeof value === 'object' && Object.values(value).some(says)
  }
  return documents.filter((change) => says(change.before) || says(change.after))
}

/** Changes that are the same at several places, as in every row of a list, with the number of those places. */
export function groupedChanges(changes: readonly StateChange[]): { change: StateChange; times: number }[] {
  const groups = new Map<string, { change: StateChange; times: number }>()
  for (const change of changes) {
    const key = JSON.stringify([change.part, change.before, change.after])
    const group = groups.get(key)
    if (group) group.times++
    else groups.set(key, { change, times: 1 })
  }
  return [...groups.values()]
}
