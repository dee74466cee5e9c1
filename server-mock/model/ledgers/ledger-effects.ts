import type { LifecycleDocumentEffect } from '#schemas/types/contract.d.ts'
import { occasionOf, writeAudit } from '#server/model/audit.ts'
import { trusted, type ModelContext, type ModelEntity } from '#server/model/context.ts'
import { fillFields } from '#server/model/list/document-where.ts'
import type { StoredRow } from '#server/model/read.ts'
import { rowLists, storedRows } from '#server/model/rows/stored-rows.ts'
import { titleOf } from '#server/model/titles.ts'
import { postEntries, reverseEntries } from './post-entries.ts'
import type { LedgerEntry } from './pending-posts.ts'
import { servedLedger } from './served-ledger.ts'

type Values = Record<string, unknown>

/** Whether the effect is of another record than the one that was written: faults name that record then. */
interface Inside {
  isNested: boolean
}

/** Posts an entry of a record, or one of each row of a list. */
export async function postEffect(
  context: ModelContext,
  entity: ModelEntity,
  effect: LifecycleDocumentEffect,
  record: StoredRow,
  insertions: Values,
  { isNested }: Inside,
): Promise<void> {
  const ledger = servedLedger(context, effect.post!)
  const written: Values = { entry: effect.entry, ...(effect.values as Values | undefined) }
  const occasion = await occasionFor(context, entity, record)
  const title = isNested ? await titleOf(context, entity, record, trusted) : undefined
  const list = effect.for === undefined ? undefined : rowLists(context, entity).find(({ field }) => field === effect.for)
  const rows = list ? ((await storedRows(context, list, [record.id])).get(record.id) ?? []) : [undefined]
  const entries = rows.map((row, index): LedgerEntry => {
    const values = fillFields(written, row ? { ...insertions, row } : insertions)
    const pick = (names: readonly string[]) => Object.fromEntries(names.flatMap((name) => (name in values ? [[name, values[name]]] : [])))
    return {
      entry: String(values.entry ?? ''),
      account: pick(ledger.parts.accounts.flatMap(({ entity: name, column }) => [name, column])),
      amounts: pick(Object.keys(ledger.parts.amounts)),
      source: { entity: entity.name, id: record.id, row: row?.id },
      occasion,
      effectiveAt: values.effective_at,
      note: values.note,
      pathOf: (name) => pathOf(entity, written[name] ?? written[`${name}_id`], row && `${effect.for}.${index}`),
      record: title,
    }
  })
  await postEntries(context, ledger.parts.name, entries)
}

/** Takes back what a record has posted. */
export async function reverseEffect(
  context: ModelContext,
  entity: ModelEntity,
  { reverse, entry }: LifecycleDocumentEffect,
  record: StoredRow,
  cause: StoredRow,
  { isNested }: Inside,
): Promise<void> {
  const occasion = cause === record ? await occasionFor(context, entity, record) : undefined
  await reverseEntries(context, reverse!, {
    source: { entity: entity.name, id: record.id },
    entry,
    occasion,
    record: isNested ? await titleOf(context, entity, record, trusted) : undefined,
  })
}

/** The audit of the change; a call that has changed nothing of the record itself is noted for it. */
const occasionFor = async (context: ModelContext, entity: ModelEntity, record: StoredRow): Promise<number> =>
  occasionOf(context, entity.name, record.id) ?? writeAudit(context, { entity: entity.name, recordId: record.id, action: 'post' })

/** The field that a value was inserted from, as the caller knows it: `lines.3.count` of `{row.count}`. */
function pathOf(entity: ModelEntity, written: unknown, row: string | undefined): string {
  const [, from, field] = /^\{(record|row|form|payload)\.([A-Za-z0-9_]+)\}$/.exec(String(written)) ?? []
  if (from === 'row' && row !== undefined) return `${row}.${field!.replace(/_id$/, '')}`
  if (row !== undefined) return row
  return field === undefined ? 'entries' : (entity.shape.byName.get(field)?.field ?? field)
}
