import { usualLevels } from '#schemas/rules/entities/tree.ts'
import type { EntityDocument } from '#schemas/types/contract.d.ts'
import { diffRest, type Report } from './change.ts'

/** Reports that records stand beneath each other from now on, or in another way. */
export function diffTree(subject: string, before: EntityDocument, after: EntityDocument, report: Report): void {
  const [old, now] = [before.tree, after.tree]
  const here = `${subject}: tree`
  if (!now) {
    if (old) report('risky', here, 'is gone; records may stand beneath themselves, and what they inherited is a field like any other')
    return
  }
  const levels = now.levels ?? usualLevels
  const inherited = (now.inherits ?? []).filter((name) => !old?.inherits?.includes(name))
  if (!old)
    report(
      'breaking',
      here,
      `records stand beneath each other by "${now.parent}" from now on, ${levels} levels deep at most; the publication fails when stored records break that`,
    )
  else if (old.parent !== now.parent)
    report('breaking', here, `records stand beneath each other by "${now.parent}" instead of "${old.parent}" from now on`)
  const was = old ? (old.levels ?? usualLevels) : levels
  if (levels < was) report('breaking', here, `may have ${levels} levels instead of ${was}; the publication fails when records are deeper`)
  if (levels > was) report('additive', here, `may have ${levels} levels instead of ${was}`)
  for (const name of inherited)
    report(
      'breaking',
      `${here}: ${name}`,
      `is inherited from now on: beneath another record what is sent is not stored; ${now.backfill ? 'the publication gives records what the one above them has' : 'the publication fails when records differ from the one above them'}`,
    )
  for (const name of old?.inherits ?? [])
    if (!now.inherits?.includes(name)) report('risky', `${here}: ${name}`, 'is not inherited any more; records keep what they have')
  if (old) diffRest(here, old, now, report, (pointer) => /^\/(parent|levels|inherits|backfill)(\/|$)/.test(pointer))
}
