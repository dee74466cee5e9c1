import { currencyTitle } from '#schemas/rules/numbers/money.ts'
import type { ModelContext, ModelEntity } from '#server/model/context.ts'
import type { StoredRow } from '#server/model/read.ts'
import type { HeldReference } from './compute-plan.ts'
import type { RowFault } from './hold-checks.ts'
import { codeAt, isTouched } from './held-currencies.ts'
import { asSeen, readViews } from './read-views.ts'

/** The references of rows to records in another currency than theirs. What was stored before and is not changed by the call stays. */
export async function foreignReferences(
  context: ModelContext,
  entity: ModelEntity,
  references: readonly HeldReference[],
  rows: readonly StoredRow[],
  before: ReadonlyMap<number, StoredRow | undefined>,
): Promise<RowFault[]> {
  const due = (row: StoredRow, reference: HeldReference) =>
    row[reference.column.name] != null && isTouched(entity, reference, before.get(row.id), row)
  const changed = rows.filter((row) => references.some((reference) => due(row, reference)))
  if (changed.length === 0) return []
  const paths = references.flatMap(({ own, path }) => [own, path])
  const views = await readViews(context, entity, changed.map(asSeen(entity)), paths)
  const title = (code: string) => currencyTitle(code, context.caller.locale)
  return changed.flatMap((row, at) =>
    references.flatMap((reference): RowFault[] => {
      if (!due(row, reference)) return []
      const [own, wanted] = [codeAt(views[at]!, reference.own), codeAt(views[at]!, reference.path)]
      if (own === undefined || wanted === undefined || own === wanted) return []
      const values = { currency: title(own), expected: title(wanted) }
      return [{ row, field: reference.field, message: { key: 'errors.reference_currency', values } }]
    }),
  )
}
