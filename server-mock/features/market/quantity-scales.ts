import { canonicalDecimal } from '#schemas/rules/numbers/decimal.ts'
import type { FieldMessage } from '#server/errors.ts'
import { findModel, type ModelContext } from '#server/model/context.ts'
import { selectAnyRows, type StoredRow } from '#server/model/read.ts'

/** How many decimals quantities of these wares have: as many as their units; 3 without a unit. */
export async function quantityScales(context: ModelContext, wares: readonly StoredRow[]): Promise<(ware: StoredRow) => number> {
  const ids = wares.flatMap(({ unit_id }) => (unit_id === null ? [] : [Number(unit_id)]))
  const units = await selectAnyRows(context, findModel(context, 'market_unit'), [...new Set(ids)])
  const decimals = new Map(units.map((unit) => [unit.id, Number(unit.decimals ?? 0)]))
  return ({ unit_id }) => (unit_id === null ? 3 : (decimals.get(Number(unit_id)) ?? 3))
}

/** What is wrong with a quantity that has more decimals than these. */
export function scaleFault(quantity: string, scale: number): FieldMessage | undefined {
  if ((canonicalDecimal(quantity).split('.')[1]?.length ?? 0) <= scale) return undefined
  return scale === 0 ? { key: 'rules.type_integer' } : { key: 'rules.decimal_places', values: { decimals: scale } }
}
