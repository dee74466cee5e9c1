import { sql } from 'kysely'
import { isAllowed } from '#server/caller.ts'
import { readLabels } from '#server/features/tagging/labels-store.ts'
import { findModel, trusted, type ModelContext } from '#server/model/context.ts'
import { flagsOf } from '#server/model/flags.ts'
import type { ReadAnswer } from '#server/model/lifecycles/hooks.ts'
import { readRecords } from '#server/model/read.ts'

/** Wares that the cell of a product shows at first. @source specification, "the first 2 wares" */
const shownWares = 2
const warePaths = ['full_title', 'sale_price', 'original_price', 'currency', 'is_available', 'inventory_type', 'product']

/** The product cell of lists: what a product is called and has, its first wares, and what the caller may do. */
export const readProductCells: ReadAnswer = async (context, ids) => {
  const entity = findModel(context, 'market_product')
  const paths = ['title', 'thumbnail', 'ware_count', 'sale_count', 'is_available', 'currency', 'labels', 'product_type.slug']
  const products = await readRecords(context, entity, ids, { ...trusted, paths })
  const wares = await firstWares(context, ids)
  const labels = new Map(
    (
      await readLabels(
        context,
        products.flatMap(({ record }) => labelIds(record.labels)),
      )
    ).map((label) => [label.id, label]),
  )
  const may = (permission: string) => isAllowed(context.caller, permission)
  return products.map(({ record, row }) => ({
    id: record.id,
    version: record.version,
    title: record.title,
    product_type: record.product_type,
    product: {
      productId: record.id,
      title: record.title,
      thumbnail: record.thumbnail ?? null,
      wareCount: record.ware_count ?? 0,
      saleCount: record.sale_count ?? 0,
      labels: labelIds(record.labels).flatMap((id) => (labels.has(id) ? [{ id, title: labels.get(id)!.title }] : [])),
      is_available: record.is_available,
      currency: record.currency ?? null,
      wares: wares.get(record.id) ?? [],
      can_view_product: may('market.view'),
      can_edit_product: may('market.write') && flagsOf(context, entity, row).can_edit,
      can_manage_wares: may('market.wares') && row.deleted_at === null,
      can_set_prices: may('market.prices') && row.deleted_at === null,
    },
  }))
}

const labelIds = (labels: unknown): number[] => [...new Set(Object.values((labels ?? {}) as Record<string, number[]>).flat())]

async function firstWares(context: ModelContext, products: readonly number[]): Promise<Map<number, Record<string, unknown>[]>> {
  const { rows } = await sql<{ id: number }>`select id from (
      select id, product_id, row_number() over (partition by product_id order by "order", id) as place
      from data.market_ware where product_id = any(${[...products]}::bigint[]) and deleted_at is null) numbered
    where place <= ${shownWares} order by product_id, place`.execute(context.trx)
  const found = await readRecords(
    context,
    findModel(context, 'market_ware'),
    rows.map(({ id }) => id),
    { ...trusted, paths: warePaths },
  )
  const byProduct = new Map<number, Record<string, unknown>[]>()
  for (const { record, row } of found) {
    const product = Number(row.product_id)
    byProduct.set(product, [...(byProduct.get(product) ?? []), record])
  }
  return byProduct
}
