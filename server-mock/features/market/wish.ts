import { sql } from 'kysely'
import type { Handler } from '#server/feature.ts'
import type { Audience } from '#server/model/lifecycles/hooks.ts'
import { validationError } from '#server/errors.ts'
import { findModel, trusted } from '#server/model/context.ts'
import { writeRecord } from '#server/model/model.ts'
import { selectAnyRows } from '#server/model/read.ts'
import { moduleText } from '#server/module-text.ts'

const say = moduleText('market')

/** Notes that the caller waits for a product; once, however often he says so. */
export const wishProduct: Handler<'market-availability-alert'> = async (context) => {
  const { trx, payload, caller } = context
  const user = caller.user!.id
  const [product] = await selectAnyRows(context, findModel(context, 'market_product'), [payload.id])
  if (product?.is_available && !product.deleted_at) throw validationError({ id: [say(context, 'already_available')] })
  await sql`select pg_advisory_xact_lock(hashtextextended(${`market_alert ${user} ${payload.id}`}, 0))`.execute(trx)
  const { rows } = await sql<{
    id: number
  }>`select id from data.market_alert where user_id = ${user} and product_id = ${payload.id}`.execute(trx)
  const { id } = rows[0] ?? (await writeRecord(context, 'market_alert', { data: { user, product: payload.id } }, trusted))
  // Whoever was told wants to be told again.
  await sql`update data.market_alert set told_at = null where id = ${id}`.execute(trx)
  return { results: { id, product_id: payload.id } }
}

/** Those who wait for a product, each once for each wish: whoever wants to know it again says so again. */
export const waitingUsers: Audience = async ({ trx, now }, product) => {
  const { rows } = await sql<{ user_id: number }>`
    update data.market_alert set told_at = ${now} where product_id = ${product.id} and told_at is null returning user_id`.execute(trx)
  return rows.map(({ user_id: user }) => Number(user))
}
