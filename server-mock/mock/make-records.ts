import { sql } from 'kysely'
import { noSample, sampleKinds, sampleValue, type SampleKind } from '#schemas/samples/sample-value.ts'
import { rowsFieldsOf } from '#schemas/rules/entities/child-entity.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import type { Trx } from '#server/database/database.ts'
import { tableOf } from '#server/database/sql-names.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { ApiError } from '#server/errors.ts'
import { findModel, systemCaller, trusted, type ModelContext, type ModelEntity } from '#server/model/context.ts'
import { writeRecord } from '#server/model/model.ts'

/** What was made of one entity. */
export interface MadeRecords {
  entity: string
  count: number
  /** Why there are none, or fewer than were asked for. */
  problem?: string
}

const rowsOfRecord = 3
const mostTries = 4

/**
 * Makes records of a module's entities from their schemas, by the one way in which records are written: what they refer to is there, sums
 * are right, each state and each value of a closed list occurs, and the first records are as small, as large and as mixed as the schema
 * allows. Entities that have records already stay as they are.
 */
export async function makeRecords(trx: Trx, registry: DocumentRegistry, module: string, count: number): Promise<MadeRecords[]> {
  const context: ModelContext = { trx, registry, now: new Date(), caller: systemCaller() }
  const entities = [...registry.entities].filter(([, entity]) => entity.module === module).map(([name]) => findModel(context, name))
  const made: MadeRecords[] = []
  for (const entity of inOrder(entities.filter(isMade))) made.push(await makeOf(context, entity, count))
  return made
}

const isMade = ({ shape, document, ledger }: ModelEntity): boolean =>
  !shape.parent && document.storage?.single === undefined && ledger === undefined

/** What is referred to comes before what refers to it, as far as there is no circle. */
function inOrder(entities: readonly ModelEntity[]): ModelEntity[] {
  const byName = new Map(entities.map((entity) => [entity.name, entity]))
  const ordered = new Set<ModelEntity>()
  const open = new Set<ModelEntity>()
  const visit = (entity: ModelEntity): void => {
    if (ordered.has(entity) || open.has(entity)) return
    open.add(entity)
    for (const { references, itemReferences } of entity.shape.columns) {
      const named = byName.get(references ?? itemReferences ?? '')
      if (named) visit(named)
    }
    ordered.add(entity)
  }
  entities.forEach(visit)
  return [...ordered]
}

async function makeOf(context: ModelContext, entity: ModelEntity, count: number): Promise<MadeRecords> {
  const { rows } = await sql<{ stored: number }>`select count(*)::int as stored from ${sql.raw(tableOf(entity.name))}`.execute(context.trx)
  if (rows[0]!.stored > 0) return { entity: entity.name, count: rows[0]!.stored, problem: 'has records already' }
  let written = 0
  let problem: string | undefined
  for (let at = 0; at < count; at += 1) {
    const refused = await makeOne(context, entity, at)
    if (refused === undefined) written += 1
    else problem ??= refused
  }
  return { entity: entity.name, count: written, ...(problem !== undefined && { problem }) }
}

/** The first records are at the ends of what is allowed. */
const kindOf = (at: number): SampleKind => sampleKinds[at % 8 < 4 && at < 8 ? (at % 4) + 1 : 0]!

/** Writes one record; what the server refuses is left out, or made as usual. Answers why there is none. */
async function makeOne(context: ModelContext, entity: ModelEntity, at: number): Promise<string | undefined> {
  const refusedFields = new Map<string, number>()
  let why = ''
  for (let tries = 0; tries < mostTries; tries += 1) {
    const data = await dataOf(context, entity, at, refusedFields)
    await sql`savepoint made`.execute(context.trx)
    try {
      await writeRecord(context, entity.name, { data }, { ...trusted, states: 'keep' })
      await sql`release savepoint made`.execute(context.trx)
      return undefined
    } catch (fault) {
      await sql`rollback to savepoint made`.execute(context.trx)
      why = reasonOf(fault)
      const fields = fault instanceof ApiError ? Object.keys(fault.errors ?? {}) : []
      if (fields.length === 0) return why
      for (const path of fields) {
        const field = path.split('.')[0]!
        refusedFields.set(field, (refusedFields.get(field) ?? 0) + 1)
      }
    }
  }
  return why
}

function reasonOf(fault: unknown): string {
  if (!(fault instanceof ApiError)) return fault instanceof Error ? fault.message : String(fault)
  const fields = Object.entries(fault.errors ?? {}).map(
    ([path, messages]) => `${path}: ${messages.map((message) => (isRecord(message) ? String(message.key) : String(message))).join(', ')}`,
  )
  return [fault.code, ...fields].join(' ')
}

/** Values for a record; a field that was refused once is made as usual, one that was refused twice is left out. */
async function dataOf(
  context: ModelContext,
  entity: ModelEntity,
  at: number,
  refused: ReadonlyMap<string, number>,
  parent?: ModelEntity,
): Promise<Record<string, unknown>> {
  const { properties, required = [] } = entity.document.schema
  const data: Record<string, unknown> = {}
  for (const column of entity.shape.columns) {
    const schema = properties[column.field]
    if (column.system || !isRecord(schema) || 'computed' in schema || 'sequence' in schema || 'slug' in schema) continue
    const times = refused.get(column.field) ?? 0
    if (times > 1 || (parent && column.references === parent.name)) continue
    const kind = times > 0 ? 'usual' : kindOf(at)
    const isNeeded = required.includes(column.field)
    const value = await valueOf(context, column, schema, { at, kind, isNeeded })
    if (value !== noSample) data[column.field] = value
  }
  for (const list of rowsFieldsOf(entity.document)) {
    if (list.isOwn || parent || (refused.get(list.field) ?? 0) > 1) continue
    const child = findModel(context, list.child)
    const count = Math.min(list.maxItems ?? rowsOfRecord, rowsOfRecord)
    data[list.field] = await Promise.all(
      Array.from({ length: count }, (_, row) => dataOf(context, child, at * rowsOfRecord + row + 8, new Map(), entity)),
    )
  }
  return data
}

async function valueOf(
  context: ModelContext,
  column: ModelEntity['shape']['columns'][number],
  schema: Readonly<Record<string, unknown>>,
  { at, kind, isNeeded }: { at: number; kind: SampleKind; isNeeded: boolean },
): Promise<unknown> {
  const { references, itemReferences, translated, field } = column
  if (references !== undefined) {
    if (kind === 'none' && !isNeeded) return null
    const ids = await idsOf(context, references)
    return ids.length > 0 ? ids[at % ids.length] : noSample
  }
  if (itemReferences !== undefined) {
    const ids = kind === 'none' || kind === 'least' ? [] : await idsOf(context, itemReferences)
    return [...new Set(ids.slice(at % Math.max(1, ids.length)).slice(0, 1 + (at % 3)))]
  }
  const made = (locale: string): unknown => sampleValue(schema, { field, at, kind, locale, required: isNeeded })
  if (!translated) return made(at % 2 === 0 ? 'fa' : 'en')
  const [fa, en] = [made('fa'), made('en')]
  return typeof fa === 'string' && typeof en === 'string' ? { fa, en } : noSample
}

/** Some records that may be referred to. */
async function idsOf(context: ModelContext, model: string): Promise<number[]> {
  const { name, shape } = findModel(context, model)
  const { rows } = await sql<{
    id: number
  }>`select id from ${sql.raw(tableOf(name))} where ${shape.trash ? sql`deleted_at is null` : sql`true`} order by id limit 20`.execute(
    context.trx,
  )
  return rows.map(({ id }) => id)
}
