import { transitionsOf } from '#schemas/rules/lifecycle/lifecycle.ts'
import type { ModelContext, ModelEntity } from '#server/model/context.ts'
import { settle } from '#server/model/lifecycles/settle.ts'
import { selectAnyRows } from '#server/model/read.ts'

/** Lets records whose values were computed take the transitions that happen by themselves. */
export async function settleOthers(context: ModelContext, records: readonly { entity: ModelEntity; id: number }[]): Promise<void> {
  for (const { entity, id } of records) {
    if (!transitionsOf(entity.document).some(({ transition }) => transition.when !== undefined)) continue
    const [row] = await selectAnyRows(context, entity, [id])
    if (row) await settle(context, entity, row)
  }
}
