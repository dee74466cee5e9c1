import { sql } from 'kysely'
import { formatNumber } from '#schemas/rules/numbers/money.ts'
import { intlTag, isLocale } from '#schemas/rules/locales.ts'
import type { Target } from '#schemas/types/contract.d.ts'
import { tableOf } from '#server/database/sql-names.ts'
import { findEntity, typeOf } from '#server/documents/entity-field.ts'
import { recordTarget, targetFields } from '#server/documents/record-target.ts'
import { ApiError } from '#server/errors.ts'
import { findModel, mayDo, ownerLimit, type ModelContext, type ModelEntity } from './context.ts'
import { countEach } from './list/counts.ts'
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
    const use = await findUse(context, findModel(context, name), entity.name, id)
    if (use) uses.push(use)
  }
  if (uses.length > 0)
    throw new ApiError('in-use', {
      userMessage: { key: 'errors.used_by', values: { list: sentenceOf(uses, context.caller.locale) } },
      metadata: { used_by: uses },
    })
}

async function findUse(context: ModelContext, user: ModelEntity, used: string, id: number): Promise<RecordUse | undefined> {
  const { trx, registry, caller } = context
  const conditions = user.shape.columns.flatMap(({ name, references, itemReferences }): Condition[] =>
    references === used
      ? [sql`${sql.ref(name)} = ${id}`]
      : itemReferences === used
        ? [sql`${sql.ref(name)} @> ${JSON.stringify([id])}::text::jsonb`]
        : [],
  )
  if (conditions.length === 0) return undefined
  const where = sql`(${sql.join(conditions, sql` or `)}) ${user.name === used ? sql`and id <> ${id}` : sql``}` as Condition
  const table = sql.raw(tableOf(user.name))
  const { rows } = await sql<{ id: number }>`select id from ${table} where ${where} order by id desc limit ${namedRecords}`.execute(trx)
  if (rows.length === 0) return undefined
  const [total] = await countEach(trx, table, where, [sql`true`])
  const owned = findEntity(registry, user.name)!
  const expansion = { registry, reader: caller, module: owned.module }
  const isSeen = mayDo(caller, user, 'read') && ownerLimit(caller, user, {}) === undefined
  const namedUses = isSeen
    ? await readRecords(
        context,
        user,
        rows.map((row) => Number(row.id)),
        { permitted: true, paths: ['title', ...targetFields(expansion, owned)] },
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
      if (records.length === 0) return `${type}: ${total}`
      return `${type}: ${list.format(records.map(({ title }) => isolated(title.length > 60 ? `${title.slice(0, 59)}…` : title)))}${more > 0 ? ` (+${total})` : ''}`
    })
    .join(' · ')
}
