import type { KyselyPlugin, QueryId, RootOperationNode } from 'kysely'
import type { Trx } from '#server/database/database.ts'
import { uniqueIndexes } from '#server/database/tables/unique-indexes.ts'
import type { ModelEntity } from '#server/model/context.ts'
import type { StoredRow } from '#server/model/read.ts'

/** A row that the model has made (`version` 1) or changed, as its table takes it: all columns, or those that were changed. */
export interface WrittenRow {
  entity: ModelEntity
  id: number
  version: number
  isNew: boolean
  columns: Record<string, unknown>
}

/** What a transaction has written, so that another transaction can write it again. */
export interface WriteLog {
  rows: WrittenRow[]
  audits: Record<string, unknown>[]
  /** Keys that no other log may share: values of unique lists, and the changed records. */
  keys: Set<string>
  /** Such keys that are free again. */
  freed: Set<string>
  /** False when other code has written or waited for locks too: then the log is not the whole of the work. */
  isWhole: () => boolean
}

interface OpenLog extends WriteLog {
  notedWrites: number
  metWrites: number
  hasOthers: boolean
}

const logs = new WeakMap<object, OpenLog>()

/** A transaction whose writes are noted. */
export function watchWrites(trx: Trx): { trx: Trx; log: WriteLog } {
  const log: OpenLog = {
    rows: [],
    audits: [],
    keys: new Set(),
    freed: new Set(),
    notedWrites: 0,
    metWrites: 0,
    hasOthers: false,
    isWhole: () => !log.hasOthers && log.notedWrites === log.metWrites,
  }
  const watched = trx.withPlugin(new WriteWatch(log))
  logs.set(watched, log)
  return { trx: watched, log }
}

const writing = new Set(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode', 'MergeQueryNode'])
/** Statements in plain SQL that write or take locks. */
const writingText = /\b(insert|update|delete|merge|truncate|setval|create|alter|drop|lock|\w*advisory\w*)\b/i
const lockingRows = /\bfor\s+(no\s+key\s+)?update\b/gi

class WriteWatch implements KyselyPlugin {
  private readonly log: OpenLog
  constructor(log: OpenLog) {
    this.log = log
  }
  transformQuery({ node }: { node: RootOperationNode; queryId: QueryId }): RootOperationNode {
    if (writing.has(node.kind)) this.log.metWrites += 1
    else if (node.kind === 'RawNode' && writingText.test(node.sqlFragments.join(' ? ').replace(lockingRows, ''))) this.log.hasOthers = true
    return node
  }
  transformResult: KyselyPlugin['transformResult'] = async ({ result }) => result
}

/** Notes one statement of the model with the row that came of it; `undefined` when nothing did. */
export function noteRow(
  trx: Trx,
  entity: ModelEntity,
  after: StoredRow | undefined,
  columns: Record<string, unknown>,
  before?: StoredRow,
): void {
  const log = logs.get(trx)
  if (!log) return
  log.notedWrites += 1
  if (!after) return
  log.rows.push({ entity, id: after.id, version: after.version, isNew: before === undefined, columns })
  for (const key of uniqueKeys(entity, after)) log.keys.add(key)
  if (!before) return
  log.keys.add(`${entity.name} ${after.id}`)
  for (const key of uniqueKeys(entity, before)) if (!log.keys.has(key)) log.freed.add(key)
}

/** Notes that a write brings about more than can be written again from the log. */
export function noteOthers(trx: object): void {
  const log = logs.get(trx)
  if (log) log.hasOthers = true
}

export function noteAudit(trx: Trx, entry: Record<string, unknown>): void {
  const log = logs.get(trx)
  if (!log) return
  log.notedWrites += 1
  log.audits.push(entry)
}

function uniqueKeys(entity: ModelEntity, row: StoredRow): string[] {
  return uniqueIndexes(entity.shape).flatMap(({ name, columns, locale, slug }) => {
    const values = columns.map(
      (column) => (column.translated ? (row[column.name] as Record<string, unknown> | null)?.[locale!] : row[column.name]) ?? null,
    )
    return (slug ? values.at(-1) === null : values.includes(null)) ? [] : [JSON.stringify([name, ...values])]
  })
}
