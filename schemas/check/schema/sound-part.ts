import { isRecord } from '#schemas/rules/is-record.ts'
import { checkContract, type Visit } from './contract-check.ts'
import type { Source } from '#schemas/check/source.ts'

/** What of a document meets the contract, with what was visited in it. */
export interface SoundPart {
  value: unknown
  visits: { definition: string; pointer: string; value: unknown }[]
}

const mostRounds = 20

/**
 * A document without the properties that the contract refuses, so that what else is wrong with it can be told at once.
 * Undefined where an entry of a list or the whole would have to go: places of the others, or all of it, would seem wrong.
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

/** Takes a property out; false for what is none. One that went with another before is gone already. */
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
