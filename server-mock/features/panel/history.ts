import { underPresentNames } from '#schemas/rules/entities/renamed-fields.ts'
import { findTransition } from '#schemas/rules/lifecycle/lifecycle.ts'
import { sql } from 'kysely'
import type { EntityColumn } from '#server/database/entity-shape.ts'
import { fieldLabel, findEntity } from '#server/documents/entity-field.ts'
import { panelModule } from '#server/documents/messages.ts'
import type { CallContext, Handler } from '#server/feature.ts'
import { computedKey } from '#server/model/audit.ts'
import { findModel, mayUseField, type ModelEntity } from '#server/model/context.ts'
import { transitionTitle } from '#server/model/lifecycles/state-titles.ts'
import { readRecord } from '#server/model/model.ts'

const most = 30
const colors: Record<string, string> = {
  create: 'success',
  update: 'info',
  trash: 'danger',
  restore: 'success',
  activate: 'success',
  deactivate: 'warning',
}

interface Entry {
  id: number
  at: Date | string
  action: string
  after: Record<string, unknown> | null
  name: string | null
  /** Who acted as that user. */
  impersonator: string | null
}

/** The last 30 changes of a record that the caller may read, newest first; of fields that he may not, not even the names. */
export const history: Handler<'history'> = async (context) => {
  const { model, id } = context.params
  const entity = findModel(context, model)
  await readRecord(context, model, id)
  const { rows } = await sql<Entry>`select audit.id, audit.at, audit.action, audit.after, coalesce(u.name_full, u.username) as name,
      coalesce(i.name_full, i.username) as impersonator
    from pishkhan.audit left join data."user" u on u.id = audit.user_id left join data."user" i on i.id = audit.impersonator_id
    where audit.entity = ${entity.name} and audit.record_id = ${id} order by audit.id desc limit ${most}`.execute(context.trx)
  return {
    results: rows.map(({ id: entry, at, action, after, name, impersonator }) => ({
      id: entry,
      status: action,
      status_title: titleOf(context, entity, action),
      description:
        action === 'update' || findTransition(entity.document, action)
          ? changedFields(context, entity.name, underPresentNames(entity.document, after))
          : null,
      date: new Date(at).toISOString(),
      name:
        impersonator === null ? name : context.registry.message(panelModule, context.caller.locale, 'history.as', { impersonator, name }),
      color: colors[action] ?? 'default',
    })),
  }
}

function titleOf({ registry, caller }: CallContext, entity: ModelEntity, action: string): string {
  const named = findTransition(entity.document, action)
  if (named) return transitionTitle(registry, caller, entity, action, named.transition)
  const key = `history.${action}`
  const title = registry.message(panelModule, caller.locale, key)
  return title === key ? action : title
}

/** Names of the fields that changed, as people read them. */
function changedFields(context: CallContext, model: string, after: Record<string, unknown> | null): string | null {
  const entity = findModel(context, model)
  const owned = findEntity(context.registry, model)
  if (!owned || after === null) return null
  const expansion = { registry: context.registry, reader: context.caller, module: owned.module }
  const computed = new Set((after[computedKey] as readonly string[] | undefined) ?? [])
  const columns = entity.shape.columns.filter(
    (column) =>
      !column.system && !computed.has(column.name) && Object.hasOwn(after, column.name) && mayUseField(context.caller, entity, column, {}),
  )
  const lists = entity.shape.rows.filter(
    ({ field }) => Object.hasOwn(after, field) && mayUseField(context.caller, entity, { field } as EntityColumn, {}),
  )
  const labels = [...new Set([...columns, ...lists].map(({ field }) => fieldLabel(expansion, owned, field)))]
  return labels.length > 0 ? new Intl.ListFormat(context.caller.locale).format(labels) : null
}
