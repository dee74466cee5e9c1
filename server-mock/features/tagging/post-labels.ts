import { validationError } from '#server/errors.ts'
import type { ModelContext } from '#server/model/context.ts'
import { createLabelReader, inLocale, labelsById, lineOf, listFolders, text, type Label, type LabelRow } from './labels-store.ts'

/** Ids of the chosen labels by the slug of their folder. */
export type PostLabels = Record<string, number[]>

/** A label of a tree of chosen labels and those above them. */
export interface LabelNode {
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
export async function checkedLabels(
  context: ModelContext,
  sent: Record<string, unknown>,
  stored: PostLabels | null | undefined,
): Promise<PostLabels> {
  const chosen = Object.entries(sent as PostLabels).filter(([, ids]) => ids.length > 0)
  if (chosen.length === 0 || !isTagged(context)) return Object.fromEntries(chosen)
  const folders = new Map((await listFolders(context.trx)).map((folder) => [folder.slug, folder]))
  const labels = await labelsById(context.trx)
  for (const [slug, ids] of chosen) {
    const added = ids.filter((id) => !stored?.[slug]?.includes(id))
    if (added.length === 0) continue
    const folder = folders.get(slug)
    if (!folder) throw validationError({ [`labels.${slug}`]: [text(context, 'folder_unknown')] })
    for (const id of added) {
      const label = labels.get(id)
      if (!label) throw validationError({ [`labels.${slug}`]: [text(context, 'label_unknown', { id })] })
      const names = { label: inLocale(context, label.title), folder: inLocale(context, folder.title) }
      if (!label.attached_folders?.includes(folder.id))
        throw validationError({ [`labels.${slug}`]: [text(context, 'label_elsewhere', names)] })
    }
  }
  return Object.fromEntries(chosen.map(([slug, ids]) => [slug, [...new Set(ids)]]))
}

/** Chosen labels with those above them, as trees in their order. */
export function labelTree(context: ModelContext, labels: ReadonlyMap<number, LabelRow>, ids: readonly number[]): LabelNode[] {
  const shown = new Set(ids.flatMap((id) => lineOf(labels, id)))
  const beneath = (parent: number | null): LabelNode[] =>
    [...labels.values()]
      .filter((row) => shown.has(row) && (row.parent_id === parent || (parent === null && !labels.has(row.parent_id ?? 0))))
      .map((row) => ({
        id: row.id,
        title: inLocale(context, row.title),
        parent_id: row.parent_id,
        chosen: ids.includes(row.id),
        children: beneath(row.id),
      }))
  return beneath(null)
}

/** Trees of the labels of each post, over all folders; none without the module. */
export async function labelTrees(context: ModelContext, posts: readonly (PostLabels | null)[]): Promise<LabelNode[][]> {
  const ids = posts.map((labels) => Object.values(labels ?? {}).flat())
  if (!isTagged(context) || ids.every((one) => one.length === 0)) return posts.map(() => [])
  const labels = await labelsById(context.trx)
  return ids.map((one) => labelTree(context, labels, one))
}

/** The labels of a post by folder, as lists in the order of the choice, or `nested` as trees. */
export async function labelsByFolder(
  context: ModelContext,
  chosen: PostLabels,
  nested: boolean,
): Promise<Record<string, (Label | LabelNode)[]>> {
  const labels = await labelsById(context.trx)
  const read = await createLabelReader(context, labels)
  return Object.fromEntries(
    Object.entries(chosen).map(([slug, ids]) => [
      slug,
      nested
        ? labelTree(context, labels, ids)
        : ids.flatMap((id) => {
            const row = labels.get(id)
            return row ? [read(row)] : []
          }),
    ]),
  )
}
