import { isRecord } from '#schemas/rules/is-record.ts'

/** A ware as the cell of its product lists it. */
export interface CellWare {
  id: number
  version: number
  full_title: string | null
  sale_price: string | null
  original_price?: string | null
  currency: string | null
  is_available: boolean
}

/** What the cell shows of a product, and what the reader may do with it. */
export interface CellProduct {
  productId: number
  title: string
  thumbnail?: unknown
  wareCount: number
  saleCount: number
  labels: readonly { id: number; title: string }[]
  is_available: boolean
  currency: string | null
  wares: readonly CellWare[]
  can_view_product: boolean
  can_edit_product: boolean
  can_manage_wares: boolean
  can_set_prices: boolean
}

/** Wares that are seen without asking for all. @source specification, "the first 2 wares" */
export const firstWares = 2

/** The product of a row; undefined where the row has none. */
export function readProduct(row: Readonly<Record<string, unknown>>): CellProduct | undefined {
  const { product } = row
  return isRecord(product) && Array.isArray(product.wares) && Array.isArray(product.labels)
    ? (product as unknown as CellProduct)
    : undefined
}

/** The small picture of a product, on this server or elsewhere on the web; undefined where it has none. */
export function pictureOf({ thumbnail }: Pick<CellProduct, 'thumbnail'>): string | undefined {
  if (!isRecord(thumbnail)) return undefined
  const versions = isRecord(thumbnail.versions) ? thumbnail.versions : {}
  const source = versions.panel_thumb ?? versions.original ?? thumbnail.link
  return typeof source === 'string' && /^(\/|https?:)/.test(source) ? source : undefined
}
