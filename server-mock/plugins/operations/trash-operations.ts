import type { CallContext } from '#server/feature.ts'
import type { ModelOptions } from '#server/model/context.ts'
import { destroyRecord, restoreRecord, trashRecord } from '#server/model/model.ts'
import { callRecord } from './call-record.ts'
import { requireState, type Operate } from './served.ts'

type Change = (context: CallContext, model: string, id: unknown, version?: unknown, options?: ModelOptions) => Promise<unknown>

const changing =
  (change: Change): Operate =>
  async (context, served) => {
    const { id, version } = await callRecord(context, served)
    await requireState(context, served, id)
    return { results: await change(context, served.entity, id, version, served.options) }
  }

export const trash = changing(trashRecord)
export const restore = changing(restoreRecord)
export const destroy = changing(destroyRecord)
