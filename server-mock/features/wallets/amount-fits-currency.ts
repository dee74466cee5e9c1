import { sql } from 'kysely'
import { compareDecimal, roundDecimal } from '#schemas/rules/numbers/decimal.ts'
import { currencyDecimals } from '#schemas/rules/numbers/money.ts'
import { validationError } from '#server/errors.ts'
import type { Effect } from '#server/model/lifecycles/hooks.ts'
import { moduleText } from '#server/module-text.ts'

const say = moduleText('wallets')

/** Refuses an amount with more decimals than the currency of its wallet has: the rial has none. */
export const amountFitsCurrency: Effect = async (context, { after }) => {
  const { rows } = await sql<{ currency: string }>`select currency from data.wallet where id = ${after.wallet_id}`.execute(context.trx)
  const decimals = currencyDecimals(rows[0]?.currency)
  const amount = String(after.amount)
  if (compareDecimal(amount, roundDecimal(amount, decimals)) === 0) return
  throw validationError({ amount: [decimals === 0 ? say(context, 'whole_rials') : { key: 'rules.decimal_places', values: { decimals } }] })
}
