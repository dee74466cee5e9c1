import { titlesKey } from '#schemas/rules/conditions/column-case.ts'
import { withoutEmptyRows } from '#schemas/rules/conditions/empty-rows.ts'
import { findTransition } from '#schemas/rules/lifecycle/lifecycle.ts'
import { decimalOfNumber } from '#schemas/rules/numbers/decimal.ts'
import { schemaMessage } from '#schemas/rules/validation/validate-rules.ts'
import { systemFieldNames, type EntityColumn } from '#server/database/entity-shape.ts'
import { validationError, ApiError, type FieldErrors, type FieldMessage } from '#server/errors.ts'
import { mayUseField, type ModelContext, type ModelEntity, type ModelOptions } from '#server/model/context.ts'
import { isComputed } from '#schemas/formula/computed-words.ts'
import { badValue } from '#server/model/ids.ts'
import type { StoredRow } from '#server/model/read.ts'
import { flagNames } from '#server/model/flags.ts'
import { translationsKey } from '#server/model/values/translations.ts'
import { withoutBlankTexts } from './blank-texts.ts'

/** What a caller sent for a column, under the key that he used. */
export interface Given {
  key: string
  value: unknown
}

const maxDepth = 32
/** Faults after which the rest is not looked at; no more are answered. */
const maxFaults = 20
/** Keys of a record that are for reading only. They are ignored, so that a form can send the whole record back. */
const readOnly = new Set([...systemFieldNames, 'created_by_id', 'updated_by_id', 'title', 'sisters', translationsKey, ...flagNames])

/**
 * Sorts what was sent by column. References may be written as `author_id`, as `author`, or as the expanded object that
 * was read. Texts of blanks alone are empty, but for those that the stored record `before` has.
 * @throws a 422 naming each unknown key and each value that no column can hold; `permission-denied` for a guarded field.
 */
export function readInput(
  context: ModelContext,
  entity: ModelEntity,
  data: unknown,
  options: ModelOptions,
  before?: StoredRow,
): Map<EntityColumn, Given> {
  if (data === null || typeof data !== 'object' || Array.isArray(data)) throw validationError({ data: [{ key: 'rules.invalid' }] })
  // Without a prototype: a key `__proto__` is reported like any other.
  const errors: FieldErrors = Object.create(null) as FieldErrors
  const input = new Map<EntityColumn, Given>()
  let faults = 0
  const refuse = (key: string, message: FieldMessage) => {
    if (++faults > maxFaults) throw validationError({ ...errors }, true)
    errors[key] = [message]
  }
  for (const key of Object.keys(data)) {
    const sent = (data as Record<string, unknown>)[key]
    const column = columnOf(entity, key)
    if (!column) {
      if (!readOnly.has(key) && !isBalance(entity, key) && !isTransitionFlag(entity, key) && !isTitles(entity, key))
        refuse(key, { key: 'rules.unknown_field' })
      continue
    }
    // What the server computes nobody writes; forms send it back as it was read.
    if (column.system || isComputed(entity.document, column.field)) continue
    if (!mayUseField(context.caller, entity, column, options))
      throw new ApiError('permission-denied', { errors: { [key]: [{ key: 'errors.permission_denied' }] } })
    const isExpanded = column.references !== undefined && sent !== null && typeof sent === 'object'
    const value = isExpanded && Object.hasOwn(sent, 'id') ? (sent as { id: unknown }).id : sent
    const fault = unstorable(value, 0)
    if (fault) {
      refuse(key, fault)
      continue
    }
    const other = input.get(column)
    // The expanded object is for reading: where both are sent the id counts.
    if (other && isExpanded) continue
    if (other && other.value !== value && !isObject((data as Record<string, unknown>)[other.key])) {
      refuse(key, badValue(value))
      continue
    }
    const { schema } = entity.document
    const shown = withoutBlankTexts(schema, schema.properties[column.field], value, before?.[column.name], column.translated)
    const filled = Array.isArray(shown) || isObject(shown) ? filledRows(entity, column, shown) : shown
    const most = listLimit(entity, column)
    // Before its items are looked at: there may be tens of thousands.
    if (most !== undefined && Array.isArray(filled) && filled.length > most) {
      refuse(key, schemaMessage({ pointer: '', keyword: 'maxItems', value: most }))
      continue
    }
    const exact = column.kind === 'decimal' ? decimalOfNumber(filled) : undefined
    input.set(column, { key, value: exact ?? filled })
  }
  if (faults > 0) throw validationError({ ...errors })
  return input
}

/** Drops rows without any value, as the form does. */
function filledRows({ document: { schema } }: ModelEntity, { field }: EntityColumn, value: unknown): unknown {
  return (withoutEmptyRows(schema, { [field]: value }) as Record<string, unknown>)[field]
}

function listLimit({ document: { schema } }: ModelEntity, { field }: EntityColumn): number | undefined {
  const { maxItems } = (schema.properties[field] ?? {}) as { maxItems?: unknown }
  return typeof maxItems === 'number' ? maxItems : undefined
}

function columnOf(entity: ModelEntity, key: string): EntityColumn | undefined {
  return entity.shape.byName.get(key) ?? entity.shape.columns.find((column) => !column.system && column.expanded === key)
}

/** Flags of transitions come with records, and are sent back with them. */
const isTransitionFlag = ({ document }: ModelEntity, key: string): boolean =>
  key.startsWith('can_') && findTransition(document, key.slice('can_'.length)) !== undefined

const isBalance = ({ shape }: ModelEntity, key: string): boolean => shape.balances.some(({ field }) => field === key)

/** Titles of a list of references come with it. */
const isTitles = ({ shape }: ModelEntity, key: string): boolean =>
  shape.columns.some(({ name, itemReferences }) => itemReferences !== undefined && titlesKey(name) === key)

const isObject = (value: unknown) => value !== null && typeof value === 'object'

/** Text that PostgreSQL can hold: no NUL, no half of a surrogate pair. */
export const isStorableText = (text: string): boolean => !text.includes('\0') && !/\p{Surrogate}/u.test(text)

/** JSON that PostgreSQL cannot store, or that was changed by parsing. */
function unstorable(value: unknown, depth: number): FieldMessage | undefined {
  if (typeof value === 'string') return isStorableText(value) ? undefined : { key: 'errors.unreadable_text' }
  if (typeof value === 'number')
    return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value)) ? undefined : badValue(value)
  if (value === null || typeof value !== 'object') return undefined
  if (depth >= maxDepth) return { key: 'errors.too_deep' }
  for (const [key, part] of Object.entries(value)) {
    const fault = unstorable(key, depth) ?? unstorable(part, depth + 1)
    if (fault) return fault
  }
  return undefined
}

/** A value as its column takes it. @throws a 422 for instants and days that the calendar does not have. */
export function toColumnValue(column: EntityColumn, key: string, value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (column.kind === 'json') return JSON.stringify(value)
  if (column.kind === 'datetime') {
    const instant = new Date(value instanceof Date ? value : String(value))
    if (Number.isNaN(instant.getTime()) || instant.getUTCFullYear() < 1 || instant.getUTCFullYear() > 9999)
      throw validationError({ [key]: [badValue(value)] })
    return instant.toISOString()
  }
  if (column.kind === 'date' && String(value).startsWith('0000')) throw validationError({ [key]: [badValue(value)] })
  if (column.kind === 'decimal' && String(value).replace(/\D/g, '').length > 60) throw validationError({ [key]: [badValue(value)] })
  return value
}
