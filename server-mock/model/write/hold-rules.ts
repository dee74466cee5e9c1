import { ApiError, validationError } from '#server/errors.ts'
import type { EntityColumn } from '#server/database/entity-shape.ts'
import { rulesFor } from '#server/documents/record-rules.ts'
import { parseWhere, whereConditions } from '#schemas/rules/conditions/where.ts'
import type { ModelContext, ModelEntity, ModelOptions } from '#server/model/context.ts'
import { columnOf } from '#server/model/list/field-in-sql.ts'
import { idsWithin, isLimited, ruleValues } from '#server/model/row-limit.ts'
import type { Given } from './input.ts'

/**
 * Values by column that a new record needs in order to be within the caller's record rules: the equalities of the first rule, in the
 * order of the document, that what was sent does not contradict. A field that was sent empty is filled in as well; a list of several
 * values fills in nothing.
 */
export function valuesFromRules(
  context: ModelContext,
  entity: ModelEntity,
  input: Map<EntityColumn, Given>,
  { trusted }: ModelOptions,
): Record<string, unknown> {
  const filled: Record<string, unknown> = {}
  const rules = trusted ? undefined : rulesFor(context.caller, entity.document, 'write')
  for (const rule of rules ?? []) {
    if (typeof rule.where !== 'object') continue
    const equalities = Object.entries(rule.where).map(([path, written]) => ({
      column: path.includes('.') ? undefined : columnOf(entity, path),
      values: ruleValues(context, rule, written),
    }))
    const isContradicted = equalities.some(({ column, values }) => {
      const sent = column && input.get(column)?.value
      return values.length === 0 || (sent !== undefined && sent !== null && !values.some((value) => String(value) === String(sent)))
    })
    if (isContradicted) continue
    for (const { column, values } of equalities) {
      if (!column || column.system || column.translated || values.length !== 1 || (input.get(column)?.value ?? null) !== null) continue
      input.delete(column)
      filled[column.name] = column.kind === 'json' ? values : values[0]
    }
    break
  }
  return filled
}

/**
 * Refuses a write whose result is outside of the caller's record rules; nothing of it is stored.
 * @throws a 422 at the fields that the rules compare, `permission-denied` where they compare none that can be sent
 */
export async function requireWithin(
  context: ModelContext,
  entity: ModelEntity,
  id: number,
  options: ModelOptions,
  input: ReadonlyMap<EntityColumn, Given> = new Map(),
): Promise<void> {
  if (!isLimited(context.caller, entity, 'write', options)) return
  if ((await idsWithin(context, entity, [id], 'write', options)).has(id)) return
  const compared = new Set(
    (['read', 'write'] as const).flatMap((kind) => rulesFor(context.caller, entity.document, kind) ?? []).flatMap(pathsOf),
  )
  const columns = [...compared]
    .map((path) => columnOf(entity, path.split('.')[0]!))
    .filter((column) => column !== undefined && !column.system)
  const sent = columns.filter((column) => input.has(column!))
  const message = { key: 'errors.outside_rules' }
  const named = (sent.length > 0 ? sent : columns).map((column) => input.get(column!)?.key ?? column!.field)
  if (named.length === 0) throw new ApiError('permission-denied', { userMessage: message })
  throw validationError(Object.fromEntries(named.map((key) => [key, [message]])))
}

/** Paths of the fields that a rule compares. */
function pathsOf({ where }: NonNullable<ReturnType<typeof rulesFor>>[number]): string[] {
  if (typeof where !== 'string') return Object.keys(where ?? {})
  return [...whereConditions(parseWhere(where))].map(({ condition }) => condition.key)
}
