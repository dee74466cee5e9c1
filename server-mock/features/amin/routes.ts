import type { Feature } from '#server/feature.ts'
import { seedAmin } from './seed.ts'

/** Members with their wallets and records, meetings and costs: documents alone, and the demo's rows. */
export const amin: Feature = { module: 'amin', handlers: {}, seed: seedAmin }
