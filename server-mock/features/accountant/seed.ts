import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { createRandom, type Random } from '#server/model/seed-random.ts'
import { seedRecords } from '#server/model/seed.ts'
import { chart, classes } from './chart.ts'
import { composeDaily, composeOpening, composeRent, composeWages, type DemoDocument, type DemoPosting } from './compose-documents.ts'

type Row = Record<string, unknown>
type Ids = ReadonlyMap<string, number>

const dayMs = 24 * 60 * 60 * 1000
const documents = 3000
/** Fiscal years of the demo, by the days that begin and end them. */
const years = [
  { title: '1404', starts_on: '2025-03-21', ends_on: '2026-03-20' },
  { title: '1405', starts_on: '2026-03-21', ends_on: '2027-03-20' },
] as const
const firstDay = Date.parse(years[0].starts_on)
const lastDay = Date.UTC(2026, 9, 31)
/** Everything until this day is finalized. */
const lastFinal = Date.UTC(2026, 7, 22)
const day = (at: number): string => new Date(at).toISOString().slice(0, 10)
const bankGroup = '102'
const named = ({ fa, en }: { fa: string; en: string }) => ({ fa, en })

/** Two fiscal years of a trading company, the same on every run: its chart of accounts, and what it booked. */
export async function seedAccountant(trx: Trx, registry: DocumentRegistry): Promise<void> {
  const accounts = await seedChart(trx, registry)
  await seedRecords(
    trx,
    registry,
    'accountant_fiscal_year',
    years.map((year) => ({ ...year, status: 'open' })),
  )
  const { rows } = await sql<{
    id: number
  }>`select id from data.user where roles::text like '%accountant%' or roles::text like '%"staff"%' order by id`.execute(trx)
  const people = rows.map(({ id }) => id)
  const gates = await sql<{ id: number }>`select id from data.gate where kind in ('card', 'transfer') order by id`.execute(trx)
  const paths = gates.rows.map(({ id }) => id)
  const composed = composeYears(createRandom(1405))
  const random = createRandom(77)
  const ids = await seedRecords(
    trx,
    registry,
    'accountant_document',
    composed.map((one, at) => documentRow(one, at, random, people)),
  )
  await seedRecords(
    trx,
    registry,
    'accountant_posting',
    composed.flatMap((one, at) => postingRows(one, ids[at]!, accounts, random, people, paths)),
  )
}

/** Ids of groups by code, and of detail codes by group and place: `102` and `102/0`. */
async function seedChart(trx: Trx, registry: DocumentRegistry): Promise<Ids> {
  const ids = new Map<string, number>()
  const classIds = await seedRecords(
    trx,
    registry,
    'accountant_segregate_class',
    classes.map((one, order) => ({ slug: one.slug, title: named(one), order })),
  )
  const classOf = new Map(classes.map(({ slug }, at) => [slug, classIds[at]!]))
  const heads = await seedRecords(
    trx,
    registry,
    'accountant_group',
    chart.map((head, order) => ({
      code: head.code,
      title: named(head),
      nature: head.nature,
      permanence: head.permanence ?? 'permanent',
      order,
    })),
  )
  const groups = chart.flatMap((head, at) => head.groups.map((group, order) => ({ head, group, order, parent_id: heads[at]! })))
  const groupIds = await seedRecords(
    trx,
    registry,
    'accountant_group',
    groups.map(({ head, group, order, parent_id }) => ({
      code: group.code,
      title: named(group),
      nature: head.nature,
      permanence: head.permanence ?? 'permanent',
      order,
      parent_id,
    })),
  )
  const details = groups.flatMap(({ group }, at) =>
    group.details.map(([fa, en], order) => ({
      key: `${group.code}/${order}`,
      row: {
        group_id: groupIds[at]!,
        class_id: group.class === undefined ? null : classOf.get(group.class)!,
        code: detailCode(order),
        title: { fa, en },
        order,
      },
    })),
  )
  const detailIds = await seedRecords(
    trx,
    registry,
    'accountant_segregate',
    details.map(({ row }) => row),
  )
  groups.forEach(({ group }, at) => ids.set(group.code, groupIds[at]!))
  details.forEach(({ key }, at) => ids.set(key, detailIds[at]!))
  return ids
}

const detailCode = (order: number): string => String(order + 1).padStart(3, '0')

interface Dated extends DemoDocument {
  at: number
  /** Number in its year, of a finalized one. */
  turning?: string
  isUnbalanced: boolean
}

/** All documents by day: the opening, wages and rents of the months, and what happens every day. */
function composeYears(random: Random): Dated[] {
  const days = Math.floor((lastDay - firstDay) / dayMs)
  const months = Array.from({ length: Math.floor(days / 30.5) }, (_, month) => firstDay + Math.floor((month + 1) * 30.4) * dayMs)
  const fixed = [
    { ...composeOpening(random), at: firstDay },
    ...months.flatMap((at) => [
      { ...composeWages(random), at },
      { ...composeRent(random), at },
    ]),
  ]
  const daily = Array.from({ length: documents - fixed.length }, (_, at) => ({
    ...composeDaily(random),
    at: firstDay + Math.floor(((at + 1) / documents) * days) * dayMs,
  }))
  const all = [...fixed, ...daily].sort((one, other) => one.at - other.at)
  const counts = new Map<string, number>()
  return all.map((one, place) => {
    const isUnbalanced = place === documents - 4 || place === documents - 9
    if (isUnbalanced) one.postings.pop()
    if (one.at > lastFinal) return { ...one, isUnbalanced }
    const { title } = years.find(({ ends_on }) => day(one.at) <= ends_on)!
    const count = (counts.get(title) ?? 0) + 1
    counts.set(title, count)
    return { ...one, isUnbalanced, turning: `${title}-${String(count).padStart(4, '0')}` }
  })
}

/** A document with what the server computes of its postings. */
function documentRow(
  { description, postings, at, turning, isUnbalanced }: Dated,
  place: number,
  random: Random,
  people: readonly number[],
): Row {
  const sum = (side: 'debtor' | 'creditor') => postings.reduce((total, posting) => total + (posting[side] ?? 0), 0)
  const [debtor, creditor] = [sum('debtor'), sum('creditor')]
  const moment = new Date(at + random.between(5 * 60, 14 * 60) * 60_000).toISOString()
  const by = random.pick(people)
  return {
    description,
    date: day(at),
    status: turning !== undefined ? 'finalized' : isUnbalanced ? 'note' : 'balanced',
    number: String(place + 1),
    turning_number: turning ?? null,
    sub_number: random.chance(0.3) ? `${random.between(100, 999)}/${random.between(1, 40)}` : null,
    currency: 'IRR',
    issuing_system: 'accountant',
    debtor_sum: `${debtor}.00`,
    creditor_sum: `${creditor}.00`,
    amount_difference: `${debtor - creditor}.00`,
    effective_amount: `${Math.min(debtor, creditor)}.00`,
    is_final: turning === undefined ? 0 : 1,
    postings_count: postings.length,
    created_at: moment,
    created_by: by,
    updated_at: moment,
    updated_by: by,
  }
}

/** Postings of banks tell the payment path. */
function postingRows(
  { postings, at, turning }: Dated,
  document: number,
  ids: Ids,
  random: Random,
  people: readonly number[],
  paths: readonly number[],
): Row[] {
  const moment = new Date(at).toISOString()
  const by = random.pick(people)
  return postings.map(({ account: [group, detail], debtor, creditor, description }: DemoPosting) => ({
    accountant_document_id: document,
    group_id: ids.get(group)!,
    group_code: group,
    segregate_id: ids.get(`${group}/${detail}`)!,
    segregate_code: detailCode(detail),
    description: description ?? null,
    debtor: debtor === undefined ? null : String(debtor),
    creditor: creditor === undefined ? null : String(creditor),
    path_id: (group === bankGroup && paths[detail % paths.length]) || null,
    settled: turning !== undefined && random.chance(0.4),
    status: turning !== undefined || random.chance(0.5) ? 'verified' : 'pending',
    finalized: turning === undefined ? 0 : 1,
    created_at: moment,
    created_by: by,
    updated_at: moment,
    updated_by: by,
  }))
}
