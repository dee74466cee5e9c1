import { sql } from 'kysely'
import { canonicalDecimal, compareDecimal, subtractDecimal } from '#schemas/rules/numbers/decimal.ts'
import { validationError, type FieldErrors } from '#server/errors.ts'
import { findModel, type ModelContext } from '#server/model/context.ts'
import type { Effect } from '#server/model/lifecycles/hooks.ts'
import { postEntries } from '#server/model/ledgers/post-entries.ts'
import { holdAccounts } from '#server/model/ledgers/ledger-tables.ts'
import { servedLedger } from '#server/model/ledgers/served-ledger.ts'
import { selectAnyRows, type StoredRow } from '#server/model/read.ts'
import { quantityScales, scaleFault } from './quantity-scales.ts'

export const ledger = 'market_stock'

export interface Stock {
  stock: string
  average_purchase_price: string | null
}

interface Balance {
  id: number
  on_hand: string
  average_price: string | null
}

/** Stock and average purchase price of wares; that of a related ware is the smallest stock of those that it depends on. */
export async function readStock({ trx }: Pick<ModelContext, 'trx'>, wares: readonly StoredRow[]): Promise<Stock[]> {
  const partsOf = (ware: StoredRow) => (ware.inventory_type === 'related' ? ((ware.dependent_wares ?? []) as number[]) : [])
  const ids = [...new Set(wares.flatMap((ware) => [ware.id, ...partsOf(ware)]))]
  const { rows } = await sql<Balance>`select market_ware_id as id, on_hand::text, average_price::text
    from ledger.market_stock_balance where market_ware_id = any(${ids}::bigint[])`.execute(trx)
  const balances = new Map(rows.map((row) => [Number(row.id), row]))
  const stockOf = (id: number): string => balances.get(id)?.on_hand ?? '0'
  return wares.map((ware) => {
    const stocks = ware.inventory_type === 'related' ? partsOf(ware).map(stockOf) : [stockOf(ware.id)]
    const stock = stocks.reduce((least, one) => (compareDecimal(one, least) < 0 ? one : least), stocks[0] ?? '0')
    const average = balances.get(ware.id)?.average_price ?? null
    return { stock: canonicalDecimal(stock), average_purchase_price: average === null ? null : canonicalDecimal(average) }
  })
}

/** How a stock stands to the alarm of its ware. */
export function stockLevel(stock: string, alarm: unknown): 'empty' | 'low' | 'enough' {
  if (compareDecimal(stock, '0') <= 0) return 'empty'
  return typeof alarm === 'string' && compareDecimal(stock, alarm) <= 0 ? 'low' : 'enough'
}

/** Posts what a stocktaking has found: the difference of each ware to its stock, which is held meanwhile. */
export const settleCounts: Effect = async (context, { after }) => {
  const { rows } = await sql<{ id: number; row: number; ware_id: number; counted: string }>`select id, row, ware_id, counted::text
    from data.market_stock_count where market_stocktaking_id = ${after.id} order by ware_id for update`.execute(context.trx)
  await requireScales(context, rows)
  const served = servedLedger(context, ledger)
  const held = await holdAccounts(
    context,
    served,
    rows.map(({ ware_id }) => [Number(ware_id)]),
  )
  const entries = []
  for (const { id, row, ware_id, counted } of rows) {
    const expected = held.get(String(ware_id))?.on_hand ?? '0'
    const difference = canonicalDecimal(subtractDecimal(counted, expected))
    await sql`update data.market_stock_count set expected = ${expected}, difference = ${difference} where id = ${id}`.execute(context.trx)
    const side = compareDecimal(difference, '0')
    if (side === 0) continue
    entries.push({
      entry: side > 0 ? 'found' : 'missing',
      account: { market_ware: Number(ware_id) },
      amounts: { quantity: side > 0 ? difference : difference.slice(1) },
      source: { entity: 'market_stocktaking', id: after.id, row: id },
      note: after.title,
      pathOf: () => `counts.${row - 1}.counted`,
    })
  }
  if (rows.length === 0) throw validationError({ counts: [{ key: 'rules.required' }] })
  await postEntries(context, ledger, entries)
}

/** @throws a 422 at each counted quantity that is finer than the unit of its ware */
async function requireScales(context: ModelContext, rows: readonly { row: number; ware_id: number; counted: string }[]): Promise<void> {
  const wares = await selectAnyRows(
    context,
    findModel(context, 'market_ware'),
    rows.map(({ ware_id }) => Number(ware_id)),
  )
  const scaleOf = await quantityScales(context, wares)
  const errors: FieldErrors = {}
  for (const { row, ware_id, counted } of rows) {
    const ware = wares.find(({ id }) => id === Number(ware_id))
    const fault = ware && scaleFault(counted, scaleOf(ware))
    if (fault) errors[`counts.${row - 1}.counted`] = [fault]
  }
  if (Object.keys(errors).length > 0) throw validationError(errors)
}
