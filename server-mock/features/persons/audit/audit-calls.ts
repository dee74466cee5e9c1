import { humanise, textOf } from '#server/documents/expansion.ts'
import { ApiError } from '#server/errors.ts'
import type { CallContext, Handler, Handlers } from '#server/feature.ts'
import { isDay } from '#server/model/list/day-range.ts'
import { validationError } from '#server/errors.ts'
import { lookUpEntity, mayDo } from '#server/model/context.ts'
import { actorOf, auditNode, readAudit, say, type AuditRow } from '#server/model/timeline/timeline-nodes.ts'
import { transitionTitle } from '#server/model/lifecycles/state-titles.ts'
import { columnsOf, namedRecords } from '#server/model/timeline/timeline.ts'
import { readTitles, type TimelineTitles } from '#server/model/timeline/timeline-titles.ts'
import { exportTypes, tablePieces, writeFileFor } from '#server/exports/export-file.ts'
import { directionOf } from '#schemas/rules/locales.ts'
import { findEntries, readKinds, type AuditFilter } from './audit-query.ts'
import { bringBack, mayBringBack } from './bring-back.ts'

const pageSize = 50
/** Most entries of a file. */
const mostExported = 20_000

const text = ({ registry, caller }: CallContext, key: string, values: Record<string, unknown> = {}) =>
  registry.message('persons', caller.locale, key, values)

/** What a kind of record is called; the name of one that no module has any more. */
function modelTitle({ registry, caller }: CallContext, model: string): string {
  const entity = lookUpEntity(registry, model)
  return entity ? textOf({ registry, reader: caller, module: entity.module }, entity.document.title) : humanise(model)
}

/** The days and names that a query holds. @throws a 422 on a day that there is not */
function filterOf(params: AuditFilter): AuditFilter {
  const wrong = (['from', 'to'] as const).filter((name) => params[name] !== undefined && !isDay(params[name]))
  if (wrong.length > 0) throw validationError(Object.fromEntries(wrong.map((name) => [name, [{ key: 'rules.date' }]])))
  const { user, model, record, action, from, to } = params
  return { user, model, record, action, from, to }
}

/** An entry as it is told. What the caller may not read of its record is left out, the fact that it was changed is not. */
function entryOf(context: CallContext, row: AuditRow, titles: TimelineTitles, canUndo: boolean) {
  const entity = lookUpEntity(context.registry, row.entity)
  const node = entity && auditNode(context, entity, row, titles)
  return {
    id: row.id,
    date: new Date(row.at).toISOString(),
    user: actorOf(context, row),
    model: row.entity,
    type: modelTitle(context, row.entity),
    record: row.record_id
      ? { id: Number(row.record_id), title: entity ? titles.titleOf(row.entity, Number(row.record_id)) : `#${row.record_id}` }
      : null,
    action: row.action,
    title:
      node?.description && node.kind === 'transition'
        ? node.description
        : (node?.status_title ?? say(context, `history.${row.action}`) ?? humanise(row.action)),
    color: node?.color ?? 'default',
    note: node?.note ?? null,
    version: row.version,
    changes: node?.changes ?? [],
    can_undo: canUndo,
  }
}

async function readEntries(context: CallContext, ids: readonly number[]) {
  const rows = await readAudit(context, ids)
  const titles = await readTitles(context, namedRecords(context, [...rows.values()]))
  return { rows: ids.flatMap((id) => rows.get(id) ?? []), titles }
}

const list: Handler<'audit-list'> = async (context) => {
  const { cursor, ...params } = context.params
  const ids = await findEntries(context, filterOf(params), cursor, pageSize + 1)
  const { rows, titles } = await readEntries(context, ids.slice(0, pageSize))
  const results = rows.map((row) => entryOf(context, row, titles, mayBringBack(context, row)))
  const nodes = results.flatMap(({ model, changes }) =>
    lookUpEntity(context.registry, model) ? [{ of: { model, type: '' }, changes }] : [],
  )
  const [first] = context.registry.entities.keys()
  const { models, actions } = await readKinds(context)
  return {
    results,
    metadata: {
      cursor: ids.length > pageSize ? ids[pageSize - 1]! : null,
      fields: columnsOf(context, lookUpEntity(context.registry, first!)!, nodes as never),
      models: models
        .filter((model) => context.caller.isAdmin || context.caller.isDeveloper || mayReadModel(context, model))
        .map((value) => ({ value, title: modelTitle(context, value) })),
      actions: actions.map((value) => ({ value, title: actionTitle(context, value) })),
    },
  }
}

/** What an action is called: a word of the history, else a step of a lifecycle. */
function actionTitle(context: CallContext, action: string): string {
  const { registry, caller: reader } = context
  const known = say(context, `history.${action}`)
  if (known !== undefined) return known
  for (const owner of registry.entities.values())
    for (const { transitions } of Object.values(owner.document.lifecycle ?? {})) {
      const step = transitions[action]
      if (step) return transitionTitle(registry, reader, owner, action, step)
    }
  return humanise(action)
}

function mayReadModel(context: CallContext, model: string): boolean {
  const entity = lookUpEntity(context.registry, model)
  return entity !== undefined && mayDo(context.caller, entity, 'read')
}

/** The entries that a filter finds as a file, the newest first. */
const exportEntries: Handler<'audit-export'> = async (context) => {
  const { format = 'csv', ...params } = context.params
  const ids = await findEntries(context, filterOf(params), undefined, mostExported)
  const { caller, config } = context
  const titles = ['date', 'person', 'kind', 'record', 'id', 'action', 'field', 'before', 'after', 'note'].map((name) =>
    text(context, `audit.${name}`),
  )
  async function* lines() {
    for (let from = 0; from < ids.length; from += 500) {
      const { rows, titles: named } = await readEntries(context, ids.slice(from, from + 500))
      for (const row of rows) {
        const { date, user, type, record, title, changes, note } = entryOf(context, row, named, false)
        const head = [
          { moment: date.slice(0, 19).replace('T', ' ') },
          user?.name_full ?? null,
          type,
          record?.title ?? null,
          record ? String(record.id) : null,
          title,
        ]
        if (changes.length === 0) yield [...head, null, null, null, note]
        for (const { label, from: before, to: after } of changes) yield [...head, label, written(before), written(after), note]
      }
    }
  }
  const name = text(context, 'audit_title')
  const columns = titles.map((title) => ({ title, width: 20 }))
  const sheet = { name, rightToLeft: directionOf(caller.locale) === 'rtl', columns, rows: lines() }
  const file = await writeFileFor(config, tablePieces(format, sheet))
  return { results: null, file: { ...file, name: `${name}.${format}`, mediaType: exportTypes[format] } }
}

const longestCell = 2000

/** A value as one reads it in a cell of a file. */
function written(value: unknown): string | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'object') {
    const { title } = value as { title?: unknown }
    return (typeof title === 'string' ? title : JSON.stringify(value)).slice(0, longestCell)
  }
  return String(value).slice(0, longestCell)
}

const undo: Handler<'audit-undo'> = async (context) => {
  const row = (await readAudit(context, [context.payload.id])).get(context.payload.id)
  const [seen] = row ? await findEntries(context, { model: row.entity, record: Number(row.record_id) }, row.id + 1, 1) : []
  if (!row || seen !== row.id) throw new ApiError('not-found')
  return { results: await bringBack(context, row) }
}

/** What was done in the panel, by whom, and the way back. */
export const auditCalls: Handlers = { 'audit-list': list, 'audit-export': exportEntries, 'audit-undo': undo }
