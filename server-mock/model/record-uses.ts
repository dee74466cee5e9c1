import { sql } from 'kysely'
import { formatNumber } from '#schemas/rules/numbers/money.ts'
import { intlTag, isLocale } from '#schemas/rules/locales.ts'
import type { Target } from '#schemas/types/contract.d.ts'
import type { EntityColumn } from '#server/database/entity-shape.ts'
import { tableOf } from '#server/database/sql-names.ts'
import { findEntity, typeOf } from '#server/documents/entity-field.ts'
import { recordTarget, targetFields } from '#server/documents/record-target.ts'
import { ApiError } from '#server/errors.ts'
import { findModel, lookUpEntity, mayDo, type ModelContext, type ModelEntity } from './context.ts'
import { countEach } from './list/counts.ts'
import { root } from './list/field-in-sql.ts'
import { isLimited, rowLimit } from './row-limit.ts'
import { readRecords } from './read.ts'
import type { Condition } from './list/text-conditions.ts'

/** Records of one entity that refer to a record. */
interface RecordUse {
  model: string
  type: string
  count: number
  count_is_exact: boolean
  /** The first few, where the caller may see them. */
  records: { id: number; title: string; to?: Target }[]
}

const namedRecords = 4

/** @throws `in-use` for a record that others refer to, naming them; `metadata.used_by` has links to those that the caller may see. */
export async function requireUnused(context: ModelContext, entity: ModelEntity, id: number): Promise<void> {
  const uses: RecordUse[] = []
  for (const name of context.registry.entities.keys()) {
    const user = findModel(context, name)
    // Rows of a record go with it.
    const columns = user.shape.columns.filter((column) => column !== user.shape.parent)
    const use = await findUse(context, user, columns, entity.name, id)
    if (use) uses.push(use)
  }
  refuseUsed(context, uses)
}

/** @throws `in-use` for a record that one of the references of `storage.needed_by` leads to, named as by `requireUnused`. */
export async function requireUnneeded(context: ModelContext, entity: ModelEntity, id: number): Promise<void> {
  const uses: RecordUse[] = []
  for (const { user, columns } of referringColumns(context, entity.document.storage?.needed_by ?? [])) {
    const use = await findUse(context, user, columns, entity.name, id, sql`deleted_at is null`)
    if (use) uses.push(use)
  }
  refuseUsed(context, uses)
}

/** Whether one of these references (`order_line.product`) leads to a record. */
export async function isReferredTo(context: ModelContext, references: readonly string[], id: number): Promise<boolean> {
  for (const { user, columns } of referringColumns(context, references)) {
    const conditions = columns.map((column) => refersTo(column, id))
    const { rows } = await sql`select 1 from ${sql.raw(tableOf(user.name))} where ${sql.join(conditions, sql` or `)} limit 1`.execute(
      context.trx,
    )
    if (rows.length > 0) return true
  }
  return false
}

/** The columns of references by their entity; those of modules that are not there are left out. */
function referringColumns(context: ModelContext, references: readonly string[]): { user: ModelEntity; columns: EntityColumn[] }[] {
  const named = references.map((reference) => reference.split('.'))
  return [...new Set(named.map(([owner]) => owner!))].flatMap((owner) => {
    const user = lookUpEntity(context.registry, owner)
    const fields = named.filter(([name]) => name === owner).map(([, field]) => field)
    return user ? [{ user, columns: user.shape.columns.filter(({ field }) => fields.includes(field)) }] : []
  })
}

function refuseUsed(context: ModelContext, uses: readonly RecordUse[]): void {
  if (uses.length > 0)
    throw new ApiError('in-use', {
      userMessage: { key: 'errors.used_by', values: { list: sentenceOf(uses, context.caller.locale) } },
      metadata: { used_by: uses },
    })
}

const refersTo = ({ name, itemReferences }: EntityColumn, id: number): Condition =>
  itemReferences === undefined ? sql`${sql.ref(name)} = ${id}` : sql`${sql.ref(name)} @> ${JSON.stringify([id])}::text::jsonb`

async function findUse(
  context: ModelContext,
  user: ModelEntity,
  columns: readonly EntityColumn[],
  used: string,
  id: number,
  among: Condition = sql`true`,
): Promise<RecordUse | undefined> {
  const { trx, registry, caller } = context
  const conditions = columns
    .filter(({ references, itemReferences }) => references === used || itemReferences === used)
    .map((column) => refersTo(column, id))
  if (conditions.length === 0) return undefined
  const where = sql`(${sql.join(conditions, sql` or `)}) and ${among} ${user.name === used ? sql`and id <> ${id}` : sql``}` as Condition
  const table = sql`${sql.raw(tableOf(user.name))} as ${sql.ref(root)}`
  const { rows: some } = await sql`select 1 from ${table} where ${where} limit 1`.execute(trx)
  if (some.length === 0) return undefined
  const mayRead = mayDo(caller, user, 'read')
  // Of a ruled entity, records that the caller may not read are neither named nor counted.
  const known = isLimited(caller, user, 'read', {}) ? (mayRead ? rowLimit(context, user, 'read', {}) : sql`false`) : sql`true`
  const { rows } = await sql<{
    id: number
  }>`select id from ${table} where ${where} and ${known} order by id desc limit ${namedRecords}`.execute(trx)
  const [total] = await countEach(trx, table, where, [known as Condition])
  const owned = findEntity(registry, user.name)!
  const expansion = { registry, reader: caller, module: owned.module }
  const namedUses = mayRead
    ? await readRecords(
        context,
        user,
        rows.map((row) => Number(row.id)),
        { listed: true, paths: ['title', ...targetFields(expansion, owned)] },
      )
    : []
  return {
    model: user.name,
    type: typeOf(expansion, owned),
    count: total!.count,
    count_is_exact: total!.exact,
    records: namedUses.map(({ record }) => {
      const to = recordTarget(expansion, owned, record)
      return { id: Number(record.id), title: String(record.title), ...(to !== undefined && { to }) }
    }),
  }
}

const isolated = (text: string) => `\u2068${text}\u2069`

/** `Post: First, Second (+3); Category: News` */
function sentenceOf(uses: readonly RecordUse[], locale: string): string {
  const list = new Intl.ListFormat(intlTag(isLocale(locale) ? locale : 'en'), { type: 'unit' })
  return uses
    .map(({ type, count, count_is_exact, records }) => {
      const more = count - records.length
      const total = `${formatNumber(more, locale)}${count_is_exact ? '' : '+'}`
      if (count === 0) return type
      if (records.length === 0) return `${type}: ${total}`
      return `${type}: ${list.format(records.map(({ title }) => isolated(title.length > 60 ? `${title.slice(0, 59)}…` : title)))}${more > 0 ? ` (+${total})` : ''}`
    })
    .join(' · ')
}
