import type { Trx } from '#server/database/database.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { createRandom } from '#server/model/seed-random.ts'
import { seedRecords } from '#server/model/model.ts'
import { shortLinkOf } from './short-links.ts'

/** The last day of the demo's year. */
const lastDay = Date.UTC(2026, 9, 31, 8)
const dayMs = 24 * 60 * 60 * 1000

const pages: readonly (readonly [title: string, target: string])[] = [
  ['فروش ویژهٔ نوروز', 'https://example.com/sale/nowruz'],
  ['راهنمای خرید', 'https://example.com/help/buying'],
  ['کانال تلگرام', 'https://example.com/telegram'],
  ['صفحهٔ اینستاگرام', 'https://example.com/instagram'],
  ['فرم همکاری', 'https://example.com/jobs/apply'],
  ['Autumn sale', 'https://example.com/sale/autumn'],
  ['نظرسنجی مشتریان', 'https://example.com/survey?from=sms'],
  ['نشانی فروشگاه روی نقشه', 'https://example.com/map#store'],
  ['Warranty terms', 'https://example.com/terms/warranty'],
  ['کاتالوگ پاییز', 'https://example.com/files/catalogue-autumn.pdf'],
  ['ثبت شکایت', 'https://example.com/contact/complaint'],
  ['پیگیری سفارش', 'https://example.com/orders/track'],
]
const sources = [
  ['', '', ''],
  [' – پیامک', ' – text message', 'sms'],
  [' – خبرنامه', ' – newsletter', 'newsletter'],
  [' – بنر سایت', ' – banner', 'banner'],
] as const

/** Four dozen links of a year of campaigns; some were opened often, a few never. */
export async function seedForwarder(trx: Trx, registry: DocumentRegistry): Promise<void> {
  const random = createRandom(302)
  const rows = sources.flatMap(([persian, english, source], round) =>
    pages.map(([title, target], index) => {
      const made = new Date(lastDay - (360 - (round * pages.length + index) * 7) * dayMs).toISOString()
      const url = new URL(target)
      if (source !== '') url.searchParams.set('utm_source', source)
      return {
        title: title + (/^[A-Z]/.test(title) ? english : persian),
        target: url.href,
        short_link: shortLinkOf(`demo${String(round * pages.length + index + 1).padStart(3, '0')}`),
        used_count: random.chance(0.12) ? 0 : Math.round(random.between(2, 40) ** 2 / 2),
        created_at: made,
        updated_at: made,
      }
    }),
  )
  await seedRecords(trx, registry, 'link', rows)
}
