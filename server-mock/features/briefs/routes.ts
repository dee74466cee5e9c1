import type { Feature } from '#server/feature.ts'
import { seedBriefs } from './seed.ts'

/** All calls are declared; here is the demo. */
export const briefs: Feature = { module: 'briefs', handlers: {}, seed: seedBriefs }
