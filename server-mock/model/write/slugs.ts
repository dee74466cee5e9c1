import { sql } from 'kysely'
import { slugFields, type SlugField } from '#schemas/rules/entities/slug-field.ts'
import { firstFreeSlug, isSlug, slugify, withoutNumber } from '#schemas/rules/text/slug.ts'
import { sqlTypes, type EntityColumn } from '#server/database/entity-shape.ts'
import { tableOf } from '#server/database/sql-names.ts'
import { validationError, type FieldErrors } from '#server/errors.ts'
import type { ModelContext, ModelEntity } from '#server/model/context.ts'
import type { StoredRow } from '#server/model/read.ts'
import { toColumnValue } from './input.ts'
import { isStored } from './read-only.ts'

type Row = Readonly<Record<string, unknown>>
type Context = Pick<ModelContext, 'trx'>

/** A slug of an entity, with its column. */
interface EntitySlug extends SlugField {
  entity: ModelEntity
  column: EntityColumn
}

export const slugsOf = (entity: ModelEntity): EntitySlug[] =>
  [...slugFields(entity.document)].map(([field, slug]) => ({ ...slug, entity, column: entity.shape.byName.get(field)! }))

/**
 * Makes the slugs that are left empty, and answers errors by field for those that are no address or that another record has, each with one
 * that is free. Changes `values`.
 */
export async function giveSlugs(
  context: Context,
  entity: ModelEntity,
  values: Record<string, unknown>,
  before: StoredRow | undefined,
): Promise<FieldErrors> {
  const errors: FieldErrors = {}
  for (const slug of slugsOf(entity)) {
    const { name, field } = slug.column
    const stored = before?.[name] ?? null
    const value = name in values ? (values[name] ?? '') : (stored ?? '')
    // A value of another type is refused by the field's schema.
    if (typeof value !== 'string') continue
    const wanted = value.trim()
    const isMoved = before !== undefined && slug.within.some((each) => differs(slug, each, values, before))
    if (wanted === '') {
      if (!before || name in values) await makeSlug(context, slug, values, before)
    } else if (wanted !== stored || isMoved) {
      if (name in values) values[name] = wanted
      const fault = await slugFault(context, slug, wanted, { ...before, ...values }, before?.id)
      if (fault) errors[field] = [fault]
    }
  }
  return errors
}

function differs({ entity }: EntitySlug, field: string, values: Row, before: StoredRow): boolean {
  const column = entity.shape.byName.get(field)!
  return column.name in values && !isStored(column, before[column.name] ?? null, values[column.name] ?? null)
}

/** A stored slug stays where there is no text to make another from. */
async function makeSlug(context: Context, slug: EntitySlug, values: Record<string, unknown>, before: StoredRow | undefined): Promise<void> {
  const row = { ...before, ...values }
  const text = sourceOf(slug, row)
  if (text !== undefined) values[slug.column.name] = await freeSlug(context, slug, text, row, before?.id)
  else if (before && slug.from.length > 0) delete values[slug.column.name]
  else values[slug.column.name] = null
}

async function slugFault(context: Context, slug: EntitySlug, wanted: string, row: Row, id: number | undefined) {
  const key = !isSlug(wanted) ? 'errors.slug_malformed' : (await isTaken(context, slug, wanted, row, id)) ? 'errors.slug_taken' : undefined
  return key && { key, values: { suggestion: await freeSlug(context, slug, wanted, row, id) } }
}

/** The text that a slug is made from: the first filled one with a letter or a digit, else any; undefined where all are empty. */
function sourceOf({ from, entity }: EntitySlug, row: Row): string | undefined {
  const texts = from.map((field) => textOf(row[entity.shape.byName.get(field)!.name])).filter((text) => text !== '')
  return texts.find((text) => slugify(text) !== '') ?? texts[0]
}

/** Of a translated text the English one, else the first there is. */
function textOf(value: unknown): string {
  if (value === null || typeof value !== 'object') return typeof value === 'string' ? value.trim() : ''
  const texts = value as Record<string, unknown>
  return [texts.en, ...Object.values(texts)].find((text): text is string => typeof text === 'string' && text.trim() !== '') ?? ''
}

/** The slug of a text if it is free, otherwise the first free one of `slug-2`, `slug-3`, … `row` says where it has to be the only one. */
async function freeSlug(context: Context, slug: EntitySlug, text: string, row: Row, id: number | undefined): Promise<string> {
  const start = startOf(slug, text)
  if (!(await isTaken(context, slug, start, row, id))) return start
  // The number of `top-10` counts only where there is a `top`.
  const name = withoutNumber(start)
  const counted = name !== start && (await isTaken(context, slug, name, row, id)) ? name : start
  // Up to six digits stand behind a hyphen.
  const stem = shortened(counted, slug.limit - 7)
  const column = sql.ref(slug.column.name)
  const { rows } = await sql<{
    slug: string
  }>`select ${column} as slug from ${others(slug, row, id)} and starts_with(${column}, ${`${stem}-`})`.execute(context.trx)
  return firstFreeSlug(start, new Set([start, ...rows.map((each) => each.slug)]), stem)
}

/** Before any number: the text as a slug, or the last word of the entity's name where it has no letter. */
const startOf = ({ entity, max }: EntitySlug, text: string): string => shortened(slugify(text), max) || entity.name.split('_').at(-1)!

const shortened = (slug: string, most: number): string => [...slug].slice(0, Math.max(most, 1)).join('').replace(/-+$/, '')

async function isTaken({ trx }: Context, slug: EntitySlug, wanted: string, row: Row, id: number | undefined): Promise<boolean> {
  const { rows } = await sql`select 1 from ${others(slug, row, id)} and ${sql.ref(slug.column.name)} = ${wanted} limit 1`.execute(trx)
  return rows.length > 0
}

/** The records, those in the trash included, that may not have the slug of this one. */
function others({ entity, within }: EntitySlug, row: Row, id: number | undefined) {
  const scope = within.map((field) => {
    const column = entity.shape.byName.get(field)!
    const value = toColumnValue(column, field, row[column.name])
    return value === null
      ? sql` and ${sql.ref(column.name)} is null`
      : sql` and ${sql.ref(column.name)} = ${String(value as string | number | boolean)}::text::${sql.raw(sqlTypes[column.kind])}`
  })
  return sql`${sql.raw(tableOf(entity.name))} where id <> ${id ?? 0}${scope.length > 0 ? sql.join(scope, sql``) : sql``}`
}

/**
 * What a slug becomes that another record took at the same moment: the next free one if it was made from a text.
 * @throws a 422 with a free one for a slug that somebody wrote
 */
export async function slugAgain(context: Context, entity: ModelEntity, column: EntityColumn, row: Row, id?: number): Promise<string> {
  const slug = slugsOf(entity).find((each) => each.column === column)!
  const lost = String(row[column.name])
  const text = id === undefined ? sourceOf(slug, row) : undefined
  const start = text === undefined ? undefined : startOf(slug, text)
  if (
    text !== undefined &&
    start !== undefined &&
    [lost, withoutNumber(lost)].some((each) => each === start || each === withoutNumber(start))
  )
    return freeSlug(context, slug, text, row, id)
  throw validationError({
    [column.field]: [{ key: 'errors.slug_taken', values: { suggestion: await freeSlug(context, slug, lost, row, id) } }],
  })
}

/** Whether a record may have a slug, and one that it may have. `row` are the values, by column, within which it has to be the only one. */
export async function suggestSlug(context: Context, entity: ModelEntity, field: string, wanted: string, row: Row, id?: number) {
  const slug = slugsOf(entity).find(({ column }) => column.field === field)!
  return {
    is_available: isSlug(wanted) && !(await isTaken(context, slug, wanted, row, id)),
    suggestion: await freeSlug(context, slug, wanted, row, id),
  }
}
