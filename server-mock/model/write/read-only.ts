import { isDeepStrictEqual } from 'node:util'
import { matches } from '#schemas/rules/conditions/condition.ts'
import { compareDecimal, isDecimal } from '#schemas/rules/numbers/decimal.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import type { EntityDocument } from '#schemas/types/contract.d.ts'
import type { EntityColumn } from '#server/database/entity-shape.ts'
import { isAllowed } from '#server/caller.ts'
import { ApiError, validationError, type FieldErrors } from '#server/errors.ts'
import { isChecked, type ModelContext, type ModelEntity, type ModelOptions } from '#server/model/context.ts'
import type { StoredRow } from '#server/model/read.ts'
import { numbered } from '#server/model/sequences/numbers.ts'
import { toColumnValue, type Given } from './input.ts'

type Schema = Record<string, unknown>
type WriteRule = NonNullable<NonNullable<EntityDocument['access']>['writes']>[string]

/**
 * Keeps `readOnly` fields at their stored value, inside objects too. Sending the stored value back is allowed, and an object that
 * leaves the field out keeps it. Features may write any field, a declared `set` the fields that its document names.
 * @throws a 422 at each read-only field with another value
 */
export function holdReadOnly(
  entity: ModelEntity,
  input: ReadonlyMap<EntityColumn, Given>,
  values: Record<string, unknown>,
  before: StoredRow | undefined,
  { trusted, readOnly = [], stepping = [] }: ModelOptions,
): void {
  if (trusted) return
  const errors: FieldErrors = {}
  for (const [column, { key }] of input) {
    if ([...readOnly, ...stepping].some((name) => name === column.field || name === column.name)) continue
    const schema = entity.document.schema.properties[column.field] as Schema | undefined
    if (!schema) continue
    const stored = before ? before[column.name] : column.default
    if (schema.readOnly === true) {
      if (!isStored(column, stored ?? null, values[column.name] ?? null)) errors[key] = [{ key: 'rules.read_only' }]
    } else if (!column.translated) values[column.name] = protectedPart(schema, stored, values[column.name], key, errors)
  }
  if (Object.keys(errors).length > 0) throw validationError(errors)
}

/** A number that is there is never changed, whoever writes the record. @throws a 422 at each with another value */
export function keepNumbers(
  entity: ModelEntity,
  input: ReadonlyMap<EntityColumn, Given>,
  values: Record<string, unknown>,
  before: StoredRow,
): void {
  const errors: FieldErrors = {}
  for (const column of numbered(entity).keys()) {
    const stored = before[column.name] ?? null
    const sent = input.get(column)
    if (sent && stored !== null && stored !== (values[column.name] ?? null)) errors[sent.key] = [{ key: 'rules.read_only' }]
  }
  if (Object.keys(errors).length > 0) throw validationError(errors)
}

/**
 * Holds a field that needs a permission for being changed (`access.writes`) to its stored value. Features have checked it
 * themselves, but for fields that other modules add.
 * @throws `permission-denied`, naming each such field with another value
 */
export function requireWrites(
  { caller }: Pick<ModelContext, 'caller'>,
  entity: ModelEntity,
  input: ReadonlyMap<EntityColumn, Given>,
  values: Record<string, unknown>,
  before: StoredRow | undefined,
  options: ModelOptions,
): void {
  const writes = entity.document.access?.writes
  if (!writes) return
  const { stepping = [] } = options
  const states = [...(before ? [before] : []), { ...before, ...values }]
  const refused = [...input].filter(
    ([column]) =>
      Object.hasOwn(writes, column.field) &&
      !isChecked(entity, column, options) &&
      !stepping.includes(column.field) &&
      !isAllowed(caller, permissionToChange(writes[column.field]!, states)) &&
      !isStored(column, (before ? before[column.name] : column.default) ?? null, values[column.name] ?? null),
  )
  if (refused.length > 0)
    throw new ApiError('permission-denied', {
      errors: Object.fromEntries(refused.map(([, { key }]) => [key, [{ key: 'errors.permission_denied' }]])),
    })
}

/** The permission that changing a field needs in a record as it is or as it would be; undefined for none. */
function permissionToChange(rule: WriteRule, states: readonly Record<string, unknown>[]): string | undefined {
  if (typeof rule === 'string') return rule
  return states.some((record) => matches(rule.when, record)) ? rule.permission : undefined
}

/** An object with the read-only values that it has stored. */
function protectedPart(schema: Schema, stored: unknown, sent: unknown, path: string, errors: FieldErrors): unknown {
  if (!isRecord(sent) || !isRecord(schema.properties)) return sent
  const own = isRecord(stored) ? stored : {}
  const restored: Record<string, unknown> = { ...sent }
  for (const [name, part] of Object.entries(schema.properties)) {
    if (!isRecord(part)) continue
    const at = `${path}.${name}`
    if (part.readOnly === true) {
      if (Object.hasOwn(sent, name) && !isDeepStrictEqual(own[name] ?? null, sent[name] ?? null)) errors[at] = [{ key: 'rules.read_only' }]
      else if (Object.hasOwn(own, name)) restored[name] = own[name]
    } else if (Object.hasOwn(sent, name)) restored[name] = protectedPart(part, own[name], sent[name], at, errors)
  }
  return restored
}

/** Whether a value is what is stored, however either is written: `1.5` and `1.50`, the same moment in two zones. */
export function isStored(column: EntityColumn, stored: unknown, sent: unknown): boolean {
  if (isDeepStrictEqual(stored, sent)) return true
  if (stored === null || sent === null) return false
  if (column.kind === 'decimal' && isDecimal(String(stored)) && isDecimal(String(sent)))
    return compareDecimal(String(stored), String(sent)) === 0
  if (column.kind === 'datetime') return toColumnValue(column, column.field, stored) === toColumnValue(column, column.field, sent)
  return column.kind !== 'json' && String(stored) === String(sent)
}
