import { savedFields } from '#server/call-target.ts'
import { expandForm } from '#server/documents/expand-form.ts'
import { ApiError, validationError } from '#server/errors.ts'
import type { CallContext, Feature, Handler } from '#server/feature.ts'
import { findModel } from '#server/model/context.ts'
import { trusted, writeRecord } from '#server/model/model.ts'
import { newRecord } from '#server/model/new-record.ts'
import { selectAnyRows, type StoredRow } from '#server/model/read.ts'
import { lockTree } from '#server/model/tree/tree.ts'
import { findFolder, listFolders, listLabels, model, mostLabels, readLabels, requireFolder, text } from './labels-store.ts'
import { componentOf, requireUnused } from './post-labels.ts'
import { saveOrders } from './save-orders.ts'
import { seedTagging } from './seed.ts'

const labels: Handler<'tagging-labels'> = async (context) => {
  const { slug, page = 1, page_size = mostLabels, limit = mostLabels, parent_id, search, ids } = context.params
  const folder = slug === undefined ? null : await requireFolder(context, slug)
  const filter = { folder: folder?.id, parent_id, search, ids, page, page_size, limit: Math.min(limit, mostLabels) }
  return { results: await listLabels(context, filter), metadata: { folder } }
}

/** The label as it is stored, unless it is in the trash. */
async function storedLabel(context: CallContext, id: number | null | undefined): Promise<StoredRow | undefined> {
  const [row] = id === null || id === undefined ? [] : await selectAnyRows(context, findModel(context, model), [id])
  return row?.deleted_at ? undefined : row
}

const save: Handler<'tagging-label-save'> = async (context) => {
  const { id, version, fields } = savedFields(context.payload)
  const { title, order, parent, parent_id = parent } = fields
  const present = await storedLabel(context, id)
  const isTop = ((parent_id === undefined ? present?.parent_id : parent_id) ?? null) === null && (id === undefined || present !== undefined)
  const folders = isTop ? await foldersAfter(context, fields, present?.attached_folders as number[] | undefined) : undefined
  if (present) await requireKept(context, present.id, folders, 'parent_id' in fields ? 'parent_id' : 'parent', parent_id)
  const sent = Object.entries({ title, order, parent_id, attached_folders: folders }).filter(([, value]) => value !== undefined)
  const stored = await writeRecord(context, model, { id, version, data: Object.fromEntries(sent) }, trusted)
  return { results: { ...(await readLabels(context, [stored.id]))[0]!, version: stored.version } }
}

/** @throws a 422 where the label would leave a folder in which posts have it: at the field that names the label above, or the folders */
async function requireKept(
  context: CallContext,
  id: number,
  folders: readonly number[] | undefined,
  parentField: string,
  parentId: number | null | undefined,
): Promise<void> {
  const entity = findModel(context, model)
  await lockTree(context, entity)
  const [label] = await readLabels(context, [id])
  if (!label) return
  if (folders) return requireUnused(context, label, folders, 'attached_folders')
  const [above] = typeof parentId === 'number' ? await readLabels(context, [parentId]) : []
  if (above)
    await requireUnused(
      context,
      label,
      above.attached_folders.map((folder) => folder.id),
      parentField,
    )
}

/** The folders of a label at the top. @throws a 422 on `attached_folders` or `folder` */
async function foldersAfter(
  context: CallContext,
  { folder, slug, attached_folders }: { folder?: string | number; slug?: string; attached_folders?: number[] },
  present: number[] = [],
): Promise<number[]> {
  const named = folder ?? slug
  const found = named === undefined ? undefined : await findFolder(context, named)
  if (named !== undefined && !found) throw validationError({ folder: [text(context, 'folder_unknown')] })
  const folders = [...new Set([...(attached_folders ?? present), ...(found ? [found.id] : [])])]
  if (folders.length === 0) throw validationError({ attached_folders: [text(context, 'folder_required')] })
  const known = [...present, ...(await listFolders(context)).map(({ folder: { id } }) => id)]
  if (!folders.every((id) => known.includes(id))) throw validationError({ attached_folders: [text(context, 'folder_unknown')] })
  return folders
}

const newLabel: Handler<'tagging-new-label-fetch'> = async (context) => {
  const { registry, caller, config, params } = context
  const parent = await storedLabel(context, params.parent_id)
  if (params.parent_id !== undefined && !parent) throw new ApiError('not-found')
  const folder = params.slug === undefined ? null : await requireFolder(context, params.slug)
  const start = { attached_folders: parent?.attached_folders ?? (folder ? [folder.id] : []), parent: parent?.id }
  return {
    results: (await newRecord(context, model, start, { ...trusted, kind: 'write', edit: true })) as { attached_folders: unknown },
    metadata: { form: expandForm(registry, { ...caller, locales: config.locales }, 'tagging', 'label'), folder },
  }
}

export const tagging: Feature = {
  module: 'tagging',
  handlers: {
    'tagging-labels': labels,
    'tagging-label-save': save,
    'tagging-new-label-fetch': newLabel,
    'tagging-save-orders': saveOrders,
    'tagging-content-component-fetch': componentOf,
  },
  seed: seedTagging,
}
