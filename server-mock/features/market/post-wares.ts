import { sql } from 'kysely'
import { compareDecimal } from '#schemas/rules/numbers/decimal.ts'
import { findModel, trusted, type ModelContext } from '#server/model/context.ts'
import { readRecords, type StoredRow } from '#server/model/read.ts'
import type { PostExtension } from '#server/features/content/post-extensions.ts'
import { readStock } from './stock.ts'

/** What a post that presents a product says of its wares. */
type PostWares = {
  wares_titles: string[]
  /** Null of a post without a product. */
  ware_is_available: boolean | null
  available_wares_count: number
  unavailable_wares_count: number
}

const none: PostWares = { wares_titles: [], ware_is_available: null, available_wares_count: 0, unavailable_wares_count: 0 }
const productColumn = 'market__product_id'

/** The column of posts that holds their product; none without the module that adds it. */
const productColumns = ({ registry }: Pick<ModelContext, 'registry'>): string[] =>
  registry.entities.has('market_ware') && registry.entities.get('post')?.document.schema.properties.market__product ? [productColumn] : []

/**
 * The wares of the products of posts, whose rows have their {@link productColumns}, in the order of the wares. A ware is available while
 * it is switched on and is not out of stock, unless it is sold without stock as well.
 */
async function readPostWares(context: ModelContext, posts: readonly StoredRow[]): Promise<PostWares[]> {
  const products = posts.map((post) => (typeof post[productColumn] === 'number' ? post[productColumn] : undefined))
  const wanted = [...new Set(products.filter((id) => id !== undefined))]
  if (wanted.length === 0) return posts.map(() => none)
  const { rows: ids } = await sql<{ id: number }>`select w.id from data.market_ware w join data.market_product p on p.id = w.product_id
    where w.product_id = any(${wanted}::bigint[]) and w.deleted_at is null and p.deleted_at is null order by w."order", w.id`.execute(
    context.trx,
  )
  const wares = await readRecords(
    context,
    findModel(context, 'market_ware'),
    ids.map(({ id }) => id),
    { ...trusted, paths: ['full_title'], columns: ['product_id', 'is_available', 'stop_when_empty', 'inventory_type', 'dependent_wares'] },
  )
  const stocks = await readStock(
    context,
    wares.map(({ row }) => row),
  )
  const known = wares.map(({ record, row }, at) => ({
    product: Number(row.product_id),
    title: String(record.full_title ?? `#${record.id}`),
    available: row.is_available === true && (row.stop_when_empty !== true || compareDecimal(stocks[at]!.stock, '0') > 0),
  }))
  return products.map((product) => {
    if (product === undefined) return none
    const own = known.filter((ware) => ware.product === product)
    const available = own.filter((ware) => ware.available).length
    return {
      wares_titles: own.map(({ title }) => title),
      ware_is_available: available > 0,
      available_wares_count: available,
      unavailable_wares_count: own.length - available,
    }
  })
}

/** Posts that present a product tell its wares. */
export const productPosts: PostExtension = { columns: productColumns, read: readPostWares }
