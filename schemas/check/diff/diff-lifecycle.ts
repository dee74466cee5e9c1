import { lifecyclesOf, statesOf, targetsOf } from '#schemas/rules/lifecycle/lifecycle.ts'
import type { EntityDocument, LifecycleDocument, LifecycleDocumentTransition } from '#schemas/types/contract.d.ts'
import type { Report } from './change.ts'
import { same } from './diff-values.ts'

/** Reports what changes for records that have states: states, transitions, their rights and conditions, and locks. */
export function diffLifecycle(subject: string, before: EntityDocument, after: EntityDocument, report: Report): void {
  const [old, now] = [new Map(lifecyclesOf(before)), new Map(lifecyclesOf(after))]
  for (const [field, lifecycle] of now) {
    const where = `${subject}: ${field}`
    const earlier = old.get(field)
    if (earlier) diffStates(where, earlier, lifecycle, report)
    else report('breaking', where, 'changes by its transitions only from now on; whoever writes it otherwise is refused')
  }
  for (const field of old.keys())
    if (!now.has(field)) report('breaking', `${subject}: ${field}`, 'has no lifecycle any more; whoever may write records may write it')
}

function diffStates(where: string, before: LifecycleDocument, after: LifecycleDocument, report: Report): void {
  const [old, now] = [statesOf(before), statesOf(after)]
  const named = (states: readonly unknown[]) => states.map((state) => JSON.stringify(state)).join(', ')
  const gone = old.filter((state) => !now.includes(state))
  const added = now.filter((state) => !old.includes(state))
  const moved = gone.filter((state) => Object.hasOwn(after.moved ?? {}, String(state)))
  const left = gone.filter((state) => !moved.includes(state))
  for (const state of moved)
    report('risky', where, `no longer has the state ${named([state])}; its records move to ${named([after.moved![String(state)]])}`)
  if (left.length > 0)
    report(
      'breaking',
      where,
      `no longer has the state ${named(left)}; publishing is refused while records are in it, unless "moved" says where they go`,
    )
  if (added.length > 0) report('additive', where, `also has the state ${named(added)}`)
  if (before.initial !== after.initial)
    report('breaking', where, `begins at ${named([after.initial])} instead of ${named([before.initial])}`)
  for (const name of Object.keys(before.transitions))
    if (!Object.hasOwn(after.transitions, name)) report('risky', `${where}: ${name}`, 'is gone; whoever takes it is refused')
  for (const [name, transition] of Object.entries(after.transitions)) {
    const earlier = before.transitions[name]
    if (!earlier) report('additive', `${where}: ${name}`, 'is new')
    else diffTransition(`${where}: ${name}`, earlier, transition, report)
  }
  if (!same(before.locks, after.locks)) report('risky', where, 'locks other fields or transitions than before')
  if (!same(before.holds, after.holds)) report('risky', where, 'asks something else of records in its states than before')
}

function diffTransition(where: string, before: LifecycleDocumentTransition, after: LifecycleDocumentTransition, report: Report): void {
  const lost = before.from.filter((state) => !after.from.includes(state))
  const gained = after.from.filter((state) => !before.from.includes(state))
  if (lost.length > 0) report('risky', where, `no longer starts from ${lost.map(String).join(', ')}`)
  if (gained.length > 0) report('additive', where, `also starts from ${gained.map(String).join(', ')}`)
  if (!same([...targetsOf(before)].sort(), [...targetsOf(after)].sort())) report('risky', where, 'leads to another state')
  if (!same(before.access, after.access)) report('breaking', where, 'needs another permission')
  if (before.note !== 'required' && after.note === 'required') report('breaking', where, 'needs a note from now on')
  if (!same(before.form?.required, after.form?.required)) report('breaking', where, 'needs other fields than before')
  for (const [key, sentence] of [
    ['only_if', 'is refused under other conditions'],
    ['not_by', 'is refused to other people'],
    ['set', 'writes other values'],
    ['effects', 'changes other records'],
    ['after', 'happens by itself at another moment'],
    ['changed', 'happens by itself when other fields change'],
    ['when', 'happens by itself under another condition'],
  ] as const)
    if (!same(before[key], after[key])) report('risky', where, sentence)
}
