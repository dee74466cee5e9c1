import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { createRandom, type Random } from '#server/features/content/seed/random.ts'
import { seedRecords } from '#server/model/seed.ts'
import { seedComments, seedWithHistory, type PastRecord, type PastStep } from '#server/model/seed-history.ts'
import { campaigns, cities, names, remarks, refusals, works, type CampaignWords } from './seed-words.ts'

const seekers = 80
const dayMs = 24 * 60 * 60 * 1000
const lastDay = Date.UTC(2026, 9, 31)

/** Applications of a year to two campaigns, and how far each has come; the same on every run. */
export async function seedJobs(trx: Trx, registry: DocumentRegistry): Promise<void> {
  const random = createRandom(1405)
  const { rows } = await sql<{ id: number }>`select id from data.user where roles::text like '%"staff"%' order by id`.execute(trx)
  const staff = rows.map(({ id }) => id)
  const start = new Date(lastDay - 365 * dayMs).toISOString()
  const campaignIds = await seedRecords(
    trx,
    registry,
    'job_campaign',
    campaigns.map(({ slug, title }) => ({ slug, title, active: true, created_at: start, updated_at: start })),
  )
  const pasts = Array.from({ length: seekers }, (_, index) => {
    const nth = random.chance(0.6) ? 0 : 1
    return compose(random, staff, index, campaigns[nth]!, campaignIds[nth]!)
  })
  const ids = await seedWithHistory(trx, registry, 'job_seeker', pasts)
  const remarked = pasts.flatMap((past, index) =>
    past.steps.length > 0 && random.chance(0.5)
      ? [{ record: ids[index]!, at: past.steps.at(-1)!.at + 40 * 60_000, by: random.pick(staff), text: random.pick(remarks) }]
      : [],
  )
  await seedComments(trx, registry, 'job_seeker', remarked)
}

function compose(random: Random, staff: readonly number[], index: number, campaign: CampaignWords, campaign_id: number): PastRecord {
  const at = lastDay - 364 * dayMs + Math.floor((index / seekers) * 362) * dayMs + random.between(4 * 60, 17 * 60) * 60_000
  const [name, latin] = names[index % names.length]!
  const years = random.between(0, 14)
  const row = {
    campaign_id,
    name: index < names.length ? name : `${name.split(' ')[0]} ${names[(index * 7 + 3) % names.length]![0].split(' ').slice(1).join(' ')}`,
    mobile: `+98912${1_000_000 + index * 86_243}`,
    email: `${latin}${index < names.length ? '' : index}@example.com`,
    city: random.pick(cities),
    birth_date: `${2003 - years - random.between(0, 9)}-${String(random.between(1, 12)).padStart(2, '0')}-${String(random.between(1, 28)).padStart(2, '0')}`,
    education: random.pick(['diploma', 'associate', 'bachelor', 'bachelor', 'bachelor', 'master', 'master', 'doctorate']),
    field_of_study: random.pick(campaign.fields),
    experience_years: years,
    experience: years === 0 ? null : random.pick(works),
    sticky_note: random.chance(0.2) ? random.pick(remarks) : null,
    status: 'new',
  }
  return { row, at, by: null, steps: stepsOf(random, staff, at, index === 0) }
}

/** Where most applications end, and the way there. */
function stepsOf(random: Random, staff: readonly number[], appliedAt: number, isFirst: boolean): PastStep[] {
  let at = appliedAt
  const take = (action: string, to: string, note?: string): PastStep => {
    at += random.between(1, 8) * dayMs + random.between(1, 300) * 60_000
    return { at, by: random.pick(staff), action, step: { field: 'status', to, ...(note !== undefined && { note }) } }
  }
  if (!isFirst && random.chance(0.12)) return []
  const steps = [take('review', 'reviewing')]
  if (!isFirst && random.chance(0.35)) steps.push(take('reject', 'rejected', random.pick(refusals)))
  else if (isFirst || random.chance(0.7)) {
    steps.push(take('invite', 'interview'))
    if (!isFirst && random.chance(0.4)) steps.push(take('accept', 'accepted'))
    else if (!isFirst && random.chance(0.6)) steps.push(take('reject', 'rejected', random.pick(refusals)))
  }
  return steps.filter((step) => step.at < lastDay)
}
