import { sql } from 'kysely'
import { lockName } from '#server/database/lock-name.ts'
import { ApiError, validationError } from '#server/errors.ts'
import type { CallContext, CallOf } from '#server/feature.ts'
import { savedFields } from '#server/call-target.ts'
import { findModel } from '#server/model/context.ts'
import { moveAmong } from '#server/model/grid/reorder.ts'
import { refuseTrashed, trusted, writeRecord, type ModelRecord } from '#server/model/model.ts'
import { findFolder, inLocale, labelsById, lineOf, listFolders, requireFolder, text, type LabelRow } from './labels-store.ts'

const model = 'tagging_label'
/** Levels of labels beneath each other. */
const mostLevels = 10
const orderStep = 10

/** What is saved of a label decides where others stand, so saves and moves come one after the other. */
const lockLabels = (context: CallContext) => lockName(context.trx, 'pishkhan.tagging_label')

/** Creates or changes a label. Answers its id. */
export async function saveLabel(context: CallOf<'tagging-label-save'>): Promise<number> {
  const { id, version, fields } = savedFields(context.payload)
  await lockLabels(context)
  const labels = await labelsById(context.trx)
  const present = id === undefined ? undefined : labels.get(id)
  if (id !== undefined && !present) await refuseTrashed(context, model, id, version)
  const sentParent = fields.parent_id !== undefined ? fields.parent_id : fields.parent
  const parentId = sentParent === undefined ? (present?.parent_id ?? null) : sentParent
  requirePlace(context, labels, present, parentId)
  const folders = await foldersAfter(context, { ...fields, present, parent: labels.get(parentId ?? 0) })
  const isElsewhere = !present || present.parent_id !== parentId
  const data = {
    ...(fields.title !== undefined && { title: fields.title }),
    parent: parentId,
    attached_folders: folders,
    ...(fields.order !== undefined ? { order: fields.order } : isElsewhere && { order: lastOrder(labels, parentId) + orderStep }),
  }
  const { id: stored } = await writeRecord(context, model, { id, version, data }, trusted)
  await spreadFolders(context, labels, stored, folders)
  return stored
}

/** @throws a 422 on `parent_id` that is not there, is the label itself or beneath it, or too deep */
function requirePlace(
  context: CallContext,
  labels: ReadonlyMap<number, LabelRow>,
  label: LabelRow | undefined,
  parentId: number | null,
): void {
  if (parentId === null) return
  const refuse = (key: string, values?: Record<string, unknown>) => {
    throw validationError({ parent_id: [text(context, key, values)] })
  }
  if (!labels.has(parentId)) refuse('label_unknown', { id: parentId })
  const line = lineOf(labels, parentId)
  if (label && line.some(({ id }) => id === label.id)) refuse('beneath_itself')
  if (line.length + heightOf(labels, label?.id) > mostLevels) refuse('too_deep', { count: mostLevels })
}

/** Levels that a label and those beneath it take. */
function heightOf(labels: ReadonlyMap<number, LabelRow>, id: number | undefined): number {
  if (id === undefined) return 1
  return 1 + Math.max(0, ...[...labels.values()].filter(({ parent_id }) => parent_id === id).map((child) => heightOf(labels, child.id)))
}

const lastOrder = (labels: ReadonlyMap<number, LabelRow>, parentId: number | null): number =>
  Math.max(0, ...[...labels.values()].filter(({ parent_id }) => parent_id === parentId).map(({ order }) => order ?? 0))

interface Sent {
  folder?: string | number
  slug?: string
  attached_folders?: number[]
  present: LabelRow | undefined
  parent: LabelRow | undefined
}

/** The folders of a label: those of its parent, at the top those that were sent. @throws a 422 on `attached_folders` or `folder` */
async function foldersAfter(context: CallContext, { folder, slug, attached_folders, present, parent }: Sent): Promise<number[]> {
  if (parent) return parent.attached_folders ?? []
  const named = folder ?? slug
  const found = named === undefined ? undefined : await findFolder(context.trx, named)
  if (named !== undefined && !found) throw validationError({ folder: [text(context, 'folder_unknown')] })
  const folders = [...new Set([...(attached_folders ?? present?.attached_folders ?? []), ...(found ? [found.id] : [])])]
  if (folders.length === 0) throw validationError({ attached_folders: [text(context, 'folder_required')] })
  const known = new Set((await listFolders(context.trx)).map(({ id }) => id))
  if (folders.some((id) => !known.has(id) && !present?.attached_folders?.includes(id)))
    throw validationError({ attached_folders: [text(context, 'folder_unknown')] })
  return folders
}

/** Labels beneath a label are in its folders. */
async function spreadFolders(context: CallContext, labels: ReadonlyMap<number, LabelRow>, id: number, folders: number[]): Promise<void> {
  const wanted = JSON.stringify(folders)
  for (const child of [...labels.values()].filter(({ parent_id }) => parent_id === id)) {
    if (JSON.stringify(child.attached_folders ?? []) !== wanted)
      await writeRecord(context, model, { id: child.id, data: { attached_folders: folders } }, trusted)
    await spreadFolders(context, labels, child.id, folders)
  }
}

/** Moves one label next to another, beneath that one's parent, or stores the order of all labels in `ids`. */
export async function saveOrders(context: CallOf<'tagging-save-orders'>): Promise<ModelRecord | { ids: number[] }> {
  const { id, ids, version, after, before, at, parent_id, slug } = context.payload
  await lockLabels(context)
  if (slug !== undefined) await requireInFolder(context, slug, ids ?? (id === undefined ? [] : [id]))
  if (ids) return orderAll(context, ids, parent_id)
  if (id === undefined) throw validationError({ id: [{ key: 'rules.required' }] })
  const labels = await labelsById(context.trx)
  const label = labels.get(id)
  if (!label) return refuseTrashed(context, model, id, version)
  const neighbour = after ?? before
  const target = neighbour === undefined ? label : labels.get(neighbour)
  const moved = target && target.parent_id !== label.parent_id
  if (moved) await placeBeneath(context, labels, label, target.parent_id, version)
  const entity = findModel(context, model)
  const columns = { field: entity.shape.byName.get('order')!, within: entity.shape.byName.get('parent')! }
  const move = { id, version: moved ? undefined : version, after, before, at, ...columns }
  const answer = await moveAmong(context, entity, move, trusted)
  return moved ? { ...answer, stood: placeOf(labels, label) } : answer
}

/** @throws a 422 where a label is not in the folder that its order is saved in */
async function requireInFolder(context: CallContext, slug: string, ids: readonly number[]): Promise<void> {
  const folder = await requireFolder(context, slug)
  const labels = await labelsById(context.trx)
  const foreign = ids.map((id) => labels.get(id)).find((label) => label && !label.attached_folders?.includes(folder.id))
  if (!foreign) return
  const names = { label: inLocale(context, foreign.title), folder: folder.title }
  throw validationError({ ids: [text(context, 'label_elsewhere', names)] })
}

/** The place of a label next to a sibling; undefined where it has none. */
function placeOf(labels: ReadonlyMap<number, LabelRow>, label: LabelRow): { after: number } | { before: number } | undefined {
  const siblings = [...labels.values()].filter(({ parent_id }) => parent_id === label.parent_id)
  const index = siblings.indexOf(label)
  if (index > 0) return { after: siblings[index - 1]!.id }
  return siblings[1] && { before: siblings[1].id }
}

async function placeBeneath(
  context: CallContext,
  labels: ReadonlyMap<number, LabelRow>,
  label: LabelRow,
  parentId: number | null,
  version: number | undefined,
): Promise<void> {
  requirePlace(context, labels, label, parentId)
  const folders = labels.get(parentId ?? 0)?.attached_folders ?? label.attached_folders ?? []
  const data = { parent: parentId, attached_folders: folders, order: lastOrder(labels, parentId) + orderStep }
  await writeRecord(context, model, { id: label.id, version, data }, trusted)
  await spreadFolders(context, labels, label.id, folders)
}

async function orderAll(context: CallContext, ids: readonly number[], parentId: number | null | undefined): Promise<{ ids: number[] }> {
  const labels = await labelsById(context.trx)
  const unknown = ids.find((id) => !labels.has(id))
  if (unknown !== undefined) throw validationError({ ids: [text(context, 'label_unknown', { id: unknown })] })
  for (const [index, id] of ids.entries()) {
    const label = labels.get(id)!
    if (parentId !== undefined && label.parent_id !== parentId) await placeBeneath(context, labels, label, parentId, undefined)
    const order = (index + 1) * orderStep
    if (label.order !== order || parentId !== undefined) await writeRecord(context, model, { id, data: { order } }, trusted)
  }
  return { ids: [...ids] }
}

/** @throws `in-use` when labels are beneath, saying how many */
export async function requireNoChildren(context: CallContext, id: number): Promise<void> {
  await lockLabels(context)
  const { rows } = await sql<{
    count: number
  }>`select count(*)::int as count from data.tagging_label where parent_id = ${id} and deleted_at is null`.execute(context.trx)
  const { count } = rows[0]!
  if (count > 0) throw new ApiError('in-use', { userMessage: text(context, 'has_children', { count }), metadata: { count } })
}

/** @throws `precondition-failed` when the label above is in the trash */
export async function requireParent(context: CallContext, id: number): Promise<void> {
  await lockLabels(context)
  const { rows } = await sql<{
    parent_id: number
  }>`select l.parent_id from data.tagging_label l join data.tagging_label p on p.id = l.parent_id where l.id = ${id} and p.deleted_at is not null`.execute(
    context.trx,
  )
  if (rows[0]) throw new ApiError('precondition-failed', { userMessage: text(context, 'label_unknown', { id: rows[0].parent_id }) })
}
