import type { Trx } from '#server/database/database.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { seedRecords } from '#server/model/seed.ts'

const reports = [
  {
    text: 'پس از انتخاب دو سفارش، نوار پایین روی آخرین ردیف می‌افتد و قیمت آن دیده نمی‌شود.',
    page: '/arena',
    page_title: 'سفارش‌ها',
    language: 'fa',
    window: '1366 × 768',
    status: 'new',
  },
  {
    text: 'در گوشی، تاریخ انتشار مطلب با انگشت باز نمی‌شود.',
    page: '/content/types',
    page_title: 'انواع محتوا',
    language: 'fa',
    window: '390 × 844',
    status: 'seen',
  },
  {
    text: 'The name of a new user is cut off in the confirmation.',
    page: '/persons/users/create',
    page_title: 'New user',
    language: 'en',
    window: '1366 × 768',
    status: 'done',
  },
]

/** Three reports without recordings; the same on every run. */
export async function seedReports(trx: Trx, registry: DocumentRegistry): Promise<void> {
  await seedRecords(
    trx,
    registry,
    'problem_report',
    reports.map((report, at) => {
      const day = new Date(Date.UTC(2024, 0, 12 + at, 8, 30))
      return { ...report, created_at: day, updated_at: day }
    }),
  )
}
