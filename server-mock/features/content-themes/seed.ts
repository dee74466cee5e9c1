import type { Trx } from '#server/database/database.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { seedRecords } from '#server/model/model.ts'
import { faqs, slideshows } from './seed-rows.ts'

const lastDay = Date.UTC(2026, 9, 31)
const dayMs = 24 * 60 * 60 * 1000

const stamps = (index: number, everyDays: number) => {
  const moment = new Date(lastDay - index * everyDays * dayMs - index * 3_700_000).toISOString()
  return { created_at: moment, updated_at: moment }
}

/** Slideshows of the site and its questions; the same rows on every run. */
export async function seedThemes(trx: Trx, registry: DocumentRegistry): Promise<void> {
  await seedRecords(
    trx,
    registry,
    'slideshow',
    slideshows.map((slideshow, index) => ({ id: index + 1, active: true, ...slideshow, ...stamps(index, 31) })),
  )
  const order = new Map<string, number>()
  await seedRecords(
    trx,
    registry,
    'faq',
    faqs.map(([type, question, answer], index) => {
      order.set(type, (order.get(type) ?? 0) + 10)
      return { id: index + 1, type, question, answer: `<p>${answer}</p>`, order: order.get(type), active: true, ...stamps(index, 9) }
    }),
  )
}
