import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { createRandom, type Random } from '#server/model/seed-random.ts'
import { seedComments, seedWithHistory, type PastComment, type PastRecord, type PastStep } from '#server/model/seed-history.ts'
import { borders, closingNotes, consignees, customs, questions, routes, shippingTypes } from './seed-words.ts'

const orders = 120
const dayMs = 24 * 60 * 60 * 1000
const hourMs = 60 * 60 * 1000
const lastDay = Date.UTC(2026, 9, 31)
const firstDay = lastDay - 365 * dayMs

interface People {
  operators: number[]
  customers: number[]
}

/** A year of shipping orders by land, air and sea, oldest first, with what was declared and said about them; the same on every run. */
export async function seedArena(trx: Trx, registry: DocumentRegistry): Promise<void> {
  const random = createRandom(1404)
  const people = await findPeople(trx)
  const composed = Array.from({ length: orders }, (_, index) => compose(random, people, index))
  const ids = await seedWithHistory(
    trx,
    registry,
    'shipping_order',
    composed.map(({ past }) => past),
  )
  const comments = composed.flatMap(({ comments: own }, index) => own.map((comment) => ({ ...comment, record: ids[index]! })))
  await seedComments(trx, registry, 'shipping_order', comments)
}

async function findPeople(trx: Trx): Promise<People> {
  const { rows } = await sql<{ id: number; roles: string[] | null }>`select id, roles from data.user order by id`.execute(trx)
  const having = (...roles: string[]) => rows.filter((row) => roles.some((role) => row.roles?.includes(role))).map(({ id }) => id)
  return { operators: having('operator', 'staff'), customers: having('customer') }
}

const iso = (at: number): string => new Date(at).toISOString()
const digits = (random: Random, count: number): string => String(random.between(10 ** (count - 1), 10 ** count - 1))

function compose(random: Random, people: People, index: number): { past: PastRecord; comments: Omit<PastComment, 'record'>[] } {
  const at = firstDay + Math.floor((index / orders) * 363) * dayMs + random.between(4 * 60, 13 * 60) * 60_000
  const by = random.pick(people.operators)
  const shipper = random.pick(['AT', 'AT', 'AT', 'AC', 'AC', 'AR'] as const)
  const [from, to, daysOnWay] = random.pick(routes[shipper])
  const loadedAt = at + random.between(1, 6) * dayMs
  const packages = random.between(8, 640)
  const truck = `${random.between(11, 99)}ع${random.between(111, 999)}-${random.between(11, 99)}`
  const participants = index % 7 === 3 ? [] : [...new Set([by, random.pick(people.customers), random.pick(people.operators)])]
  const row = {
    ref_no: `SO-${new Date(at).getUTCFullYear()}-${String(index + 1).padStart(4, '0')}`,
    truck_no: shipper === 'AT' ? truck : null,
    container_no: shipper === 'AR' ? null : `${random.pick(['MSCU', 'TGHU', 'HLXU', 'CMAU'])}${digits(random, 7)}`,
    shipper,
    loading_place: from,
    arrival_place: to,
    packages_number: packages,
    weight: packages * random.between(9, 46) + random.between(0, 9) / 10,
    l_c_no: random.chance(0.6) ? `LC${digits(random, 8)}` : null,
    b_l_no: `${shipper === 'AR' ? '235-' : 'BL'}${digits(random, 8)}`,
    loaded_at: iso(loadedAt),
    shipping_type: random.pick(shippingTypes[shipper]),
    consignee: random.pick(consignees),
    participants,
    status: 'open',
  }
  const steps = stepsOf(random, people, { at: loadedAt, daysOnWay, shipper, to, packages, isFirst: index === 0 })
  const comments = (random.chance(0.45) || index === 0 ? questions : [])
    .slice(0, random.between(1, 2))
    .map(() => random.pick(questions))
    .map((text, nth) => ({ text, by: random.pick(people.operators), at: loadedAt + (nth + 1) * random.between(6, 20) * hourMs }))
    .filter((comment) => comment.at < lastDay)
  return { past: { row, at, by, steps: steps.filter((step) => step.at < lastDay) }, comments }
}

interface Way {
  at: number
  daysOnWay: number
  shipper: 'AT' | 'AR' | 'AC'
  to: string
  packages: number
  isFirst: boolean
}

/** What is declared on the way, and the end of the order; the oldest one was opened again. */
function stepsOf(random: Random, { operators }: People, { at, daysOnWay, shipper, to, packages, isFirst }: Way): PastStep[] {
  const borderAt = at + Math.ceil(daysOnWay * 0.7) * dayMs + random.between(1, 9) * hourMs
  const arrivedAt = at + (daysOnWay + random.between(0, 4)) * dayMs + random.between(1, 12) * hourMs
  const closedAt = arrivedAt + random.between(1, 9) * dayMs
  const declare = (action: string, moment: number, set: Record<string, unknown>, note?: string): PastStep => ({
    at: moment,
    by: random.pick(operators),
    action,
    set,
    step: { field: 'status', to: 'open', ...(note !== undefined && { note }) },
  })
  const steps = [
    declare('declare_border', borderAt, { border_name: random.pick(borders[shipper]), destination_custom: random.pick(customs) }),
    declare('declare_arrival', arrivedAt + 3 * hourMs, { arrived_at: iso(arrivedAt), arrival_place: to }),
  ]
  if (random.chance(0.25) || isFirst)
    steps.push(
      declare('declare_edit', arrivedAt + 8 * hourMs, { packages_number: packages - random.between(1, 4) }, random.pick(closingNotes)),
    )
  if (isFirst || random.chance(0.93))
    steps.push({ at: closedAt, by: random.pick(operators), action: 'close', step: { field: 'status', to: 'closed' } })
  if (isFirst) steps.push({ at: closedAt + dayMs, by: random.pick(operators), action: 'open', step: { field: 'status', to: 'open' } })
  return steps
}
