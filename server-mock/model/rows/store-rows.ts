import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { placeField } from '#schemas/rules/entities/child-entity.ts'
import { tableOf } from '#server/database/sql-names.ts'
import { difference, writeAudits, type AuditEntry } from '#server/model/audit.ts'
import type { ModelContext, ModelEntity } from '#server/model/context.ts'
import { noteChange } from '#server/model/compute/noted-changes.ts'
import { refusalFor } from '#server/model/database-errors.ts'
import type { StoredRow } from '#server/model/read.ts'
import { definitions, recordset, typedColumns } from '#server/model/write/recordset.ts'
import type { PlannedList, PlannedRow } from './plan-rows.ts'
import { removeRows } from './remove-rows.ts'
import type { RowList } from './stored-rows.ts'

/** Ids of the rows of a list in their order, which the audit of the parent holds. */
export type RowIds = Record<string, number[]>
export interface RowMarks {
  before: RowIds
  after: RowIds
}

/**
 * Writes the rows of lists, one statement a table and kind: removed ones first, then changed ones, then new ones, then the lists inside of
 * them. The rows have audit entries of their own. Answers by parent what its own audit entry says of the lists.
 */
export async function storeRows(
  context: ModelContext,
  list: RowList,
  plans: readonly (PlannedList & { parent: number })[],
): Promise<Map<number, RowMarks>> {
  const { entity, field } = list
  const changed = plans.filter((plan) => plan.isChanged)
  if (changed.length === 0) return new Map()
  try {
    await removeRows(
      context,
      entity,
      changed.flatMap(({ removed }) => removed),
    )
    const rows = changed.flatMap(({ rows: own, parent }) => own.map((row) => ({ row, parent })))
    const moved = rows.filter(({ row }) => row.before && !row.isChanged && row.before[placeField] !== row.place)
    await placeRows(context, entity, moved)
    const stored = new Map([...(await changeRows(context, entity, rows)), ...(await addNewRows(context, list, rows))])
    const written = await storeNested(context, rows, stored)
    for (const [{ before }, { after }] of written) noteChange(context, entity, before, after)
    await auditRows(context, entity, written)
    return new Map(
      changed.map(({ parent, before, rows: own }) => [
        parent,
        {
          before: { [field]: before.map(({ id }) => id) },
          after: { [field]: own.map((row) => written.get(row)?.after.id ?? row.before!.id) },
        },
      ]),
    )
  } catch (error) {
    throw refusalFor(error, entity, 'write')
  }
}

interface Placed {
  row: PlannedRow
  parent: number
}
type Written = Map<PlannedRow, { after: StoredRow; lists?: RowMarks }>

/** Writes the lists inside of rows that are stored. */
async function storeNested(context: ModelContext, rows: readonly Placed[], stored: ReadonlyMap<PlannedRow, StoredRow>): Promise<Written> {
  const written: Written = new Map([...stored].map(([row, after]) => [row, { after }]))
  const byList = new Map<string, { list: RowList; plans: (PlannedList & { parent: number })[]; owners: Map<number, PlannedRow> }>()
  for (const { row } of rows)
    for (const plan of row.lists) {
      const parent = stored.get(row)?.id ?? row.before!.id
      const known = byList.get(plan.list.field) ?? { list: plan.list, plans: [], owners: new Map<number, PlannedRow>() }
      known.plans.push({ ...plan, parent })
      known.owners.set(parent, row)
      byList.set(plan.list.field, known)
    }
  for (const { list, plans, owners } of byList.values())
    for (const [parent, marks] of await storeRows(context, list, plans)) {
      const owner = written.get(owners.get(parent)!)!
      owner.lists = { before: { ...owner.lists?.before, ...marks.before }, after: { ...owner.lists?.after, ...marks.after } }
    }
  return written
}

/** Only the places of rows, which are no change of the rows themselves. */
async function placeRows({ trx }: ModelContext, entity: ModelEntity, rows: readonly Placed[]): Promise<void> {
  if (rows.length === 0) return
  const places = JSON.stringify(rows.map(({ row }) => ({ id: row.before!.id, place: row.place })))
  await sql`update ${sql.raw(tableOf(entity.name))} as t set ${sql.ref(placeField)} = v.place
    from jsonb_to_recordset(${places}::text::jsonb) as v(id bigint, place bigint) where t.id = v.id`.execute(trx)
}

async function changeRows(context: ModelContext, entity: ModelEntity, rows: readonly Placed[]): Promise<[PlannedRow, StoredRow][]> {
  const changed = rows.filter(({ row }) => row.before && row.isChanged)
  if (changed.length === 0) return []
  const columns = typedColumns(entity).filter(({ name }) => !unchanging.has(name))
  const values = await inTurns(changed, ({ row }) => ({
    id: row.before!.id,
    ...recordset(entity, { ...row.before, ...row.values, ...stamps(context), version: row.before!.version + 1, [placeField]: row.place }),
  }))
  const set = columns.map(({ name }) => sql`${sql.ref(name)} = ${sql.ref(`v.${name}`)}`)
  const { rows: stored } = await sql<StoredRow>`update ${sql.raw(tableOf(entity.name))} as t set ${sql.join(set)}
    from jsonb_to_recordset(${JSON.stringify(values)}::text::jsonb) as v(id bigint, ${definitions(columns)})
    where t.id = v.id returning ${returned(entity)}`.execute(context.trx)
  const byId = new Map(stored.map((row) => [row.id, row]))
  return changed.map(({ row }) => [row, byId.get(row.before!.id)!])
}

async function addNewRows(context: ModelContext, { entity, parent }: RowList, rows: readonly Placed[]): Promise<[PlannedRow, StoredRow][]> {
  const added = rows.filter(({ row }) => !row.before)
  if (added.length === 0) return []
  const columns = typedColumns(entity).filter(({ name }) => name !== 'id' && name !== 'deleted_at')
  const { updated_at: created_at, updated_by: created_by } = stamps(context)
  const values = await inTurns(added, ({ row, parent: id }) =>
    recordset(entity, {
      ...row.values,
      [parent.name]: id,
      [placeField]: row.place,
      version: 1,
      created_at,
      created_by,
      ...stamps(context),
    }),
  )
  const names = sql.join(columns.map(({ name }) => sql.ref(name)))
  const { rows: stored } = await sql<StoredRow>`insert into ${sql.raw(tableOf(entity.name))} as t (${names})
    select ${names} from jsonb_to_recordset(${JSON.stringify(values)}::text::jsonb) as v(${definitions(columns)})
    order by ${sql.ref(parent.name)}, ${sql.ref(placeField)} returning ${returned(entity)}`.execute(context.trx)
  const byPlace = new Map(stored.map((row) => [`${String(row[parent.name])} ${String(row[placeField])}`, row]))
  return added.map(({ row, parent: id }) => [row, byPlace.get(`${id} ${row.place}`)!])
}

const unchanging: ReadonlySet<string> = new Set(['id', 'created_at', 'created_by', 'deleted_at'])

const stamps = ({ now, caller }: ModelContext) => ({ updated_at: now.toISOString(), updated_by: caller.user?.id ?? null })

const returned = (entity: ModelEntity) => sql.join(entity.shape.columns.map(({ name }) => sql.ref(`t.${name}`)))

/** Other requests are served while the values of many rows are made. */
async function inTurns<Item, Result>(items: readonly Item[], make: (item: Item) => Result): Promise<Result[]> {
  const results: Result[] = []
  for (const item of items) {
    if (results.length % 100 === 99) await nextTurn()
    results.push(make(item))
  }
  return results
}

function auditRows(context: ModelContext, entity: ModelEntity, written: Written): Promise<void> {
  const entries = [...written].map(([{ before }, { after, lists }]): AuditEntry => {
    const changes = difference(entity, before, after)
    return {
      entity: entity.name,
      recordId: after.id,
      action: before ? 'update' : 'create',
      version: after.version,
      before: changes.before && { ...changes.before, ...lists?.before },
      after: { ...changes.after, ...lists?.after },
    }
  })
  return writeAudits(context, entries)
}
