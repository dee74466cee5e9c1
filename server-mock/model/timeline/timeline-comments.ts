import { sql } from 'kysely'
import { isRecord } from '#schemas/rules/is-record.ts'
import { isAllowed } from '#server/caller.ts'
import { tableOf } from '#server/database/sql-names.ts'
import { ApiError, validationError } from '#server/errors.ts'
import { findModel, mayDo, trusted, type ModelContext, type ModelEntity, type ModelOptions } from '#server/model/context.ts'
import { trashRecord } from '#server/model/lifecycle.ts'
import { parseId } from '#server/model/ids.ts'
import { idsWithin } from '#server/model/row-limit.ts'
import { readStored } from '#server/model/read.ts'
import { inTrash } from '#server/model/write/hold-record.ts'
import { writeRecord } from '#server/model/write/write-record.ts'
import { requireTimeline } from './timeline-links.ts'
import { actorOf, type TimelineNode } from './timeline-nodes.ts'

const table = 'timeline_comment'
/** How long after writing it somebody may change a comment. */
const editMs = 15 * 60 * 1000

interface CommentRow {
  id: number
  model: string
  record: number
  text: string
  private: boolean
  files: unknown[] | null
  parent_id: number | null
  edited_at: string | null
  created_at: Date | string
  user_id: number | null
  name: string | null
}

export interface CommentInput {
  text?: unknown
  private?: boolean
  files?: unknown
  parent?: unknown
}

/** What the caller may do with the comments of an entity whose record he may read. */
export function commentRights({ caller }: Pick<ModelContext, 'caller'>, { document }: ModelEntity) {
  const comments = document.timeline?.comments
  return {
    canComment: comments !== undefined && isAllowed(caller, comments.write ?? 'user'),
    hasPrivate: comments?.private !== undefined && isAllowed(caller, comments.private),
    hasFiles: comments?.files === true,
  }
}

async function selectComments({ trx }: Pick<ModelContext, 'trx'>, ids: readonly number[]): Promise<CommentRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<CommentRow>`select c.id, c.model, c.record, c.text, c.private, c.files, c.parent_id, c.edited_at, c.created_at,
      c.created_by as user_id, coalesce(u.name_full, u.username) as name
    from ${sql.raw(tableOf(table))} c left join data."user" u on u.id = c.created_by
    where c.id = any(${[...ids]}::bigint[]) and c.deleted_at is null`.execute(trx)
  return rows
}

/** Comments by id, each with the beginning of what it answers, where the caller may read that. */
export async function commentNodes(context: ModelContext, entity: ModelEntity, ids: readonly number[]): Promise<Map<number, TimelineNode>> {
  const { hasPrivate } = commentRights(context, entity)
  const rows = await selectComments(context, ids)
  const parents = new Map(
    (await selectComments(context, [...new Set(rows.flatMap(({ parent_id: id }) => id ?? []))]))
      .filter((row) => hasPrivate || !row.private)
      .map((row) => [row.id, row]),
  )
  const title = context.registry.message('panel', context.caller.locale, 'timeline.comment')
  const userOf = (row: CommentRow) => actorOf(context, { ...row, impersonator: null })
  return new Map(
    rows.map((row) => {
      const parent = row.parent_id === null ? undefined : parents.get(row.parent_id)
      const node: TimelineNode = {
        id: `c${row.id}`,
        kind: 'comment',
        status: 'comment',
        status_title: title,
        description: row.text,
        date: new Date(row.created_at).toISOString(),
        user: userOf(row),
        color: row.private ? 'warning' : 'default',
        ...((row.files ?? []).length > 0 && { files: row.files! }),
        ...(row.private && { private: true }),
        ...(row.edited_at !== null && { edited: true }),
        ...(mayChange(context, row) && { can_edit: true }),
        ...(parent && { parent: { id: `c${parent.id}`, user: userOf(parent), description: parent.text.slice(0, 200) } }),
      }
      return [row.id, node]
    }),
  )
}

const isOwn = ({ caller }: Pick<ModelContext, 'caller'>, row: CommentRow): boolean => caller.user !== null && row.user_id === caller.user.id
const mayChange = (context: Pick<ModelContext, 'caller' | 'now'>, row: CommentRow): boolean =>
  isOwn(context, row) && context.now.getTime() - new Date(row.created_at).getTime() < editMs

const denied = () => new ApiError('permission-denied')

/** Refuses what the caller may not write in a comment. */
function requireRights(context: ModelContext, entity: ModelEntity, { private: isPrivate, files }: CommentInput): void {
  const { canComment, hasPrivate, hasFiles } = commentRights(context, entity)
  if (!canComment || (isPrivate === true && !hasPrivate)) throw denied()
  if (!Array.isArray(files) || files.length === 0) return
  if (!hasFiles) throw validationError({ files: [{ key: 'errors.comment_files' }] })
  // Nothing from elsewhere: others follow these links.
  if (!files.every((file) => isRecord(file) && Number.isSafeInteger(file.id)))
    throw validationError({ files: [{ key: 'errors.unknown_file' }] })
}

/**
 * Comments on a record that the caller may read. What answers a private comment is private.
 * @throws `not-found`, `permission-denied`, `precondition-failed` for a record in the trash, 422 on `text`, `files` and `parent`
 */
export async function addComment(
  context: ModelContext,
  model: string,
  id: unknown,
  { text, private: isPrivate = false, files = [], parent }: CommentInput,
  options: ModelOptions = {},
): Promise<TimelineNode> {
  const entity = findModel(context, model)
  requireTimeline(entity)
  const record = await readStored(context, model, id, options)
  if (!context.caller.user) throw new ApiError('endpoint-401')
  requireRights(context, entity, { private: isPrivate, files })
  if (record.deleted_at) throw inTrash()
  const answered = parent === undefined || parent === null ? undefined : await requireParent(context, entity, record.id, parent)
  const data = {
    model: entity.name,
    record: record.id,
    text: trimmed(text),
    files,
    private: isPrivate || answered?.private === true,
    parent: answered?.id ?? null,
  }
  const written = await writeRecord(context, table, { data }, trusted)
  return (await commentNodes(context, entity, [written.id])).get(written.id)!
}

const trimmed = (text: unknown): unknown => (typeof text === 'string' ? text.trim() : text)

async function requireParent(context: ModelContext, entity: ModelEntity, record: number, parent: unknown): Promise<CommentRow> {
  const [row] = await selectComments(context, [parseId(parent, 'parent')])
  const { hasPrivate } = commentRights(context, entity)
  if (row?.model !== entity.name || row.record !== record || (row.private && !hasPrivate))
    throw validationError({ parent: [{ key: 'errors.unknown_reference' }] })
  return row
}

/**
 * Changes a comment of the caller's own, within 15 minutes; it is marked as edited.
 * @throws `not-found`, `permission-denied` for somebody else's, `precondition-failed` when it is too late, 422
 */
export async function changeComment(context: ModelContext, id: unknown, change: Omit<CommentInput, 'parent'>): Promise<TimelineNode> {
  const { row, entity } = await requireOwn(context, id)
  requireRights(context, entity, change)
  const data = {
    ...(change.text !== undefined && { text: trimmed(change.text) }),
    ...(change.private !== undefined && { private: change.private }),
    ...(change.files !== undefined && { files: change.files }),
    edited_at: context.now.toISOString(),
  }
  await writeRecord(context, table, { id: row.id, data }, trusted)
  return (await commentNodes(context, entity, [row.id])).get(row.id)!
}

/** Takes a comment of the caller's own away, within 15 minutes. @throws as `changeComment` */
export async function removeComment(context: ModelContext, id: unknown): Promise<{ id: string }> {
  const { row } = await requireOwn(context, id)
  await trashRecord(context, table, row.id, undefined, trusted)
  return { id: `c${row.id}` }
}

async function requireOwn(context: ModelContext, id: unknown): Promise<{ row: CommentRow; entity: ModelEntity }> {
  const [row] = await selectComments(context, [parseId(id)])
  if (!row) throw new ApiError('not-found')
  const entity = findModel(context, row.model)
  const { hasPrivate } = commentRights(context, entity)
  const isSeen = mayDo(context.caller, entity, 'read') && (await idsWithin(context, entity, [row.record], 'read', {})).has(row.record)
  if (!isSeen || (row.private && !hasPrivate)) throw new ApiError('not-found')
  if (!isOwn(context, row)) throw denied()
  if (!mayChange(context, row)) throw new ApiError('precondition-failed', { userMessage: { key: 'errors.comment_time' } })
  return { row, entity }
}
