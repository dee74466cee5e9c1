import { expandGrid } from '#server/documents/expand-grid.ts'
import type { Feature, Handler } from '#server/feature.ts'
import { serveDemoPictures } from './demo-pictures.ts'
import { seedMarket } from './seed.ts'
import { readProductCells } from './product-cells.ts'
import { findWare, pathsCombo, saveChange } from './inventory.ts'
import { settleCounts } from './stock.ts'
import { waitingUsers, wishProduct } from './wish.ts'
import { completeWare, fetchWare, readWares, setAvailability } from './wares.ts'

/** The filters of the list of products, with their choices. */
const productFilters: Handler<'market-products-filters'> = async ({ registry, caller, config }) => {
  const { grid } = expandGrid(registry, { ...caller, locales: config.locales }, 'market/product/list', {})
  return { results: (grid.filters ?? []).map((filter) => ({ ...filter, title: filter.title ?? '', kind: filter.kind ?? 'text' })) }
}

/** The market: how products and wares are told, and what a ware begins with. */
export const market: Feature = {
  module: 'market',
  handlers: {
    'market-products-filters': productFilters,
    'market-ware-fetch': fetchWare,
    'market-inventory-form-ware-find': findWare,
    'market-inventory-save': saveChange,
    'market-availability-alert': wishProduct,
    'market-product-availability': setAvailability('market_product'),
    'market-ware-availability': setAvailability('market_ware'),
  },
  answers: { 'product-cell': readProductCells, ware: readWares },
  audiences: { 'waiting-users': waitingUsers },
  serve: serveDemoPictures,
  seed: seedMarket,
  effects: { 'complete-ware': completeWare, 'settle-counts': settleCounts },
  combos: { 'market-paths': pathsCombo },
}
