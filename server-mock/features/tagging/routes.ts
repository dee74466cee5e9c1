import { expandForm } from '#server/documents/expand-form.ts'
import { targetOf } from '#server/call-target.ts'
import { ApiError } from '#server/errors.ts'
import type { Feature, Handler } from '#server/feature.ts'
import { destroyRecord, restoreRecord, trashRecord, trusted } from '#server/model/model.ts'
import { newRecord } from '#server/model/new-record.ts'
import { createLabelReader, foldersOfType, labelsById, listFolders, listLabels, mostLabels, requireFolder } from './labels-store.ts'
import { labelsByFolder, type PostLabels } from './post-labels.ts'
import { requireNoChildren, requireParent, saveLabel, saveOrders } from './save-label.ts'
import { seedTagging } from './seed.ts'

const model = 'tagging_label'

const labels: Handler<'tagging-labels'> = async (context) => {
  const { slug, parent_id, search, ids, page = 1, page_size: pageSize = mostLabels, limit = mostLabels } = context.params
  const folder = slug === undefined ? null : await requireFolder(context, slug)
  const results = await listLabels(context, {
    folder: folder?.id,
    parent_id,
    search,
    ids: ids?.split(',').map(Number),
    limit: Math.min(limit, mostLabels),
    offset: (page - 1) * pageSize,
    count: pageSize,
  })
  return { results, metadata: { folder } }
}

const save: Handler<'tagging-label-save'> = async (context) => {
  const id = await saveLabel(context)
  const all = await labelsById(context.trx)
  const row = all.get(id)!
  return { results: { ...(await createLabelReader(context, all))(row), version: row.version } }
}

const newLabel: Handler<'tagging-new-label-fetch'> = async (context) => {
  const { registry, caller, config, trx, params } = context
  const parent = params.parent_id === undefined ? undefined : (await labelsById(trx)).get(params.parent_id)
  if (params.parent_id !== undefined && !parent) throw new ApiError('not-found')
  const folder = params.slug === undefined ? null : await requireFolder(context, params.slug)
  const attached_folders = parent?.attached_folders ?? (folder ? [folder.id] : [])
  const start = { attached_folders, parent: parent?.id }
  return {
    results: (await newRecord(context, model, start, { ...trusted, kind: 'write', edit: true })) as { attached_folders: unknown },
    metadata: { form: expandForm(registry, { ...caller, locales: config.locales }, 'tagging', 'label'), folder },
  }
}

/** The labels of a stored post; of a new one the folders alone. */
const postLabels: Handler<'tagging-content-component-fetch'> = async (context) => {
  const { id, type, nested } = context.params
  const post =
    id === undefined
      ? undefined
      : ((await context.trx
          .selectFrom('data.post')
          .innerJoin('data.content_type', 'data.content_type.id', 'data.post.content_type_id')
          .select(['data.post.labels as labels', 'data.content_type.slug as type'])
          .where('data.post.id', '=', id)
          .executeTakeFirst()) as { labels: PostLabels | null; type: string } | undefined)
  if (id !== undefined && !post) throw new ApiError('not-found')
  const results = await labelsByFolder(context, post?.labels ?? {}, nested === '1' || nested === 'true')
  const used = new Set((await listFolders(context.trx)).filter(({ slug }) => results[slug]).map((folder) => folder.id))
  return { results, metadata: { folders: await foldersOfType(context, type ?? post?.type, used) } }
}

const trash: Handler<'tagging-label-trash'> = async (context) => {
  const { id, version } = targetOf(context)
  await requireNoChildren(context, id)
  return { results: await trashRecord(context, model, id, version, trusted) }
}

const restore: Handler<'tagging-label-restore'> = async (context) => {
  const { id, version } = targetOf(context)
  await requireParent(context, id)
  return { results: await restoreRecord(context, model, id, version, trusted) }
}

const destroy: Handler<'tagging-label-destroy'> = async (context) => {
  const { id, version } = targetOf(context)
  return { results: await destroyRecord(context, model, id, version, trusted) }
}

export const tagging: Feature = {
  module: 'tagging',
  handlers: {
    'tagging-labels': labels,
    'tagging-label-save': save,
    'tagging-new-label-fetch': newLabel,
    'tagging-save-orders': async (context) => ({ results: await saveOrders(context) }),
    'tagging-content-component-fetch': postLabels,
    'tagging-label-trash': trash,
    'tagging-label-restore': restore,
    'tagging-label-destroy': destroy,
  },
  seed: seedTagging,
}
