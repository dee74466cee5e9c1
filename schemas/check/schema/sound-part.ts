import { isRecord } from '#schemas/rules/is-record.ts'
import { checkContract, type Visit } from './contract-check.ts'
import type { Source } from '#schemas/check/source.ts'

/** The part of a document that meets the contract, with the visits of the check. */
export interface SoundPart {
  value: unknown
  visits: { definition: string; pointer: string; value: unknown }[]
}

const mostRounds = 20

/**
 * A copy of a document without the properties that the contract refuses, so that its other problems can be reported in
 * the same run. Undefined if a list entry or the whole document would have to be removed: the paths of the remaining
 * entries would change.
 */
export function soundPart(source: Source, kind: string): SoundPart | undefined {
  const value: unknown = structuredClone(source.value)
  for (let round = 0; round < mostRounds; round++) {
    const refused: string[] = []
    const visits: SoundPart['visits'] = []
    const visit: Visit = (definition, pointer, part) => visits.push({ definition, pointer, value: part })
    checkContract(
      {
        ...source,
        report: (severity, pointer) => {
          if (severity === 'error') refused.push(pointer)
        },
      },
      kind,
      visit,
      value,
    )
    if (refused.length === 0) return { value, visits }
    if (!refused.every((pointer) => remove(value, pointer))) return undefined
  }
  return undefined
}

/** Removes a property; false if the pointer is not that of a property. It may already be removed together with another one. */
function remove(value: unknown, pointer: string): boolean {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  const name = steps.pop()
  let at = value
  for (const step of steps) {
    at = (at as Record<string, unknown> | undefined)?.[step]
    if (at === undefined) return true
  }
  if (name === undefined || !isRecord(at)) return false
  delete at[name]
  return true
}
