import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { systemCaller } from '#server/model/context.ts'
import type { LedgerEntry } from '#server/model/ledgers/pending-posts.ts'
import { postEntries } from '#server/model/ledgers/post-entries.ts'
import { findStaff } from '#server/model/seed-applications.ts'
import { createRandom, type Random } from '#server/model/seed-random.ts'
import { seedRecords } from '#server/model/seed.ts'
import { ledger } from './stock.ts'

const dayMs = 24 * 60 * 60 * 1000
const lastDay = Date.UTC(2026, 9, 31, 8)
const entriesAtOnce = 5000

export interface StockedWare {
  id: number
  type: string
  /** What one costs when it is supplied, in thousands of rials. */
  cost: number
}

interface Change {
  ware: number
  kind: 1 | 3 | 5
  entry: 'supply' | 'damage' | 'return'
  reason?: number
  quantity: number
  fee?: string
  day: number
  note?: string
  codes?: string[]
}

const notes = ['خرید از پخش مرکزی', 'سفارش ماهانه', 'بازگشت از مشتری، سالم', 'در جابه‌جایی آسیب دید', 'شمارش انبار']

/** A year of supplies, damages and returns of the demo's wares, with the codes of those that are unique. */
export async function seedInventory(
  trx: Trx,
  registry: DocumentRegistry,
  wares: readonly StockedWare[],
  paths: readonly number[],
): Promise<void> {
  const staff = await findStaff(trx)
  const random = createRandom(7070)
  const changes = wares.flatMap((ware, nth) => changesOf(random, ware, nth)).sort((one, other) => one.day - other.day)
  const stamps = changes.map(({ day }) => {
    const at = new Date(lastDay + day * dayMs + random.between(0, 500) * 60_000).toISOString()
    const by = staff.length > 0 ? random.pick(staff) : null
    return { created_at: at, updated_at: at, created_by: by, updated_by: by }
  })
  const ids = await seedRecords(
    trx,
    registry,
    'market_inventory_change',
    changes.map(({ ware, kind, reason, quantity, fee, note, codes }, nth) => ({
      ware_id: ware,
      kind,
      reason_id: reason ?? null,
      alter: String(quantity),
      fee: fee ?? null,
      path_id: paths[nth % paths.length],
      effected_at: stamps[nth]!.created_at,
      description: note ?? null,
      unique_wares: codes ?? [],
      ...stamps[nth],
    })),
  )
  const parts = await seedRecords(
    trx,
    registry,
    'market_inventory_part',
    changes.map(({ ware, quantity, fee, entry }, nth) => ({
      market_inventory_change_id: ids[nth],
      ware_id: ware,
      quantity: String(quantity),
      fee: fee ?? null,
      entry,
      ...stamps[nth],
    })),
  )
  await seedRecords(
    trx,
    registry,
    'market_unique_ware',
    changes.flatMap(({ ware, codes = [] }, nth) => codes.map((code) => ({ ware_id: ware, code, status: 'free', ...stamps[nth] }))),
  )
  const entries = changes.map(({ ware, entry, quantity, fee, note }, nth): LedgerEntry => ({
    entry,
    account: { market_ware: ware },
    amounts: { quantity: String(quantity), ...(entry === 'supply' && { fee }) },
    source: { entity: 'market_inventory_change', id: ids[nth]!, row: parts[nth]! },
    effectiveAt: stamps[nth]!.created_at,
    note,
  }))
  const context = { trx, registry, now: new Date(lastDay), caller: systemCaller() }
  for (let from = 0; from < entries.length; from += entriesAtOnce)
    await postEntries(context, ledger, entries.slice(from, from + entriesAtOnce))
  await seedStocktaking(trx, registry)
}

/** A sheet of ten wares that were counted and found right. */
async function seedStocktaking(trx: Trx, registry: DocumentRegistry): Promise<void> {
  const { rows } = await sql<{ ware: number; on_hand: string }>`select market_ware_id as ware, on_hand::text
    from ledger.market_stock_balance order by market_ware_id limit 10`.execute(trx)
  const at = new Date(lastDay - 5 * dayMs).toISOString()
  const stamps = { created_at: at, updated_at: at }
  const [sheet] = await seedRecords(trx, registry, 'market_stocktaking', [{ title: 'انبارگردانی مهر', description: notes[4], ...stamps }])
  await seedRecords(
    trx,
    registry,
    'market_stock_count',
    rows.map(({ ware, on_hand }) => ({
      market_stocktaking_id: sheet,
      ware_id: ware,
      counted: on_hand,
      expected: on_hand,
      difference: '0',
      ...stamps,
    })),
  )
}

function changesOf(random: Random, { id, type, cost }: StockedWare, nth: number): Change[] {
  const price = (share: number) => `${Math.round(cost * share)}000`
  const start = -350 + (nth % 120)
  if (type === 'unique') {
    const codes = Array.from({ length: 6 }, (_, place) => `SN-${String(id).padStart(4, '0')}-${String(place + 1).padStart(2, '0')}`)
    return [{ ware: id, kind: 1, entry: 'supply', quantity: 6, fee: price(1), day: start, note: notes[0], codes }]
  }
  if (type !== 'standalone') return []
  const first = random.between(8, 90)
  const changes: Change[] = [{ ware: id, kind: 1, entry: 'supply', quantity: first, fee: price(1), day: start, note: notes[0] }]
  if (random.chance(0.6))
    changes.push({
      ware: id,
      kind: 1,
      entry: 'supply',
      quantity: random.between(4, 40),
      fee: price(1.12),
      day: start + 130,
      note: notes[1],
    })
  if (random.chance(0.35)) {
    // Now and then little or nothing is left.
    const lost = random.chance(0.2) ? first - random.between(0, 4) : random.between(1, 3)
    changes.push({
      ware: id,
      kind: 3,
      entry: 'damage',
      reason: random.between(1, 3),
      quantity: Math.min(first, lost),
      day: start + 60,
      note: notes[3],
    })
  }
  if (random.chance(0.15)) changes.push({ ware: id, kind: 5, entry: 'return', quantity: 1, day: start + 200, note: notes[2] })
  return changes
}
