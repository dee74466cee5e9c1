import { readSearch } from '#schemas/rules/text/search-words.ts'
import { ApiError } from '#server/errors.ts'
import { findModel, type ModelContext } from '#server/model/context.ts'
import { listRecords, trusted, type ModelRecord } from '#server/model/model.ts'
import { readRecords } from '#server/model/read.ts'
import { moduleText } from '#server/module-text.ts'

export interface Folder {
  id: number
  slug: string
  title: string
}

/** A label as the calls answer it; `path` are the titles above it. */
export interface Label {
  id: number
  title: string
  children_count: number
  attached_folders: Folder[]
  parent: { id: number; title: string } | null
  parent_id: number | null
  path: string
}

export const model = 'tagging_label'
/** Labels that a call answers at most. @source specification, "tagging search limit" */
export const mostLabels = 99
export const text = moduleText('tagging')

/** Folders in their order, with the types whose posts can have their labels; no type means all. */
export async function listFolders(context: ModelContext): Promise<{ folder: Folder; types: number[] }[]> {
  const paths = ['title', 'slug', 'content_types']
  const query = { sort: 'order', page_size: 1000 }
  const { results } = await listRecords(context, 'tagging_folder', query, { ...trusted, paths })
  return results.map(({ id, slug, title, content_types }) => ({
    folder: { id, slug, title } as Folder,
    types: (content_types ?? []) as number[],
  }))
}

/** The folder of a slug or an id. */
export const findFolder = async (context: ModelContext, name: string | number): Promise<Folder | undefined> =>
  (await listFolders(context)).find(({ folder }) => folder[typeof name === 'number' ? 'id' : 'slug'] === name)?.folder

/** @throws `not-found` */
export async function requireFolder(context: ModelContext, slug: string): Promise<Folder> {
  const folder = await findFolder(context, slug)
  if (!folder) throw new ApiError('not-found', { userMessage: text(context, 'folder_unknown') })
  return folder
}

const labelPaths = ['title', 'children_count', 'attached_folders', 'parent', 'path']

async function answerOf(context: ModelContext, records: readonly ModelRecord[]): Promise<Label[]> {
  const folders = new Map((await listFolders(context)).map(({ folder }) => [folder.id, folder]))
  return (records as unknown as (Omit<Label, 'attached_folders'> & { attached_folders: number[] | null })[]).map(
    ({ id, title, children_count, attached_folders, parent, parent_id, path }) => ({
      id,
      title,
      children_count,
      attached_folders: (attached_folders ?? []).flatMap((folder) => folders.get(folder) ?? []),
      parent: parent && { id: parent.id, title: parent.title },
      parent_id,
      path,
    }),
  )
}

/** Labels by id, in the order of the ids, without those in the trash. */
export async function readLabels(context: ModelContext, ids: readonly number[]): Promise<Label[]> {
  const found = await readRecords(context, findModel(context, model), ids, { ...trusted, paths: labelPaths })
  return answerOf(
    context,
    found.filter(({ row }) => !row.deleted_at).map(({ record }) => record),
  )
}

export interface LabelFilter {
  folder?: number
  /** Directly beneath this one; left out, without a search and ids, those at the top. */
  parent_id?: number
  /** Words of the title in any language. */
  search?: string
  ids?: string
  /** How many there are in all, however many match. */
  limit: number
  page: number
  page_size: number
}

/** Labels in their order. */
export async function listLabels(context: ModelContext, filter: LabelFilter): Promise<Label[]> {
  const { folder, parent_id, search = '', ids, limit, page, page_size } = filter
  const left = limit - (page - 1) * page_size
  if (left <= 0) return []
  const isSearch = readSearch(search).words.length > 0
  const under = parent_id ?? (isSearch ? undefined : 'top')
  const query = { ids, under, q: isSearch ? search : undefined, attached_folders: folder, sort: 'order', page, page_size }
  const { results } = await listRecords(context, model, query, { ...trusted, paths: labelPaths })
  return answerOf(context, results.slice(0, left))
}
