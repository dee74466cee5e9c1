import { sql } from 'kysely'
import { entriesName } from '#schemas/rules/ledgers/ledger-parts.ts'
import { tableOf } from '#server/database/sql-names.ts'
import { ApiError, type FieldMessage } from '#server/errors.ts'
import { lookUpEntity, trusted, type ModelContext, type ModelEntity } from '#server/model/context.ts'
import { selectAnyRows, type StoredRow } from '#server/model/read.ts'
import { titleOf } from '#server/model/titles.ts'
import type { PathOf } from '#server/model/compute/finish-write.ts'
import { EntryFaults } from './ledger-faults.ts'
import { openEntriesOf } from './ledger-tables.ts'
import type { Pending, Source } from './pending-posts.ts'
import { postingFields, type PostingFields } from './posting-fields.ts'
import { servedLedger } from './served-ledger.ts'

/** A change of what may have been posted. */
interface Touched {
  entity: ModelEntity
  id: number
  ledger: string
  source: Source
  /** Field that has changed; undefined for a row that is new or gone. */
  field?: string
  list?: string
  /** Path at which the caller sent it. */
  path?: string
}

const touched = new WeakMap<object, Touched[]>()

/** Notes a record or a row of which something changes that its documents post. */
export function notePosted(
  { trx, registry }: Pick<ModelContext, 'trx' | 'registry'>,
  entity: ModelEntity,
  before: StoredRow | undefined,
  after: StoredRow | undefined,
): void {
  for (const fields of postingFields(registry).get(entity.name) ?? []) {
    const row = (after ?? before)!
    if (!before && !fields.of) continue
    const changed = before && after ? [...fields.columns].filter((name) => !isSame(before[name], after[name])) : [undefined]
    for (const column of changed) {
      const field = column === undefined ? undefined : (entity.shape.byName.get(column)?.field ?? column)
      const noted = touched.get(trx) ?? []
      touched.set(trx, noted)
      noted.push({ entity, id: row.id, ledger: fields.ledger, source: sourceOf(entity, row, fields, before), field, list: fields.of?.list })
    }
  }
}

const isSame = (before: unknown, after: unknown) => JSON.stringify(before ?? null) === JSON.stringify(after ?? null)

/** Of a row that is new, all that its record has posted with rows; of others the entries of the record or the row itself. */
function sourceOf(entity: ModelEntity, row: StoredRow, { of }: PostingFields, before: StoredRow | undefined): Source {
  if (!of) return { entity: entity.name, id: row.id, row: 0 }
  return { entity: of.entity.name, id: Number(row[entity.shape.parent!.name]), ...(before && { row: row.id }) }
}

/** Remembers where the caller sent what was noted, which is known while the record is written. */
export function placePosted(trx: object, record: ModelEntity | undefined, id: number | undefined, pathOf: PathOf): void {
  for (const each of touched.get(trx) ?? []) {
    if (each.path !== undefined) continue
    if (each.entity === record && each.id === id) each.path = each.field ?? ''
    else if (each.list !== undefined && each.source.entity === record?.name && each.source.id === id) {
      const row = pathOf(each.entity, each.id)
      each.path = row === undefined ? each.list : each.field === undefined ? row : `${row}.${each.field}`
    }
  }
}

/**
 * @throws a 422 at each field and row that was changed although it is posted and not reversed, before or by this call
 */
export async function requireUnpostedFields(context: ModelContext, pending: readonly Pending[]): Promise<void> {
  const noted = touched.get(context.trx)?.splice(0) ?? []
  if (noted.length === 0) return
  const reversed = new Set(
    pending.flatMap((each) => ('reverse' in each ? [`${each.ledger} ${each.reverse.source.entity} ${each.reverse.source.id}`] : [])),
  )
  const faults = new EntryFaults(context)
  const answers = new Map<string, boolean>()
  for (const each of noted) {
    const { ledger, source, path } = each
    if (reversed.has(`${ledger} ${source.entity} ${source.id}`)) continue
    const key = JSON.stringify([ledger, source])
    if (!answers.has(key)) {
      const entries = await openEntriesOf(context, servedLedger(context, ledger), source)
      answers.set(
        key,
        entries.some(({ source_row }) => each.list === undefined || Number(source_row) !== 0),
      )
    }
    if (!answers.get(key)) continue
    const record = path === undefined ? await titleOfSource(context, source) : undefined
    faults.add(
      { pathOf: () => path || (each.field ?? 'id'), record },
      each.field ?? 'id',
      postedMessage(context, ledger, 'errors.ledger_posted_field'),
    )
  }
  faults.raise()
}

/** Forgets what was noted, of work that is taken back. */
export const forgetPosted = (trx: object): void => void touched.delete(trx)

async function titleOfSource(context: ModelContext, { entity: name, id }: Source): Promise<string> {
  const entity = lookUpEntity(context.registry, name)!
  const [row] = await selectAnyRows(context, entity, [id])
  return row ? titleOf(context, entity, row, trusted) : String(id)
}

function postedMessage({ registry, caller }: ModelContext, ledger: string, key: string): FieldMessage {
  const { module, document } = registry.ledgers.get(ledger)!
  const { title = document.name } = document
  return { key, values: { ledger: title.startsWith('$') ? registry.message(module, caller.locale, title.slice(1)) : title } }
}

/** @throws `in-use` for a record that has posted something; with `open` only where that is not reversed yet */
export async function requireUnposted(context: ModelContext, entity: ModelEntity, id: number, which: 'open' | 'any'): Promise<void> {
  for (const ledger of context.registry.ledgers?.keys() ?? []) {
    const served = servedLedger(context, ledger)
    const isPosted =
      which === 'open'
        ? (await openEntriesOf(context, served, { entity: entity.name, id })).length > 0
        : await hasEntries(context, ledger, entity, id)
    if (isPosted) throw new ApiError('in-use', { userMessage: postedMessage(context, ledger, 'errors.ledger_posted') })
  }
}

async function hasEntries({ trx }: ModelContext, ledger: string, entity: ModelEntity, id: number): Promise<boolean> {
  const { rows } = await sql`select 1 from ${sql.raw(tableOf(entriesName(ledger)))}
    where source = ${entity.name} and source_id = ${id} limit 1`.execute(trx)
  return rows.length > 0
}
