import type { EntityDocument, EntityDocumentRecordRule } from '#schemas/types/contract.d.ts'
import type { Report } from './change.ts'
import { same } from './diff-values.ts'

/** Reports changes of the record rules: whoever counted on seeing a record, or on nobody else seeing it, is told. */
export function diffRules(subject: string, { access: before }: EntityDocument, { access: after }: EntityDocument, report: Report): void {
  const [old, now] = [before, after].map((access) => access?.rows)
  if (!old && !now) {
    if ((before?.scope ?? 'all') !== (after?.scope ?? 'all'))
      report('breaking', subject, `shows users ${after?.scope === 'own' ? 'only records of their own' : 'the records of all'} from now on`)
    return
  }
  const was = old ?? (before?.scope === 'own' ? [{ where: { created_by: '{session.user.id}' } }] : undefined)
  const is = now ?? (after?.scope === 'own' ? [{ where: { created_by: '{session.user.id}' } }] : undefined)
  if (!was) return report('breaking', subject, 'shows users only the records of its record rules ("rows") from now on')
  if (!is) return report('breaking', subject, 'shows users the records of all from now on, without record rules ("rows")')
  for (const rule of is.filter((one) => !was.some((other) => same(one, other))))
    report('breaking', subject, `shows ${readersOf(rule)} ${recordsOf(rule)} from now on`)
  for (const rule of was.filter((one) => !is.some((other) => same(one, other))))
    report('breaking', subject, `no longer shows ${readersOf(rule)} ${recordsOf(rule)}`)
}

const readersOf = ({ permission }: EntityDocumentRecordRule): string => (permission === undefined ? 'users' : `users with ${permission}`)

function recordsOf({ where, kinds }: EntityDocumentRecordRule): string {
  const records = where === undefined ? 'all records' : `the records with ${typeof where === 'string' ? where : JSON.stringify(where)}`
  return kinds?.length === 1 ? `${records} (to ${kinds[0]})` : records
}
