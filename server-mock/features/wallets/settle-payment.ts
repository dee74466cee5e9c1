import { sql } from 'kysely'
import { compareDecimal, roundDecimal, toDecimal } from '#schemas/rules/numbers/decimal.ts'
import type { Config } from '#server/config.ts'
import type { Trx } from '#server/database/database.ts'
import type { ServeAccess } from '#server/feature.ts'
import type { Guard } from '#server/model/lifecycles/hooks.ts'
import { systemCaller, takeTransition, trusted, writeRecord, type ModelContext } from '#server/model/model.ts'
import { moduleText } from '#server/module-text.ts'
import type { GatewayAnswer } from './gateway.ts'

const say = moduleText('wallets')
/** Characters of a reference that are kept. */
const longestReference = 60
/** No charge is greater; what a gateway says beyond it is no amount. */
const mostSaid = '1000000000000000'
/** Transactions in which a gateway has answered: people cannot decide a payment, whatever their rights. */
const answering = new WeakSet<Trx>()

/** Refuses a payment's transitions to everybody but its gateway. */
export const gatewayAnswered: Guard = async (context) => (answering.has(context.trx) ? undefined : say(context, 'only_gateway'))

/** States in which a payment has come to nothing, so far. */
const isUncredited = (status: string): boolean => ['started', 'refused', 'expired'].includes(status)

interface Payment {
  id: number
  status: string
  amount: string
  expires_at: string | Date
  reference: string | null
  wallet_id: number
  gate_id: number
}

/** The transition that an answer takes a payment to; undefined where it changes nothing. */
function transitionFor({ status, amount, expires_at }: Payment, { isPaid, amount: said }: GatewayAnswer, now: Date) {
  const isAwaited = status === 'started' && new Date(expires_at) > now
  // The timer will say of one whose time is over that it has expired.
  if (!isPaid) return isAwaited ? 'refuse' : undefined
  const paid = toDecimal(said)
  if (isAwaited && paid !== undefined && compareDecimal(paid, amount) === 0) return 'pay'
  return isUncredited(status) ? 'report_paid' : undefined
}

/**
 * Takes a payment to what its gateway says, once: an answer that comes again changes nothing. What is paid after its time, after a refusal
 * or with another amount credits nothing; it is noted with what the gateway says, for people to settle.
 * @returns whether there is such a payment
 */
export async function settlePayment({ database, registry }: ServeAccess, config: Config, answer: GatewayAnswer): Promise<boolean> {
  return database.transaction(async (trx): Promise<boolean> => {
    const context = { trx, registry: await registry(trx), config, now: new Date(), caller: systemCaller() }
    const { rows } = await sql<Payment>`
      select id, status, amount, expires_at, reference, wallet_id, gate_id from data.wallet_payment
      where number = ${answer.number} for no key update`.execute(trx)
    const [payment] = rows
    if (!payment) return false
    const transition = transitionFor(payment, answer, context.now)
    if (transition) await answerPayment(context, payment.id, transition, answer)
    else if (await isPaidAgain(trx, payment, answer)) {
      const { id, wallet_id: wallet, gate_id: gate } = payment
      const data = { wallet, gate, amount: amountSaid(answer) ?? payment.amount, expires_at: context.now.toISOString(), repeats: id }
      const again = await writeRecord(context, 'wallet_payment', { data }, trusted)
      await answerPayment(context, again.id, 'report_paid', answer)
    }
    return true
  })
}

const referenceOf = ({ reference }: GatewayAnswer): string => reference.slice(0, longestReference)

async function answerPayment(context: ModelContext, id: number, transition: 'pay' | 'refuse' | 'report_paid', answer: GatewayAnswer) {
  const reference = referenceOf(answer)
  const data = transition === 'report_paid' ? { reference, paid_amount: amountSaid(answer) } : { reference }
  answering.add(context.trx)
  try {
    await takeTransition(context, 'wallet_payment', { id, transition, data }, trusted)
  } finally {
    answering.delete(context.trx)
  }
}

/** Whether an answer tells of money that is under no reference yet: somebody has paid the same charge twice. */
async function isPaidAgain(trx: Trx, { id, reference }: Payment, answer: GatewayAnswer): Promise<boolean> {
  const said = referenceOf(answer)
  if (!answer.isPaid || said === '' || reference === null || said === reference) return false
  const { rows } = await sql`select from data.wallet_payment where repeats_id = ${id} and reference = ${said} limit 1`.execute(trx)
  return rows.length === 0
}

/** The amount that a gateway names, where it is one that can be stored. */
function amountSaid({ amount }: GatewayAnswer): string | null {
  const said = toDecimal(amount)
  return said !== undefined && compareDecimal(said, '0') > 0 && compareDecimal(said, mostSaid) <= 0 ? roundDecimal(said, 2) : null
}
