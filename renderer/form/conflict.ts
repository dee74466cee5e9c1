import type { FormAnswer } from '#schemas/types/contract.d.ts'
import type { Data } from './form-store.ts'
import { formValues } from './initial-data.ts'
import { isRecord, type FieldSchema } from './json-schema.ts'
import { isSame } from './path.ts'

export interface Conflict { current: Data; base?: Data }
export type Side = 'mine' | 'theirs'

/** One field that two people changed, or that the other one changed beside ours. */
export interface Difference { field: string; mine: unknown; theirs: unknown; /** What is taken when nothing is chosen: the side that changed it, ours when both did. */ suggested: Side; both: boolean }

/** The conflict that a refused save tells of, if it is one, with the records as the form holds them. */
export function conflictOf(failure: { errorCode: unknown; metadata?: unknown }, form: Pick<FormAnswer, 'schema'>): Conflict | undefined {
  if (failure.errorCode !== 'stale-version' || !isRecord(failure.metadata) || !isRecord(failure.metadata.current)) return undefined
  const { current, base } = failure.metadata
  return { current: formValues(form, current), base: isRecord(base) ? formValues(form, base) : undefined }
}

/** Fields of the form whose value here and on the server differ. */
export function differences(form: FormAnswer, mine: Data, baseline: Data, { current, base }: Conflict): Difference[] {
  const before = base ?? baseline
  return Object.entries((form.schema as FieldSchema).properties ?? {})
    .filter(([field, schema]) => !schema.readOnly && field in current && !isSame(mine[field], current[field]))
    .map(([field]) => {
      const mineChanged = !isSame(mine[field], before[field])
      const theirsChanged = !isSame(current[field], before[field])
      return { field, mine: mine[field], theirs: current[field], suggested: mineChanged ? 'mine' as const : 'theirs' as const, both: mineChanged && theirsChanged }
    })
}

/** Our data with the chosen fields taken from the server. */
export function mergeSides(mine: Data, { current }: Conflict, list: Difference[], chosen: Readonly<Record<string, Side>>): Data {
  const merged = { ...mine }
  for (const { field, suggested } of list) if ((chosen[field] ?? suggested) === 'theirs') merged[field] = current[field]
  return merged
}
