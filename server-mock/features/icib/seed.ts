import type { Trx } from '#server/database/database.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { seedRecords } from '#server/model/model.ts'
import { hsCodes } from './hs-codes.ts'

const dayMs = 24 * 60 * 60 * 1000
const firstDay = Date.UTC(2025, 1, 10, 7, 15)
const at = (days: number) => new Date(firstDay + days * dayMs).toISOString()
const day = (days: number) => at(days).slice(0, 10)

const plans = [
  ['پایه', 'Basic', '12000000', 90, 3],
  ['استاندارد', 'Standard', '38000000', 180, 10],
  ['حرفه‌ای', 'Professional', '72000000', 365, 25],
  ['صادرکنندگان', 'Exporters', '95000000', 365, 40],
  ['سازمانی', 'Enterprise', '240000000', 730, null],
  ['نوپا', 'Start-up', '5000000', 60, 2],
  ['پوشاک فصلی', 'Seasonal apparel', '21000000', 120, 8],
  ['نمایشگاه بهار', 'Spring fair', '9000000', 30, 5],
] as const

const goods: readonly (readonly [title: string, code: string, price: number])[] = [
  ['پیراهن مردانهٔ نخی', '6205', 1_850_000],
  ['پارچهٔ پنبه‌ای، طاقه', '5208', 14_200_000],
  ['جوراب نخی، بستهٔ دوازده‌تایی', '6115', 960_000],
  ['کت‌وشلوار فاستونی', '6203', 28_500_000],
  ['شال ابریشمی', '6214', 3_400_000],
  ['چرخ خیاطی صنعتی', '8452', 186_000_000],
  ['Cotton T-shirts', '6109', 1_100_000],
  ['نخ پنبه، دوک', '5205', 2_750_000],
  ['پتوی گلبافت', '6301', 8_900_000],
  ['لباس کار دوتکه', '6211', 4_600_000],
  ['کیف چرمی اداری', '4202', 9_750_000],
]

const achievements = [
  ['صادرکنندهٔ نمونهٔ استان', 'export'],
  ['گواهینامهٔ ISO 9001', 'quality'],
  ['نشان نوآوری در رنگرزی', 'innovation'],
  ['حامی برتر کودکان کار', 'charity'],
  ['غرفهٔ برتر نمایشگاه پوشاک', 'export'],
  ['گواهینامهٔ OEKO-TEX', 'quality'],
  ['جایزهٔ طراحی سبز', 'innovation'],
] as const

const statuses = ['issued', 'paid', 'paid', 'draft', 'paid', 'issued', 'paid', 'cancelled'] as const

/** Plans, codes of goods, and a year of invoices, achievements and follows of the organizations. */
export async function seedIcib(trx: Trx, registry: DocumentRegistry) {
  const codeIds = await seedRecords(
    trx,
    registry,
    'hs_code',
    hsCodes.map(([code, fa, en]) => ({ code, title: { fa, en } })),
  )
  const codes = new Map(hsCodes.map(([code], index) => [code, codeIds[index]!]))
  await seedRecords(
    trx,
    registry,
    'icib_plan',
    plans.map(([fa, en, price, duration_days, members_max], index) => ({
      title: { fa, en },
      price,
      duration_days,
      members_max,
      active: index !== plans.length - 1,
      created_at: at(index),
    })),
  )
  const organizations = await idsOf(trx, 'data.organization')
  const users = await idsOf(trx, 'data.user')
  if (organizations.length === 0 || users.length === 0) return
  const organization = (index: number) => organizations[index % organizations.length]!
  await seedInvoices(trx, registry, organization, codes)
  await seedRecords(
    trx,
    registry,
    'icib_achievement',
    Array.from({ length: 42 }, (_, index) => {
      const [title, kind] = achievements[index % achievements.length]!
      const score = 40 + ((index * 17) % 61)
      return { title, kind, score, organization_id: organization(index * 3), awarded_at: day(index * 8), created_at: at(index * 8 + 1) }
    }),
  )
  const pairs = new Map<string, { user_id: number; organization_id: number }>()
  for (let index = 0; index < 240; index += 1) {
    const pair = { user_id: users[(index * 7) % users.length]!, organization_id: organization(Math.floor(index / 6) + (index % 3)) }
    pairs.set(`${pair.user_id} ${pair.organization_id}`, pair)
  }
  await seedRecords(
    trx,
    registry,
    'icib_follow',
    [...pairs.values()].map((pair, index) => ({ ...pair, created_at: at(index % 340) })),
  )
}

async function seedInvoices(
  trx: Trx,
  registry: DocumentRegistry,
  organization: (index: number) => number,
  codes: ReadonlyMap<string, number>,
) {
  const invoices = Array.from({ length: 120 }, (_, index) => {
    const lines = Array.from({ length: 1 + ((index * 5 + 2) % 4) }, (_line, place) => {
      const [title, code, price] = goods[(index * 2 + place * 3) % goods.length]!
      const quantity = 5 + ((index * 11 + place * 7) % 90)
      return { title, hs_code_id: codes.get(code)!, quantity, unit_price: String(price), amount: String(price * quantity) }
    })
    const sum = lines.reduce((total, { amount }) => total + Number(amount), 0)
    const discount = index % 3 === 1 ? Math.floor((sum * 0.05) / 10_000) * 10_000 : 0
    const tax = Math.round((sum - discount) / 10)
    const totals = { subtotal: sum, discount, tax, payable: sum - discount + tax }
    return { lines, totals: Object.fromEntries(Object.entries(totals).map(([name, amount]) => [name, String(amount)])) }
  })
  const ids = await seedRecords(
    trx,
    registry,
    'icib_invoice',
    invoices.map(({ totals }, index) => {
      const status = statuses[index % statuses.length]!
      const isIssued = status !== 'draft'
      return {
        number: `IC-${1403 + Math.floor(index / 110)}-${String(index + 1).padStart(4, '0')}`,
        seller_id: organization(index * 2),
        buyer_id: organization(index * 2 + 5),
        status,
        issued_at: isIssued ? day(index * 3) : null,
        due_at: isIssued ? day(index * 3 + 30) : null,
        ...totals,
        created_at: at(index * 3 - 1),
      }
    }),
  )
  await seedRecords(
    trx,
    registry,
    'icib_invoice_line',
    invoices.flatMap(({ lines }, index) => lines.map((line, row) => ({ ...line, icib_invoice_id: ids[index]!, row: row + 1 }))),
  )
}

async function idsOf(trx: Trx, table: 'data.organization' | 'data.user'): Promise<number[]> {
  const rows = await trx.selectFrom(table).select('id').orderBy('id').execute()
  return rows.map(({ id }) => id as number)
}
