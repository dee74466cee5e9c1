import { sql } from 'kysely'
import type { EntityColumn } from '#server/database/entity-shape.ts'
import { tableOf } from '#server/database/sql-names.ts'
import { validationError, type FieldErrors } from '#server/errors.ts'
import type { ModelContext, ModelEntity } from '#server/model/context.ts'
import { selectAnyRows, type StoredRow } from '#server/model/read.ts'
import type { Given } from '#server/model/write/input.ts'
import { beneath, lineOf, lockTree, treeOf, type Tree } from './tree.ts'

const orderStep = 10

/** What follows from the place of a record in the tree of its entity. */
export interface PlaceInTree {
  /** What was sent, without what the record has from the one above it. */
  input: ReadonlyMap<EntityColumn, Given>
  /** Columns that it has from there, and its place among its siblings. */
  values: Record<string, unknown>
  /** Says of a parent that nobody can refer to what a tree says of it. */
  named: (errors: FieldErrors) => FieldErrors
  /** @throws a 422 at the parent for a record beneath itself, and for more levels than the tree may have */
  require: () => Promise<void>
}

/** Undefined where the write leaves the record in its place, with the values that it has. */
export async function placeInTree(
  context: ModelContext,
  entity: ModelEntity,
  sent: ReadonlyMap<EntityColumn, Given>,
  before: StoredRow | undefined,
  presets: Readonly<Record<string, unknown>> = {},
): Promise<PlaceInTree | undefined> {
  const tree = treeOf(entity)
  if (!tree || (before && ![tree.parent, ...tree.inherits].some((column) => sent.has(column)))) return undefined
  await lockTree(context, entity)
  const given = sent.get(tree.parent)
  const wanted = given ? given.value : (presets[tree.parent.name] ?? before?.[tree.parent.name])
  // What is no id is refused with the other fields.
  const parentId = Number.isSafeInteger(wanted) ? (wanted as number) : null
  const isMoved = !before || (before[tree.parent.name] ?? null) !== parentId
  const [above] = parentId === null ? [] : await selectAnyRows(context, entity, [parentId])
  const input = new Map(sent)
  const values: Record<string, unknown> = {}
  if (above)
    for (const column of tree.inherits) {
      input.delete(column)
      values[column.name] = above[column.name]
    }
  if (tree.order && isMoved && (input.get(tree.order)?.value ?? null) === null) {
    input.delete(tree.order)
    values[tree.order.name] = await lastOrder(context, entity, tree.parent, tree.order, parentId)
  }
  const key = given?.key ?? tree.parent.name
  const unknown = { key: 'errors.parent_unknown', values: { id: wanted } }
  return {
    input,
    values,
    named: (errors) =>
      Object.fromEntries(
        Object.entries(errors).map(([field, messages]) => [
          field,
          messages.map((message) =>
            field === key && typeof message !== 'string' && message.key === 'errors.unknown_reference' ? unknown : message,
          ),
        ]),
      ),
    require: async () => {
      if (isMoved && parentId !== null) await requirePlace(context, entity, tree, parentId, before?.id, key)
    },
  }
}

async function requirePlace(
  { trx }: ModelContext,
  entity: ModelEntity,
  tree: Tree,
  parentId: number,
  id: number | undefined,
  key: string,
): Promise<void> {
  const line = await lineOf(trx, entity, tree, parentId)
  if (id !== undefined && line.includes(id)) throw validationError({ [key]: [{ key: 'errors.beneath_itself' }] })
  const height = id === undefined ? 0 : Math.max(0, ...(await beneath(trx, entity, tree, id)).map(({ depth }) => depth))
  if (line.length + 1 + height > tree.levels)
    throw validationError({ [key]: [{ key: 'errors.too_many_levels', values: { count: tree.levels } }] })
}

/** Number behind all siblings; none where siblings without a number come last. */
async function lastOrder(
  { trx }: ModelContext,
  entity: ModelEntity,
  parent: EntityColumn,
  order: EntityColumn,
  parentId: number | null,
): Promise<number | null> {
  const { rows } = await sql<{ last: number | null; unnumbered: number }>`select max(${sql.ref(order.name)}) as last,
      count(*) filter (where ${sql.ref(order.name)} is null)::int as unnumbered
    from ${sql.raw(tableOf(entity.name))} where ${sql.ref(parent.name)} is not distinct from ${parentId} and deleted_at is null`.execute(
    trx,
  )
  const { last, unnumbered } = rows[0]!
  return unnumbered > 0 ? null : Math.max(0, Number(last ?? 0)) + orderStep
}
