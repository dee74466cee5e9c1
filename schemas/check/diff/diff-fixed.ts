import type { EntityDocument } from '#schemas/types/contract.d.ts'
import type { Report } from './change.ts'
import { same } from './diff-values.ts'

type Rule = NonNullable<EntityDocument['fixed']>[number]

/** Reports which fields keep their values from now on, which may be changed again, and what keeps a record from the trash. */
export function diffFixed(subject: string, before: EntityDocument, after: EntityDocument, report: Report): void {
  const fields = new Set([before, after].flatMap(({ fixed = [] }) => fixed.flatMap((rule) => rule.fields)))
  for (const field of fields) {
    const [old, now] = [before, after].map(({ fixed = [] }) => fixed.filter((rule) => rule.fields.includes(field)).map(reachOf))
    if (same(old, now)) continue
    if (now!.length === 0) report('additive', `${subject}: ${field}`, 'may be changed in every stored record')
    else report('breaking', `${subject}: ${field}`, `keeps its value in a stored record${whenOf(now!)}; other values are refused`)
  }
  const [needed, needs] = [before, after].map(({ storage }) => [...(storage?.needed_by ?? [])])
  for (const reference of needs!)
    if (!needed!.includes(reference)) report('breaking', subject, `is not trashed while a "${reference}" leads to it`)
  for (const reference of needed!)
    if (!needs!.includes(reference)) report('additive', subject, `may be trashed although a "${reference}" leads to it`)
}

const reachOf = ({ used_by }: Rule): readonly string[] => used_by ?? []

const whenOf = (reaches: readonly (readonly string[])[]): string =>
  reaches.some((reach) => reach.length === 0) ? '' : ` while it is referred to by ${[...new Set(reaches.flat())].join(', ')}`
