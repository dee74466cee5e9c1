import { sql } from 'kysely'
import { compareDecimal } from '#schemas/rules/numbers/decimal.ts'
import { formatNumber } from '#schemas/rules/numbers/money.ts'
import { validationError } from '#server/errors.ts'
import type { CallContext, Handler } from '#server/feature.ts'
import { localised } from '#server/model/values/translations.ts'
import { localeOrder } from '#server/model/context.ts'
import { trusted, writeRecord } from '#server/model/model.ts'
import { moduleText } from '#server/module-text.ts'
import { gatewayOf } from './gateways.ts'

const say = moduleText('wallets')
/** How long a gateway has to answer. */
const answerWithinMs = 15 * 60 * 1000

interface Gate {
  id: number
  title: unknown
  driver: string | null
  currency: string
  minimum: string | null
  maximum: string | null
}

/** Online gates whose service this server has, in the order of their making. */
async function onlineGates({ trx, config }: CallContext, currency?: string): Promise<Gate[]> {
  const { rows } = await sql<Gate>`select id, title, driver, currency, minimum, maximum from data.gate
    where kind = 'online' and active and deleted_at is null order by id`.execute(trx)
  return rows.filter((gate) => gatewayOf(gate.driver, config) && (currency === undefined || gate.currency === currency))
}

export const gates: Handler<'wallet-online-gates'> = async (context) => {
  const found = await onlineGates(context, context.params.currency)
  const results = found.map(({ id, title, currency, minimum, maximum }) => ({
    id,
    title: String(localised(title, { translated: true } as never, localeOrder(context)) ?? id),
    currency,
    minimum,
    maximum,
  }))
  return { results }
}

/** The wallet that is charged: the named one of the caller, his first one, or a new one. @throws a 422 for one that is not his */
async function walletOf(context: CallContext, named: number | null | undefined): Promise<{ id: number; currency: string }> {
  const user = context.caller.user!.id
  const { rows } = await sql<{ id: number; currency: string }>`select id, currency from data.wallet
    where owner_id = ${user} and deleted_at is null order by id`.execute(context.trx)
  const wallet = named == null ? rows[0] : rows.find(({ id }) => id === named)
  if (wallet) return wallet
  if (named != null) throw validationError({ wallet_id: [say(context, 'no_wallet')] })
  const made = await writeRecord(context, 'wallet', { data: { owner: user, currency: 'IRR' } }, trusted)
  return { id: made.id, currency: 'IRR' }
}

export const charge: Handler<'wallet-online-charge'> = async (context) => {
  const { amount, wallet_id, gate_id } = context.payload
  const wallet = await walletOf(context, wallet_id)
  const found = await onlineGates(context, wallet.currency)
  const gate = gate_id == null ? found[0] : found.find(({ id }) => id === gate_id)
  const gateway = gate && gatewayOf(gate.driver, context.config)
  if (!gate || !gateway) throw validationError({ gate_id: [say(context, 'no_gate')] })
  const shown = (value: string) => formatNumber(value, context.caller.locale)
  if (gate.minimum !== null && compareDecimal(amount, gate.minimum) < 0)
    throw validationError({ amount: [say(context, 'least_amount', { amount: shown(gate.minimum) })] })
  if (gate.maximum !== null && compareDecimal(amount, gate.maximum) > 0)
    throw validationError({ amount: [say(context, 'most_amount', { amount: shown(gate.maximum) })] })
  const expiresAt = new Date(context.now.getTime() + answerWithinMs).toISOString()
  const data = { wallet: wallet.id, gate: gate.id, amount, expires_at: expiresAt }
  const record = await writeRecord(context, 'wallet_payment', { data }, trusted)
  const number = String(record.number)
  const { currency } = wallet
  const address = gateway.addressOf(context.config, { number, amount: String(record.amount), currency, expiresAt })
  return {
    results: { id: record.id, number, address, amount: String(record.amount), currency, expires_at: expiresAt },
    metadata: { redirect: { url: address } },
  }
}
