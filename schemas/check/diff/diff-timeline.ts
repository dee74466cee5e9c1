import type { EntityDocument } from '#schemas/types/contract.d.ts'
import { diffAccess, diffRest, type Report } from './change.ts'

/** Reports changes of who reads and writes in a timeline, and of what it shows. */
export function diffTimeline(subject: string, before: EntityDocument, after: EntityDocument, report: Report): void {
  const [old, now] = [before.timeline, after.timeline]
  const here = `${subject}: timeline`
  if (!old && !now) return
  if (!old) return report('additive', here, 'is new')
  const [permission, next] = [old.comments?.private, now?.comments?.private]
  if (permission !== undefined && next === undefined)
    report('breaking', here, 'has no permission for private comments any more; those that were written are shown to nobody')
  else if (permission !== undefined) diffAccess(`${here}: private comments`, permission, next, report)
  else if (next !== undefined) report('additive', here, `has private comments for who has ${next}`)
  if (!now) return report('risky', here, 'is gone; its comments stay in the database and are not shown')
  if (old.comments && !now.comments) report('risky', here, 'takes no comments any more; those that were written are shown')
  else if (old.comments && now.comments) diffAccess(`${here}: comments`, old.comments.write, now.comments.write, report)
  diffRest(here, old, now, report, (pointer) => /^\/comments(\/(write|private)(\/|$)|$)/.test(pointer))
}
