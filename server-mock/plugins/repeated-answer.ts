import { sql } from 'kysely'
import { isRecord } from '#schemas/rules/is-record.ts'
import type { EndpointDocument } from '#schemas/types/contract.d.ts'
import { tableOf } from '#server/database/sql-names.ts'
import { root } from '#server/model/list/field-in-sql.ts'
import { ApiError } from '#server/errors.ts'
import type { Answer, CallContext } from '#server/feature.ts'
import { lookUpEntity } from '#server/model/context.ts'
import { isLimited, rowLimit } from '#server/model/row-limit.ts'

/**
 * Refuses to repeat what a call answered about a record that has left the caller's record rules since. What was destroyed is outside of
 * no rule.
 * @throws `not-found`
 */
export async function requireRepeatable(context: CallContext, endpoint: EndpointDocument, { results }: Answer): Promise<void> {
  const model = endpoint.entity ?? context.payload.model ?? context.params.model
  const entity = typeof model === 'string' ? lookUpEntity(context.registry, model) : undefined
  const id = isRecord(results) ? results.id : undefined
  if (!entity || !Number.isSafeInteger(id) || !isLimited(context.caller, entity, 'read', {})) return
  const { rows } = await sql`select 1 from ${sql.raw(tableOf(entity.name))} as ${sql.ref(root)}
    where id = ${id} and (${rowLimit(context, entity, 'read', {})}) is not true`.execute(context.trx)
  if (rows.length > 0) throw new ApiError('not-found')
}
