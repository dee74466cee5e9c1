import { roundDecimal, toDecimal } from '#schemas/rules/numbers/decimal.ts'
import { isEmpty } from '#schemas/rules/validation/rule-checks.ts'
import { localeOrder, type ModelContext } from '#server/model/context.ts'
import { columnOf } from '#server/model/list/field-in-sql.ts'
import { localised } from '#server/model/values/translations.ts'
import { isStored } from '#server/model/write/read-only.ts'
import type { ComputedField } from './compute-plan.ts'
import type { View } from './read-views.ts'
import type { TreeRecord } from './record-tree.ts'

/** Values that the sources of fields had before they changed: by the key of the field and the id of the source. */
export type FormerValues = Map<string, Map<number, unknown[]>>

export function addFormerValue(former: FormerValues, field: string, source: number, value: unknown): void {
  const sources = former.get(field) ?? new Map<number, unknown[]>()
  former.set(field, sources)
  sources.set(source, [...(sources.get(source) ?? []), value])
}

/**
 * Whether a value is fetched: when the reference is set or changes, and where it follows its source whenever that changes. A value that was
 * typed in its place stays.
 */
export function isFetched(field: ComputedField, record: TreeRecord, isAsked: boolean, former: FormerValues): boolean {
  const { entity, column, computation } = field
  if (computation.kind !== 'fetch') return false
  const reference = columnOf(entity, computation.path[0]!)
  if (!reference) return false
  const { before, row, values } = record
  const isNew = !before || (before[reference.name] ?? null) !== (row[reference.name] ?? null)
  const isTyped =
    column.name in values &&
    !isEmpty(values[column.name]) &&
    !(before && isStored(column, before[column.name] ?? null, values[column.name]))
  if (computation.overwrite && isTyped) return false
  if (isNew || (computation.follow && !computation.overwrite)) return true
  if (isAsked && isEmpty(row[column.name])) return true
  if (!computation.follow) return false
  const owner = reference === entity.shape.parent ? record.parent?.before : undefined
  const source = owner && record.parent!.entity.shape.byName.get(columnOf(record.parent!.entity, computation.path[1]!)?.name ?? '')
  const formers = [...(former.get(field.key)?.get(before[reference.name] as number) ?? []), ...(source ? [owner[source.name] ?? null] : [])]
  return formers.some((value) => isStored(column, before[column.name] ?? null, asCopied(field, value)))
}

export function fetchedValue(context: ModelContext, field: ComputedField, view: View): unknown {
  const { column, computation } = field
  const path = computation.kind === 'fetch' ? computation.path : []
  const value = path.reduce<unknown>((part, step) => (part as View | null | undefined)?.[step], view) ?? null
  // A translated text becomes one in the language of whoever writes.
  return !column.translated && value !== null && typeof value === 'object' && column.kind === 'text'
    ? localised(value, { ...column, translated: true }, localeOrder(context))
    : asCopied(field, value)
}

function asCopied({ column, scale }: ComputedField, value: unknown): unknown {
  const decimal = column.kind === 'decimal' && scale !== undefined ? toDecimal(value) : undefined
  return decimal === undefined ? value : roundDecimal(decimal, scale!)
}
