import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { seedRecords, systemCaller, trusted, writeRecord } from '#server/model/model.ts'
import { createRandom, type Random } from '#server/model/seed-random.ts'

const dayMs = 24 * 60 * 60 * 1000
const lastDay = Date.UTC(2026, 9, 31, 8)
const people = 12

const gates = [
  {
    title: { fa: 'درگاه آزمایشی', en: 'Test gateway' },
    kind: 'online',
    driver: 'test',
    currency: 'IRR',
    minimum: '10000',
    maximum: '2000000000',
  },
  { title: { fa: 'کارت به کارت', en: 'Card to card' }, kind: 'card', currency: 'IRR', account_number: '6037991234567893' },
  { title: { fa: 'حوالهٔ بانک ملت', en: 'Bank Mellat transfer' }, kind: 'transfer', currency: 'IRR', account_number: '4512378901' },
  { title: { fa: 'صندوق نقدی دفتر', en: 'Cash desk' }, kind: 'cash', currency: 'IRR' },
]
const deposits = ['واریز از حساب بانکی', 'بازگشت وجه سفارش', 'شارژ دستی', 'هدیهٔ باشگاه مشتریان']
const withdrawals = ['پرداخت سفارش', 'تسویه با حساب بانکی', 'کارمزد']
const reasons = ['سفارش در انتظار تأیید', 'ضمانت اجارهٔ تجهیزات', 'درخواست برداشت در دست بررسی']

/** Payment gates, and a dozen wallets with deposits, withdrawals and amounts that are blocked; the same on every run. */
export async function seedWallets(trx: Trx, registry: DocumentRegistry): Promise<void> {
  const random = createRandom(77)
  const made = new Date(lastDay - 300 * dayMs).toISOString()
  const stamps = { created_at: made, updated_at: made }
  const paths = await seedRecords(
    trx,
    registry,
    'gate',
    gates.map((gate) => ({ active: true, ...gate, ...stamps })),
  )
  const { rows } = await sql<{ id: number }>`select id from data.user order by id limit ${people}`.execute(trx)
  const ids = await seedRecords(
    trx,
    registry,
    'wallet',
    rows.map(({ id }) => ({ owner_id: id, currency: 'IRR', payment: true, paths: paths.slice(0, 2), ...stamps })),
  )
  await seedPayments(trx, registry, ids, paths[0]!, random)
  const context = { trx, registry, now: new Date(lastDay), caller: systemCaller() }
  for (const wallet of ids) {
    const moved = random.between(2, 4)
    for (let at = 0; at < moved; at++) {
      const isOut = at > 0 && random.chance(0.4)
      const data = {
        wallet,
        type: isOut ? 'out' : 'in',
        amount: String(isOut ? random.between(10, 90) * 10_000 : random.between(20, 400) * 100_000),
        description: random.pick(isOut ? withdrawals : deposits),
        with_payment: !isOut,
        ...(!isOut && { path: random.pick(paths.slice(1)), tracking_number: String(random.between(100_000, 999_999)) }),
        effected_at: new Date(lastDay - (moved - at) * random.between(5, 40) * dayMs).toISOString(),
      }
      await writeRecord(context, 'wallet_transaction', { data }, trusted)
    }
    if (random.chance(0.6)) {
      const data = { wallet, amount: String(random.between(5, 15) * 10_000), reason: random.pick(reasons) }
      await writeRecord(context, 'wallet_block', { data }, trusted)
    }
  }
}

/** Online payments that came to nothing: paid ones would stand in the ledger too. */
async function seedPayments(trx: Trx, registry: DocumentRegistry, wallets: readonly number[], gate: number, random: Random): Promise<void> {
  const payments = wallets.slice(0, 6).map((wallet, index) => {
    const at = new Date(lastDay - (index * 9 + 2) * dayMs)
    const created = at.toISOString()
    const ended = new Date(at.getTime() + 15 * 60_000).toISOString()
    const isRefused = index % 2 === 0
    return {
      wallet_id: wallet,
      gate_id: gate,
      amount: String(random.between(5, 60) * 100_000),
      status: isRefused ? 'refused' : 'expired',
      expires_at: ended,
      finished_at: isRefused ? created : null,
      created_at: created,
      updated_at: ended,
    }
  })
  await seedRecords(trx, registry, 'wallet_payment', payments)
}
