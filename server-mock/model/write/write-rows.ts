import { ApiError, validationError, type FieldErrors } from '#server/errors.ts'
import { keyOf } from '#server/model/compute/noted-changes.ts'
import type { PathOf } from '#server/model/compute/finish-write.ts'
import type { ModelContext, ModelEntity, ModelOptions } from '#server/model/context.ts'
import type { StoredRow } from '#server/model/read.ts'
import { listOf, planRows, type PlannedList } from '#server/model/rows/plan-rows.ts'
import { storeRows, type RowMarks } from '#server/model/rows/store-rows.ts'
import { rowLists } from '#server/model/rows/stored-rows.ts'
import type { SentLists } from './new-values.ts'

/** The lists of rows that a write sends. */
export interface SentRows {
  /** What was sent, without the lists. */
  fields: Record<string, unknown>
  /** The rows as they were planned. */
  rows?: SentLists
  /** Finishes the check of the parent; its faults and those of the rows are told together. */
  checked: <Values>(check: () => Promise<Values>) => Promise<Values>
  /** Writes the rows of the parent, which exists by now; undefined where no row changes. */
  store: (parent: number) => Promise<RowMarks | undefined>
  /** Path of a row that was sent, once it is stored. */
  pathOf: PathOf
  /** What was sent, with the lists as they are in the record now: rows keep what was not sent of them. */
  complete: (data: Record<string, unknown>, record: Record<string, unknown>) => Record<string, unknown>
}

/** @throws a 422 at each list that is none or that has more rows than it may have; nothing is read for that */
export function requireFewRows(context: ModelContext, entity: ModelEntity, data: unknown): void {
  const errors: FieldErrors = {}
  for (const list of rowLists(context, entity)) listOf(list, list.field, (data as Record<string, unknown> | null)?.[list.field], errors)
  if (Object.keys(errors).length > 0) throw validationError(errors)
}

/** Compares the lists that were sent with the stored rows, and checks each row. A list that was not sent is left alone. */
export async function readSentRows(
  context: ModelContext,
  entity: ModelEntity,
  data: Record<string, unknown>,
  before: StoredRow | undefined,
  options: ModelOptions,
): Promise<SentRows> {
  const sent = rowLists(context, entity).filter(({ field }) => Object.hasOwn(data ?? {}, field))
  if (sent.length === 0)
    return {
      fields: data,
      checked: (check) => check(),
      store: async () => undefined,
      pathOf: () => undefined,
      complete: (sentData) => sentData,
    }
  const fields = { ...data }
  const paths = new Map<string, string>()
  const errors: FieldErrors = {}
  const plans: PlannedList[] = []
  for (const list of sent) {
    delete fields[list.field]
    const rows = listOf(list, list.field, data[list.field], errors)
    plans.push(...(await planRows(context, entity, list, [{ parent: before?.id, path: list.field, rows }], options, errors)))
  }
  return {
    fields,
    rows: { plans, errors },
    pathOf: (row, id) => paths.get(keyOf(row, id)),
    checked: (check) => together(check, errors),
    complete: (sentData, record) => ({ ...sentData, ...Object.fromEntries(sent.map(({ field }) => [field, record[field]])) }),
    store: async (parent) => {
      const marks: RowMarks = { before: {}, after: {} }
      for (const plan of plans)
        for (const own of (await storeRows(context, plan.list, [{ ...plan, parent }])).values()) {
          Object.assign(marks.before, own.before)
          Object.assign(marks.after, own.after)
        }
      for (const { list, rows } of plans)
        rows.forEach(({ before: stored, path }, at) => {
          const id = stored?.id ?? marks.after[list.field]?.[at]
          if (id !== undefined) paths.set(keyOf(list.entity, id), path)
        })
      return Object.keys(marks.after).length > 0 ? marks : undefined
    },
  }
}

async function together<Values>(check: () => Promise<Values>, errors: FieldErrors): Promise<Values> {
  const isFaulty = Object.keys(errors).length > 0
  try {
    const values = await check()
    if (!isFaulty) return values
  } catch (fault) {
    if (!isFaulty || !(fault instanceof ApiError) || fault.code !== '422') throw fault
    throw validationError({ ...fault.errors, ...errors }, fault.hasMore)
  }
  throw validationError(errors)
}
