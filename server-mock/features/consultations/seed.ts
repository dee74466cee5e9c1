import type { Trx } from '#server/database/database.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { createRandom } from '#server/model/seed-random.ts'
import { seedRecords } from '#server/model/model.ts'
import { isOpen, shiftDay, slotTimes, type Opening } from './slots.ts'

/** The last day of the demo's year; bookings go on for ten weeks after it. */
const base = '2026-10-31'
const daysBefore = 360
const daysAfter = 70

const opening: Opening = {
  weekdays: ['saturday', 'sunday', 'monday', 'tuesday', 'wednesday'],
  start_hour: 9,
  end_hour: 17,
  slot_minutes: 30,
  closed_dates: ['2026-12-01', '2026-12-30', '2027-01-16', '2027-03-21', '2027-03-22', '2027-03-23', '2027-03-24'],
}

const people = [
  ['نرگس محمودی', '09121456780'],
  ['حامد رضوانی', '09352217744'],
  ['Emily Turner', '+447700900123'],
  ['سمانه کریمی', '09193308812'],
  ['پویا شجاعی', '09127765501'],
  ['الناز ابراهیمی', '09369014420'],
  ['Jonas Keller', '+4915112345678'],
  ['محسن تاجیک', '09121100987'],
  ['مهسا وکیلی', '09914472230'],
  ['بهروز قنبری', '09133145566'],
  ['Aylin Demir', '+905321234567'],
  ['فرشته نوری', '09128840031'],
] as const
const notes = [
  'مشاورهٔ حقوقی قرارداد',
  'پرسش دربارهٔ وام',
  'First appointment',
  'ادامهٔ جلسهٔ پیش',
  'همراه دارد',
  'Prefers a call by video',
] as const

/** Settings, what a consultation costs, and some 150 bookings: dense around the base, sparser before and after. */
export async function seedConsultations(trx: Trx, registry: DocumentRegistry): Promise<void> {
  const random = createRandom(930)
  const stamps = { created_at: '2025-10-01T06:00:00.000Z', updated_at: '2025-10-01T06:00:00.000Z' }
  await seedRecords(trx, registry, 'consultation_settings', [{ ...opening, ...stamps }])
  await seedRecords(trx, registry, 'consultation_ware', [{ title: 'مشاورهٔ نیم‌ساعته', price: '4500000', ...stamps }])
  const times = slotTimes(opening)
  const bookings = Array.from({ length: daysBefore + daysAfter }, (_, index) => shiftDay(base, index - daysBefore))
    .filter((day) => isOpen(opening, day))
    .flatMap((day) => {
      const distance = Math.abs(Date.parse(day) - Date.parse(base)) / 86_400_000
      const count = distance < 45 ? random.between(1, 4) : random.chance(0.15) ? 1 : 0
      const chosen = new Set(Array.from({ length: count }, () => random.pick(times)))
      return [...chosen].map((time) => {
        const [name, phone] = random.pick(people)
        const made = `${shiftDay(day < base ? day : base, -random.between(1, 12))}T08:00:00.000Z`
        const note = random.chance(0.4) ? random.pick(notes) : null
        return { day, time, minutes: opening.slot_minutes, name, phone, note, created_at: made, updated_at: made }
      })
    })
  await seedRecords(trx, registry, 'consultation_booking', bookings)
}
