import { validationError } from '#server/errors.ts'
import type { CallOf, Handler } from '#server/feature.ts'
import { findModel } from '#server/model/context.ts'
import { moveAmong } from '#server/model/grid/reorder.ts'
import { trusted } from '#server/model/model.ts'
import { orderAll } from '#server/model/tree/move-in-tree.ts'
import { lockTree, treeOf } from '#server/model/tree/tree.ts'
import { model, readLabels, requireFolder, text, type Folder, type Label } from './labels-store.ts'
import { requireUnused } from './post-labels.ts'

type Context = CallOf<'tagging-save-orders'>

/** Moves one label next to another, beneath that one's parent, or stores the order of all labels in `ids`. */
export const saveOrders: Handler<'tagging-save-orders'> = async (context) => {
  const { id, ids, parent_id: parentId, slug, ...place } = context.payload
  const entity = findModel(context, model)
  const tree = treeOf(entity)!
  await lockTree(context, entity)
  await requireFolders(context, ids ?? (id === undefined ? [] : [id]))
  if (ids) return { results: await orderAll(context, entity, tree, tree.order!, { ids, parentId }, trusted) }
  if (id === undefined) throw validationError({ id: [{ key: 'rules.required' }] })
  return { results: await moveAmong(context, entity, { id, ...place, field: tree.order!, within: tree.parent }, trusted) }
}

/**
 * Labels that are not there are left to the move itself.
 * @throws a 422 at `ids`, or at the field that names the target, for a label outside the folder `slug`; at the target also where labels
 * would leave a folder in which posts have them
 */
async function requireFolders(context: Context, ids: readonly number[]): Promise<void> {
  const folder = context.payload.slug === undefined ? undefined : await requireFolder(context, context.payload.slug)
  const labels = await readLabels(context, ids)
  if (folder) requireAllIn(context, folder, labels, 'ids')
  const target = targetOf(context.payload)
  const [label] = target ? await readLabels(context, [target.id]) : []
  if (!target || !label) return
  if (folder) requireAllIn(context, folder, [label], target.field)
  const parentId = target.field === 'parent_id' ? label.id : label.parent_id
  if (parentId === null) return
  for (const one of labels)
    if (one.parent_id !== parentId)
      await requireUnused(
        context,
        one,
        label.attached_folders.map(({ id }) => id),
        target.field,
      )
}

/** The label that decides beneath which one the others are put. */
function targetOf({ ids, after, before, parent_id: parent }: Context['payload']): { id: number; field: string } | undefined {
  if (ids) return typeof parent === 'number' ? { id: parent, field: 'parent_id' } : undefined
  if (after !== undefined) return { id: after, field: 'after' }
  return before === undefined ? undefined : { id: before, field: 'before' }
}

const isIn = ({ attached_folders: folders }: Label, { id }: Folder): boolean => folders.some((folder) => folder.id === id)

function requireAllIn(context: Context, folder: Folder, labels: readonly Label[], field: string): void {
  const foreign = labels.find((label) => !isIn(label, folder))
  if (foreign) throw validationError({ [field]: [text(context, 'label_elsewhere', { label: foreign.title, folder: folder.title })] })
}
