import type { Feature } from '#server/feature.ts'
import { closeYear, dateInYears, yearCanClose, yearIsOpen, yearKeepsDocuments } from './close-year.ts'
import { seedAccountant } from './seed.ts'

export const accountant: Feature = {
  module: 'accountant',
  handlers: {},
  guards: {
    'date-in-years': dateInYears,
    'year-is-open': yearIsOpen,
    'year-can-close': yearCanClose,
    'year-keeps-documents': yearKeepsDocuments,
  },
  effects: { 'close-year': closeYear },
  seed: seedAccountant,
}
