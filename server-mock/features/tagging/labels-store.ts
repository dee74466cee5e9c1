import { sql } from 'kysely'
import { foldText } from '#schemas/rules/numbers/digits.ts'
import { holdsWords, readSearch } from '#schemas/rules/text/search-words.ts'
import type { Trx } from '#server/database/database.ts'
import { ApiError } from '#server/errors.ts'
import { localeOrder, type ModelContext } from '#server/model/context.ts'
import { moduleText } from '#server/module-text.ts'

type Texts = Record<string, string | null>

/** A stored folder, as its table has it. */
export interface FolderRow {
  id: number
  slug: string
  title: Texts
  content_types: number[] | null
}

/** A stored label, as its table has it. */
export interface LabelRow {
  id: number
  version: number
  title: Texts
  parent_id: number | null
  attached_folders: number[] | null
  order: number | null
  deleted_at: string | null
}

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

/** Labels that a call answers at most. @source specification, "tagging search limit" */
export const mostLabels = 99

export const text = moduleText('tagging')

/** A translated text in the caller's locale, else in the next that has one. */
export function inLocale(context: Pick<ModelContext, 'caller'>, texts: Texts): string {
  for (const locale of [...localeOrder(context), ...Object.keys(texts)]) if (texts[locale]) return texts[locale]
  return ''
}

const folderOf = (context: Pick<ModelContext, 'caller'>, { id, slug, title }: FolderRow): Folder => ({
  id,
  slug,
  title: inLocale(context, title),
})

export async function listFolders(trx: Trx): Promise<FolderRow[]> {
  const { rows } =
    await sql<FolderRow>`select id, slug, title, content_types from data.tagging_folder where deleted_at is null order by "order", id`.execute(
      trx,
    )
  return rows
}

/** The folder of a slug or an id. */
export const findFolder = async (trx: Trx, name: string | number): Promise<FolderRow | undefined> =>
  (await listFolders(trx)).find((folder) => (typeof name === 'number' ? folder.id === name : folder.slug === name))

/** @throws `not-found` */
export async function requireFolder(context: ModelContext, slug: string): Promise<Folder> {
  const folder = await findFolder(context.trx, slug)
  if (!folder) throw new ApiError('not-found', { userMessage: text(context, 'folder_unknown') })
  return folderOf(context, folder)
}

/** All labels that are not in the trash, by id, in their order. There are some thousands at most. */
export async function labelsById(trx: Trx): Promise<Map<number, LabelRow>> {
  const { rows } =
    await sql<LabelRow>`select id, version, title, parent_id, attached_folders, "order", deleted_at from data.tagging_label where deleted_at is null order by "order" nulls last, id`.execute(
      trx,
    )
  return new Map(rows.map((row) => [row.id, row]))
}

/** A label and what is above it, from the top down. */
export function lineOf(labels: ReadonlyMap<number, LabelRow>, id: number): LabelRow[] {
  const line: LabelRow[] = []
  for (let label = labels.get(id); label && !line.includes(label); label = labels.get(label.parent_id ?? 0)) line.unshift(label)
  return line
}

/** Answers labels for a call. */
export async function createLabelReader(context: ModelContext, labels: ReadonlyMap<number, LabelRow>): Promise<(row: LabelRow) => Label> {
  const folders = new Map((await listFolders(context.trx)).map((folder) => [folder.id, folderOf(context, folder)]))
  const children = new Map<number, number>()
  for (const { parent_id } of labels.values()) if (parent_id !== null) children.set(parent_id, (children.get(parent_id) ?? 0) + 1)
  return (row) => {
    const above = lineOf(labels, row.id).slice(0, -1)
    const parent = above.at(-1)
    return {
      id: row.id,
      title: inLocale(context, row.title),
      children_count: children.get(row.id) ?? 0,
      attached_folders: (row.attached_folders ?? []).flatMap((id) => folders.get(id) ?? []),
      parent: parent ? { id: parent.id, title: inLocale(context, parent.title) } : null,
      parent_id: row.parent_id,
      path: above.map(({ title }) => inLocale(context, title)).join(' › '),
    }
  }
}

export interface LabelFilter {
  folder?: number
  /** Directly beneath this one; left out, without a search and ids, those at the top. */
  parent_id?: number
  /** Words of the title in any language. */
  search?: string
  ids?: readonly number[]
  /** How many there are in all, however many match. */
  limit: number
  /** A page among them. */
  offset?: number
  count?: number
}

/** Labels in their order. */
export async function listLabels(
  context: ModelContext,
  { folder, parent_id, search = '', ids, limit, offset = 0, count = limit }: LabelFilter,
): Promise<Label[]> {
  const labels = await labelsById(context.trx)
  const { words } = readSearch(search)
  const isWanted = ({ id, title, parent_id: above }: LabelRow): boolean => {
    if (ids) return ids.includes(id)
    if (words.length === 0) return parent_id === undefined ? above === null || !labels.has(above) : above === parent_id
    return (parent_id === undefined || above === parent_id) && holdsWords(foldText(Object.values(title).filter(Boolean).join(' ')), words)
  }
  const found = [...labels.values()].filter(
    (row) => (folder === undefined || ids !== undefined || row.attached_folders?.includes(folder)) && isWanted(row),
  )
  const read = await createLabelReader(context, labels)
  return found.slice(offset, Math.min(offset + count, limit)).map(read)
}

/** Folders whose labels posts of a type can have, and those of these ids. */
export async function foldersOfType(context: ModelContext, type: string | undefined, ids: ReadonlySet<number>): Promise<Folder[]> {
  const folders = await listFolders(context.trx)
  const typeId =
    type === undefined
      ? undefined
      : (
          (await context.trx.selectFrom('data.content_type').select('id').where('slug', '=', type).executeTakeFirst()) as
            { id: number } | undefined
        )?.id
  return folders
    .filter(({ id, content_types }) => {
      const types = content_types ?? []
      return ids.has(id) || types.length === 0 || typeId === undefined || types.includes(typeId)
    })
    .map((folder) => folderOf(context, folder))
}
