import type { Feature } from '#server/feature.ts'
import { yearIsOpen } from './fiscal-years.ts'
import { seedAccountant } from './seed.ts'

export const accountant: Feature = { module: 'accountant', handlers: {}, seed: seedAccountant, guards: { 'year-is-open': yearIsOpen } }
