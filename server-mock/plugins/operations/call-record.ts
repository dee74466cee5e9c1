import { sql } from 'kysely'
import { recordBy } from '#schemas/rules/endpoints/record-by.ts'
import { toLatinDigits } from '#schemas/rules/numbers/digits.ts'
import { isIdentifierFormat, parseIdentifier } from '#schemas/rules/values/identifiers.ts'
import { targetOf } from '#server/call-target.ts'
import { lockName } from '#server/database/lock-name.ts'
import { ApiError } from '#server/errors.ts'
import type { CallContext } from '#server/feature.ts'
import { findModel, trusted, type ModelEntity, type ModelOptions } from '#server/model/context.ts'
import { documentCondition } from '#server/model/list/document-where.ts'
import { root } from '#server/model/list/field-in-sql.ts'
import { createFieldPaths } from '#server/model/list/field-paths.ts'
import { rowLimit } from '#server/model/row-limit.ts'
import { filledValues, type Served, type Values } from './served.ts'

/** The record that a call is about: the one of its id, or of the fields that the document's `by` names. @throws `not-found` */
export async function callRecord(context: CallContext, served: Served): Promise<{ id: number; version: number | undefined }> {
  const by = byOf(context, served)
  if (!by) return targetOf(context)
  // A `set` may write the values that it is sent into the record: these are not read in any other way.
  const find = served.endpoint.operation === 'set' ? findBy : findAsWritten
  const id = await find(context, served.entity, by)
  if (id === undefined) throw new ApiError('not-found')
  const version = context.payload.version ?? context.params.version ?? undefined
  return { id, version: version as number | undefined }
}

/** Values that name the record, by path; undefined where its id does. */
export function byOf(context: CallContext, { endpoint, entity }: Served): Values | undefined {
  const by = recordBy(endpoint, findModel(context, entity).document)
  return by && filledValues(context, by)
}

/**
 * Id of the record with these values, also one in the trash. A value that was not sent fits no record. Whoever asks, unless `options` say
 * otherwise.
 */
export async function findBy(
  context: CallContext,
  entity: string,
  by: Values,
  options: ModelOptions = trusted,
): Promise<number | undefined> {
  if (Object.values(by).some((value) => value === null || value === '' || typeof value === 'object')) return undefined
  const model = findModel(context, entity)
  const paths = createFieldPaths(context, model, trusted)
  const condition = documentCondition(context, { fields: by }, (path) => paths.resolve(path))
  const { rows } = await sql<{
    id: number
  }>`select ${sql.ref(`${root}.id`)} as id from ${paths.from()} where ${condition} and ${rowLimit(context, model, 'read', options)}
    order by ${sql.ref(`${root}.id`)} limit 1`.execute(context.trx)
  return rows[0]?.id
}

/**
 * The record that people name by what they read somewhere: where none has exactly these values, the one that has them in Latin digits,
 * an identifier without separators, and without spaces and hyphens around.
 */
async function findAsWritten(context: CallContext, entity: string, by: Values): Promise<number | undefined> {
  const id = await findBy(context, entity, by)
  if (id !== undefined) return id
  const model = findModel(context, entity)
  const plain = Object.entries(by).map(([path, value]): [string, unknown] => [path, plainValue(model, path, value)])
  return plain.some(([path, value]) => value !== by[path]) ? findBy(context, entity, Object.fromEntries(plain)) : undefined
}

function plainValue({ document }: ModelEntity, path: string, value: unknown): unknown {
  if (typeof value !== 'string' || value.length > longestWritten) return value
  const { format } = (document.schema.properties[path] ?? {}) as { format?: unknown }
  return isIdentifierFormat(format) ? parseIdentifier(format, value) : withoutEdges(toLatinDigits(value))
}

/** Characters up to which a value is read in another way. */
const longestWritten = 200
/** Spaces, hyphens and direction marks, as they come along when a number is copied. */
const edge = '[\\s\\-\\u2010-\\u2015\\u2212\\u200b-\\u200f\\u061c\\u202a-\\u202e\\u2066-\\u2069]+'
const edges = new RegExp(`^${edge}|${edge}$`, 'g')
const withoutEdges = (text: string): string => text.replace(edges, '')

/** Lets one call at a time make the record with these values. */
export const lockBy = (context: CallContext, entity: string, by: Values): Promise<void> =>
  lockName(context.trx, `pishkhan.record.${entity}.${JSON.stringify(Object.entries(by).sort(([a], [b]) => (a < b ? -1 : 1)))}`)

/**
 * Fields of a new record that has these values: `{ market: 7 }` for `{ "market.slug": "north" }`.
 * @throws `not-found` where there is nothing to refer to
 */
export async function fieldsOf(context: CallContext, entity: string, by: Values): Promise<Values> {
  const { shape } = findModel(context, entity)
  const fields: Values = {}
  for (const [path, value] of Object.entries(by)) {
    const [field, ...inside] = path.split('.')
    const column = shape.byName.get(field!)
    if (inside.length === 0) fields[field!] = column?.kind === 'integer' && typeof value === 'string' ? Number(value) : value
    else {
      const target = column?.references
      const id = target === undefined ? undefined : await findBy(context, target, { [inside.join('.')]: value }, {})
      if (id === undefined) throw new ApiError('not-found')
      fields[field!] = id
    }
  }
  return fields
}

/** What the only record of its kind begins with, as long as nobody has saved it; undefined for a record that is there. */
export async function startOfOnly(context: CallContext, served: Served): Promise<Values | undefined> {
  if (findModel(context, served.entity).document.storage?.single === undefined) return undefined
  const by = byOf(context, served) ?? {}
  return (await findBy(context, served.entity, by)) === undefined ? fieldsOf(context, served.entity, by) : undefined
}
