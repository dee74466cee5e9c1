import type { Trx } from '#server/database/database.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { createRandom, type Random } from '#server/model/seed-random.ts'
import { seedRecords } from '#server/model/model.ts'
import { costKinds, descriptions, meetingTitles, memberNames, places } from './seed-texts.ts'

/** The last day of the demo's year. */
const lastDay = Date.UTC(2026, 9, 31)
const dayMs = 24 * 60 * 60 * 1000

const dayBefore = (days: number): string => new Date(lastDay - days * dayMs).toISOString().slice(0, 10)
const stampsOf = (day: string) => ({ created_at: `${day}T07:30:00.000Z`, updated_at: `${day}T07:30:00.000Z` })
const rounded = (amount: number, step: number): string => String(Math.round(amount / step) * step)

type Kind = 'deposit' | 'withdrawal' | 'loan' | 'instalment' | 'fee'
interface SeedRecord extends Record<string, unknown> {
  member_id: number
  kind: Kind
  amount: string
  happened_on: string
}

/** A fund of neighbours over a year: who belongs to it, what they paid in and borrowed, where they met and what was spent. */
export async function seedAmin(trx: Trx, registry: DocumentRegistry): Promise<void> {
  const random = createRandom(1404)
  const members = memberRows(random)
  const ids = await seedRecords(trx, registry, 'amin_member', members)
  const records = ids.flatMap((id) => recordsOf(id, random)).sort((one, other) => (one.happened_on < other.happened_on ? -1 : 1))
  await seedRecords(
    trx,
    registry,
    'amin_wallet',
    ids.flatMap((id) => walletsOf(id, records)),
  )
  await seedRecords(
    trx,
    registry,
    'amin_record',
    records.map((record, index) => ({ ...record, reference: `AM-${10_001 + index}`, ...stampsOf(record.happened_on) })),
  )
  await seedRecords(trx, registry, 'amin_meeting', meetingRows(random))
  await seedRecords(trx, registry, 'amin_cost', costRows(random, ids))
}

const memberRows = (random: Random) =>
  memberNames.map((name, index) => {
    const joined = dayBefore(1100 - index * 22)
    const status = index % 13 === 12 ? 'left' : index % 9 === 8 ? 'suspended' : 'active'
    const mobile = `09${random.between(12, 39)}${String(random.between(1_000_000, 9_999_999))}`
    return { number: `M-${1001 + index}`, name, mobile, joined_on: joined, status, note: null, ...stampsOf(joined) }
  })

/** A deposit each month, now and then a withdrawal, and for some a loan that is paid back in instalments with a fee. */
function recordsOf(member: number, random: Random): SeedRecord[] {
  const share = random.between(10, 60) * 500_000
  const add = (kind: Kind, amount: string, daysAgo: number): SeedRecord => ({
    member_id: member,
    kind,
    amount,
    happened_on: dayBefore(daysAgo),
    description: random.pick(descriptions[kind]),
  })
  const months = Array.from({ length: 4 }, (_, month) => month * 90 + random.between(0, 8))
  const rows = months.map((daysAgo) => add('deposit', String(share), daysAgo))
  if (random.chance(0.3)) rows.push(add('withdrawal', rounded(share * 0.6, 100_000), random.between(5, 200)))
  if (random.chance(0.35)) {
    const loan = share * random.between(4, 8)
    const taken = random.between(120, 330)
    rows.push(add('loan', String(loan), taken), add('fee', rounded(loan * 0.02, 10_000), taken))
    for (let paid = 1; paid <= 2; paid += 1) rows.push(add('instalment', rounded(loan / 10, 100_000), taken - paid * 45))
  }
  return rows
}

function walletsOf(member: number, records: readonly SeedRecord[]) {
  const sum = (...kinds: Kind[]): number =>
    records
      .filter((record) => record.member_id === member && kinds.includes(record.kind))
      .reduce((total, { amount }) => total + Number(amount), 0)
  const stamps = stampsOf(dayBefore(0))
  const main = { member_id: member, kind: 'main', balance: String(sum('deposit') - sum('withdrawal', 'fee')), active: true, ...stamps }
  const owed = sum('loan') - sum('instalment')
  return owed > 0 ? [main, { member_id: member, kind: 'loan', balance: String(-owed), active: true, ...stamps }] : [main]
}

const meetingRows = (random: Random) =>
  Array.from({ length: 26 }, (_, index) => {
    const day = dayBefore(350 - index * 15)
    const isPast = index < 23
    const status = !isPast ? 'planned' : index % 8 === 5 ? 'cancelled' : 'held'
    return {
      title: meetingTitles[index % meetingTitles.length]!,
      starts_at: `${day}T${index % 2 ? '14:00' : '06:30'}:00.000Z`,
      place: random.pick(places),
      status,
      attendees: status === 'held' ? random.between(9, 34) : null,
      minutes: null,
      ...stampsOf(dayBefore(360 - Math.min(index, 22) * 15)),
    }
  })

const costRows = (random: Random, members: readonly number[]) =>
  Array.from({ length: 64 }, (_, index) => {
    const kind = costKinds[index % costKinds.length]!
    const spent = dayBefore(Math.max(0, 358 - index * 6 + random.between(0, 3)))
    return {
      title: kind.title,
      category: kind.category,
      amount: rounded(random.between(kind.least, kind.most) * 10_000, 100_000),
      spent_on: spent,
      receipt_number: random.chance(0.85) ? `R-${2_300 + index}` : null,
      paid_by_id: random.chance(0.7) ? random.pick(members.slice(0, 6)) : null,
      note: null,
      ...stampsOf(spent),
    }
  }).sort((one, other) => (one.spent_on < other.spent_on ? -1 : 1))
