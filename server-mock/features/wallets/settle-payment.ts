import { sql } from 'kysely'
import { compareDecimal, toDecimal } from '#schemas/rules/numbers/decimal.ts'
import type { Config } from '#server/config.ts'
import type { Trx } from '#server/database/database.ts'
import type { ServeAccess } from '#server/feature.ts'
import type { Guard } from '#server/model/lifecycles/hooks.ts'
import { systemCaller, takeTransition, trusted } from '#server/model/model.ts'
import { moduleText } from '#server/module-text.ts'
import type { GatewayAnswer } from './gateway.ts'

const say = moduleText('wallets')
/** Transactions in which a gateway has answered: people cannot decide a payment, whatever their rights. */
const answering = new WeakSet<Trx>()

/** Refuses a payment's transitions to everybody but its gateway. */
export const gatewayAnswered: Guard = async (context) => (answering.has(context.trx) ? undefined : say(context, 'only_gateway'))

export type Outcome = 'paid' | 'refused' | 'expired' | 'unknown'

/**
 * Takes a payment to what its gateway says, once: who answers again learns what became of it. What comes after its time, or with another
 * amount, credits nothing.
 */
export async function settlePayment({ database, registry }: ServeAccess, config: Config, answer: GatewayAnswer): Promise<Outcome> {
  return database.transaction(async (trx): Promise<Outcome> => {
    const context = { trx, registry: await registry(trx), config, now: new Date(), caller: systemCaller() }
    const { rows } = await sql<{ id: number; status: string; amount: string; expires_at: string | Date }>`
      select id, status, amount, expires_at from data.wallet_payment where number = ${answer.number} for no key update`.execute(trx)
    const [payment] = rows
    if (!payment) return 'unknown'
    if (payment.status !== 'started') return payment.status as Outcome
    // The timer will say so; until then nothing is credited either.
    if (new Date(payment.expires_at) <= context.now) return 'expired'
    const sent = toDecimal(answer.amount)
    const isPaid = answer.isPaid && sent !== undefined && compareDecimal(sent, payment.amount) === 0
    answering.add(trx)
    try {
      const transition = isPaid ? 'pay' : 'refuse'
      await takeTransition(context, 'wallet_payment', { id: payment.id, transition, data: { reference: answer.reference } }, trusted)
    } finally {
      answering.delete(trx)
    }
    return isPaid ? 'paid' : 'refused'
  })
}
