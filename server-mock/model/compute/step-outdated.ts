import { trusted, type ModelContext } from '#server/model/context.ts'
import { tellNotice } from '#server/model/lifecycles/notices.ts'
import { stepRow } from '#server/model/lifecycles/take-transition.ts'
import { selectAnyRows } from '#server/model/read.ts'
import type { Outdated } from './noted-changes.ts'

/** Lets records take the transitions that a change of their fields brings about. */
export async function stepOutdated(context: ModelContext, records: readonly Outdated[]): Promise<void> {
  for (const { entity, id, named } of records) {
    const [row] = await selectAnyRows(context, entity, [id])
    if (!row || row.deleted_at) continue
    const stepped = await stepRow(context, entity, row, named, {}, trusted)
    tellNotice(context, entity, named.transition.tell, stepped)
  }
}
