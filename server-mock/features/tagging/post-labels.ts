import { sql } from 'kysely'
import { ApiError, validationError } from '#server/errors.ts'
import type { Handler } from '#server/feature.ts'
import type { PostExtension } from '#server/features/content/post-extensions.ts'
import { findModel, localeOrder, type ModelContext } from '#server/model/context.ts'
import { rarelyChangedMs, readCached } from '#server/model/list/cached-read.ts'
import { beneath, treeOf } from '#server/model/tree/tree.ts'
import { listFolders, model, readLabels, text, type Label } from './labels-store.ts'

/** Ids of the chosen labels by the slug of their folder. */
type PostLabels = Record<string, number[]>

/** A label of a tree of chosen labels and those above them. */
interface LabelNode {
  id: number
  title: string
  parent_id: number | null
  /** False of a label that is only there because one beneath it was chosen. */
  chosen: boolean
  children: LabelNode[]
}

const isTagged = ({ registry }: Pick<ModelContext, 'registry'>): boolean => registry.entities.has('tagging_label')

/**
 * What is stored of the labels that were sent: each once, folders without labels left out. Labels that the post has already may be
 * sent again, whatever has become of them or their folder since.
 * @throws a 422 on `labels.<slug>` of an unknown folder, and of a label that is not in it
 */
async function checkedLabels(
  context: ModelContext,
  sent: Record<string, unknown>,
  stored: PostLabels | null | undefined,
): Promise<PostLabels> {
  const chosen = Object.entries(sent as PostLabels).filter(([, ids]) => ids.length > 0)
  if (chosen.length === 0 || !isTagged(context)) return Object.fromEntries(chosen)
  const folders = new Map((await listFolders(context)).map(({ folder }) => [folder.slug, folder]))
  for (const [slug, ids] of chosen) {
    const present = stored && Object.hasOwn(stored, slug) ? stored[slug]! : []
    const added = ids.filter((id) => !present.includes(id))
    const refuse = (key: string, values?: Record<string, unknown>) => validationError({ [`labels.${slug}`]: [text(context, key, values)] })
    const folder = folders.get(slug)
    if (added.length > 0 && !folder) throw refuse('folder_unknown')
    const labels = await readLabels(context, added)
    for (const id of added) {
      const label = labels.find((one) => one.id === id)
      if (!label) throw refuse('errors.parent_unknown', { id })
      if (!label.attached_folders.some((one) => one.id === folder!.id))
        throw refuse('label_elsewhere', { label: label.title, folder: folder!.title })
    }
  }
  return Object.fromEntries(chosen.map(([slug, ids]) => [slug, [...new Set(ids)]]))
}

/**
 * Posts name the folder of each label, so a label and those beneath it stay in the folders in which posts have them.
 * @throws a 422 on `field` for a label that posts have in a folder that is not among `folders`
 */
export async function requireUnused(context: ModelContext, label: Label, folders: readonly number[], field: string): Promise<void> {
  const lost = label.attached_folders.filter(({ id }) => !folders.includes(id)).map(({ slug }) => slug)
  if (lost.length === 0 || !context.registry.entities.has('post')) return
  const entity = findModel(context, model)
  const branch = [label.id, ...(await beneath(context.trx, entity, treeOf(entity)!, label.id)).map(({ id }) => id)]
  const { rows } = await sql<{ slug: string; id: number }>`select f.slug, chosen.id::bigint as id
    from data.post p cross join unnest(${lost}::text[]) as f(slug)
      cross join lateral jsonb_array_elements_text(coalesce(p.labels -> f.slug, '[]')) as chosen(id)
    where chosen.id::bigint = any(${branch}::bigint[]) order by 1, 2 limit 1`.execute(context.trx)
  const [used] = rows
  if (!used) return
  const [one] = await readLabels(context, [Number(used.id)])
  const folder = (await listFolders(context)).find(({ folder: { slug } }) => slug === used.slug)?.folder
  throw validationError({ [field]: [text(context, 'label_used', { label: one?.title, folder: folder?.title })] })
}

/** Trees of the labels of each post with those above them, over all folders; none without the module. */
async function labelTrees(context: ModelContext, posts: readonly (PostLabels | null)[]): Promise<LabelNode[][]> {
  const chosen = posts.map((labels) => Object.values(labels ?? {}).flat())
  if (!isTagged(context) || chosen.every((ids) => ids.length === 0)) return posts.map(() => [])
  const all = sql<{ id: number; title: Record<string, string | null>; parent_id: number | null }>`select id, title, parent_id
    from data.tagging_label where deleted_at is null order by "order" nulls last, id`
  const rows = await readCached(context.trx, all, rarelyChangedMs)
  const labels = new Map(rows.map((row) => [row.id, row]))
  return chosen.map((ids) => {
    const shown = new Set<number>()
    for (const id of ids) for (let row = labels.get(id); row && !shown.has(row.id); row = labels.get(row.parent_id ?? 0)) shown.add(row.id)
    const beneath = (parent: number | null): LabelNode[] =>
      rows
        .filter(({ id, parent_id }) => shown.has(id) && (labels.has(parent_id ?? 0) ? parent_id : null) === parent)
        .map(({ id, title, parent_id }) => {
          const locale = [...localeOrder(context), ...Object.keys(title)].find((one) => title[one])
          return { id, title: title[locale ?? ''] ?? '', parent_id, chosen: ids.includes(id), children: beneath(id) }
        })
    return beneath(null)
  })
}

/** The labels of a stored post by folder, as lists in the order of the choice, or `nested` as trees; of a new post the folders alone. */
export const componentOf: Handler<'tagging-content-component-fetch'> = async (context) => {
  const { id, type, nested } = context.params
  const { rows } = await sql<{ labels: PostLabels | null; type: string }>`select p.labels, t.slug as type
    from data.post p join data.content_type t on t.id = p.content_type_id where p.id = ${id ?? 0}`.execute(context.trx)
  const [post] = rows
  if (id !== undefined && !post) throw new ApiError('not-found')
  const results: Record<string, (Label | LabelNode)[]> = {}
  for (const [slug, ids] of Object.entries(post?.labels ?? {}))
    results[slug] =
      nested === '1' || nested === 'true' ? (await labelTrees(context, [{ [slug]: ids }]))[0]! : await readLabels(context, ids)
  const { rows: types } = await sql<{ id: number }>`select id from data.content_type where slug = ${type ?? post?.type ?? ''}`.execute(
    context.trx,
  )
  const fits = (own: readonly number[]): boolean => own.length === 0 || !types[0] || own.includes(types[0].id)
  const offered = (await listFolders(context)).filter(({ folder, types: own }) => Object.hasOwn(results, folder.slug) || fits(own))
  return { results, metadata: { folders: offered.map(({ folder }) => folder) } }
}

/** Posts carry labels by folder, and tell them as a tree. */
export const labelledPosts: PostExtension = {
  read: async (context, posts) => {
    const trees = await labelTrees(
      context,
      posts.map((post) => post.labels as PostLabels | null),
    )
    return trees.map((tree) => ({ product_tagging_categories: tree }))
  },
  accept: { labels: (context, sent, stored) => checkedLabels(context, sent as PostLabels, stored as PostLabels | null | undefined) },
}
