import { sequenceOf, type CountedSequence } from '#schemas/rules/entities/sequence.ts'
import type { Report } from './change.ts'
import { same } from './diff-values.ts'

type Node = Record<string, unknown>

/** Reports that a field is numbered from now on, by another rule, or not any more. Numbers that are there stay in any case. */
export function diffSequence(field: string, before: Node, after: Node, report: Report): void {
  const [old, now] = [sequenceOf(before), sequenceOf(after)]
  if (same(old, now)) return
  if (!old)
    return report('breaking', field, 'is given by the server from now on; who sends a value is refused, and records keep what they have')
  if (!now) return report('risky', field, 'is not given by the server any more; new records have what is sent for it')
  if (old.kind !== now.kind || old.kind === 'random')
    return report('risky', field, 'is made in another way from now on; numbers that are there stay')
  const [counted, next] = [old, now as CountedSequence]
  if (counted.format !== next.format || counted.digits !== next.digits)
    report('risky', field, `is written as "${next.format}" from now on; numbers that are there stay, and the count goes on`)
  if (!same(counted.scope, next.scope) || !same(counted.year, next.year) || counted.date !== next.date)
    report('risky', field, 'is counted in another scope; a scope that is new begins behind the greatest number that it has')
  if (counted.gapless !== next.gapless)
    report(
      'risky',
      field,
      next.gapless
        ? 'has no gaps from now on; a record with a number cannot be destroyed any more'
        : 'may have gaps from now on; a record with a number can be destroyed',
    )
  else if (counted.returned !== next.returned)
    report('risky', field, next.returned ? 'is given back by refused calls from now on' : 'is lost by refused calls from now on')
  if (counted.at !== next.at)
    report('risky', field, `is given ${next.at === undefined ? 'when a record is made' : `by the transition "${next.at}"`} from now on`)
}
