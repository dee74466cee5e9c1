import { sql } from 'kysely'
import type { ModelContext } from '#server/model/context.ts'
import type { PricedProduct, TaxRule } from './pricing.ts'

export interface PricedMarket extends PricedProduct {
  /** The tax rule of its market; undefined where it has none. */
  rule?: TaxRule
  wareCount: number
}

/** Products of these ids with the tax rule of their market. */
export async function readPricing({ trx }: Pick<ModelContext, 'trx'>, products: readonly number[]): Promise<Map<number, PricedMarket>> {
  const { rows } = await sql<{
    id: number
    categories: number[] | null
    activate_tax: boolean
    ware_count: number | null
    rule: TaxRule | null
  }>`
    select p.id, p.categories, p.activate_tax, p.ware_count, case when s.id is not null then jsonb_build_object(
      'tax_enabled', coalesce(s.tax_enabled, false), 'tax_should_add_to_price', coalesce(s.tax_should_add_to_price, false),
      'tax_value_added', s.tax_value_added::text, 'tax_withholding', s.tax_withholding::text, 'tax_municipality', s.tax_municipality::text,
      'tax_specific_cats', coalesce(to_jsonb(s.tax_specific_cats), '[]')) end as rule
    from data.market_product p left join data.market_sale_settings s on s.market_id = p.market_id
    where p.id = any(${[...new Set(products)]}::bigint[])`.execute(trx)
  return new Map(
    rows.map(({ id, categories, activate_tax, ware_count, rule }) => [
      id,
      { id, categories: categories ?? [], activate_tax, wareCount: ware_count ?? 0, ...(rule && { rule }) },
    ]),
  )
}
