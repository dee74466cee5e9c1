import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { computeAgain } from '#server/model/compute/follow-changes.ts'
import { planOf } from '#server/model/compute/compute-plan.ts'
import { findModel, systemCaller } from '#server/model/context.ts'
import { seedRecords } from '#server/model/model.ts'
import { createRandom, type Random } from '#server/model/seed-random.ts'
import { items, type Priced } from './seed-items.ts'

const dayMs = 24 * 60 * 60 * 1000
const days = 3 * 365
/** Minutes of a day in UTC at which prices are taken: in the morning, at noon and at the close of Tehran. */
const minutes = [6 * 60, 8 * 60 + 45, 12 * 60 + 30] as const

/** Weekdays without trade, 0 being Sunday. */
const closedOn: Readonly<Record<Priced['kind'], readonly number[]>> = {
  gold: [5],
  currency: [5],
  metal: [0, 6],
  energy: [0, 6],
  share: [4, 5],
  fund: [4, 5],
}

/** Forty things with three years of prices, three a day of trade until yesterday. The prices are the same on every run. */
export async function seedStock(trx: Trx, registry: DocumentRegistry): Promise<void> {
  const random = createRandom(1405)
  const today = Math.floor(Date.now() / dayMs) * dayMs
  const made = new Date(today - days * dayMs).toISOString()
  const ids = await seedRecords(
    trx,
    registry,
    'stock_item',
    items.map(({ code, fa, en, kind, unit, currency }) => ({
      code,
      title: { fa, en },
      kind,
      currency,
      ...(unit && { unit }),
      created_at: made,
      updated_at: made,
    })),
  )
  for (const [at, item] of items.entries()) await insertPrices(trx, ids[at]!, history(random, item, today))
  const context = { trx, registry, now: new Date(), caller: systemCaller() }
  const entity = findModel(context, 'stock_item')
  await computeAgain(context, entity, ids, new Set(planOf(registry).fields.filter((field) => field.entity === entity)))
}

interface Prices {
  prices: string[]
  moments: string[]
}

/** A walk that ends at the latest price, on the last day of trade. */
function history(random: Random, { kind, price, decimals, yearly, daily }: Priced, today: number): Prices {
  const steps: number[] = []
  const moments: string[] = []
  const drift = Math.log(1 + yearly / 100) / 365
  let level = 0
  for (let day = days; day >= 1; day--) {
    const start = today - day * dayMs
    level += drift
    if (closedOn[kind].includes(new Date(start).getUTCDay())) continue
    for (const minute of minutes) {
      // Three even numbers add up to one that is nearly normal.
      level += ((random.next() + random.next() + random.next() - 1.5) * daily) / 100
      steps.push(level)
      moments.push(new Date(start + minute * 60_000).toISOString())
    }
  }
  const last = steps.at(-1) ?? 0
  return { prices: steps.map((step) => (price * Math.exp(step - last)).toFixed(decimals)), moments }
}

/** A hundred thousand rows take a second as lists, and ten as parameters. */
async function insertPrices(trx: Trx, item: number, { prices, moments }: Prices): Promise<void> {
  await sql`insert into data.stock_price (item_id, price, effected_at, created_at, updated_at)
    select ${item}::bigint, price, moment, moment, moment
    from unnest(${prices}::numeric[], ${moments}::timestamptz[]) as given(price, moment)`.execute(trx)
}
