import type { Feature } from '#server/feature.ts'
import { seedStock } from './seed.ts'

/** Prices: all of it is said in documents, but for the demo. */
export const stock: Feature = { module: 'stock', handlers: {}, seed: seedStock }
