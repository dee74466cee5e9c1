import type { Trx } from '#server/database/database.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { createReview, findStaff, seedApplications, sentAt, startStamps } from '#server/model/seed-applications.ts'
import type { PastRecord, PastStep } from '#server/model/seed-history.ts'
import { createRandom, type Random } from '#server/model/seed-random.ts'
import { seedRecords } from '#server/model/seed.ts'
import { demoResume } from './demo-resumes.ts'
import { campaigns, cities, names, remarks, refusals, works, type CampaignWords } from './seed-words.ts'

const seekers = 80

/** Applications of a year to two campaigns, and how far each has come; the same on every run. */
export async function seedJobs(trx: Trx, registry: DocumentRegistry): Promise<void> {
  const random = createRandom(1405)
  const staff = await findStaff(trx)
  const campaignIds = await seedRecords(
    trx,
    registry,
    'job_campaign',
    campaigns.map(({ slug, title }) => ({ slug, title, active: true, ...startStamps })),
  )
  const applications = Array.from({ length: seekers }, (_, index) => {
    const nth = random.chance(0.6) ? 0 : 1
    return compose(random, staff, index, campaigns[nth]!, campaignIds[nth]!)
  })
  await seedApplications(trx, registry, 'job_seeker', applications, { random, staff, remarks })
}

function compose(random: Random, staff: readonly number[], index: number, campaign: CampaignWords, campaign_id: number): PastRecord {
  const at = sentAt(random, index, seekers)
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
    resume: index < names.length && index % 4 < 3 ? demoResume(index + 1) : null,
    sticky_note: random.chance(0.2) ? random.pick(remarks) : null,
    status: 'new',
  }
  return { row, at, by: null, steps: stepsOf(random, staff, at, index === 0) }
}

/** Where most applications end, and the way there. */
function stepsOf(random: Random, staff: readonly number[], appliedAt: number, isFirst: boolean): PastStep[] {
  const { steps, take } = createReview(random, staff, appliedAt, 8)
  if (!isFirst && random.chance(0.12)) return steps
  take('review', 'reviewing')
  if (!isFirst && random.chance(0.35)) take('reject', 'rejected', random.pick(refusals))
  else if (isFirst || random.chance(0.7)) {
    take('invite', 'interview')
    if (!isFirst && random.chance(0.4)) take('accept', 'accepted')
    else if (!isFirst && random.chance(0.6)) take('reject', 'rejected', random.pick(refusals))
  }
  return steps
}
