import { currencyTitle } from '#schemas/rules/numbers/money.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import type { ModelContext, ModelEntity } from '#server/model/context.ts'
import { columnOf } from '#server/model/list/field-in-sql.ts'
import type { StoredRow } from '#server/model/read.ts'
import type { HeldReference } from './compute-plan.ts'
import type { RowFault } from './hold-checks.ts'
import { asSeen, readViews, type View } from './read-views.ts'

/** The references of rows to records in another currency than theirs. What was stored before and is not changed by the call stays. */
export async function foreignReferences(
  context: ModelContext,
  entity: ModelEntity,
  references: readonly HeldReference[],
  rows: readonly StoredRow[],
  before: ReadonlyMap<number, StoredRow | undefined>,
): Promise<RowFault[]> {
  const due = (row: StoredRow, reference: HeldReference) =>
    row[reference.column.name] != null && isChanged(entity, reference, before.get(row.id), row)
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

/** Whether a reference, or the field of its record that leads to the currency, has another value than before. */
const isChanged = (entity: ModelEntity, { column, path }: HeldReference, before: StoredRow | undefined, after: StoredRow): boolean =>
  before === undefined ||
  [column.name, columnOf(entity, path[0]!)?.name].some((name) => name !== undefined && String(before[name]) !== String(after[name]))

function codeAt(view: View, path: readonly string[]): string | undefined {
  const code = path.reduce<unknown>((part, step) => (isRecord(part) ? part[step] : undefined), view)
  return typeof code === 'string' && code !== '' ? code : undefined
}
