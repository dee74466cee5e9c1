import type { Trx } from '#server/database/database.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { createReview, findStaff, seedApplications, sentAt, startStamps } from '#server/model/seed-applications.ts'
import type { PastRecord, PastStep } from '#server/model/seed-history.ts'
import { createRandom, type Random } from '#server/model/seed-random.ts'
import { seedRecords } from '#server/model/seed.ts'
import { contacts, projects, refusals, remarks, type ProjectWords } from './seed-words.ts'

const briefs = 40

/** Briefs of a year for three projects, with their answers and what became of them; the same on every run. */
export async function seedBriefs(trx: Trx, registry: DocumentRegistry): Promise<void> {
  const random = createRandom(1406)
  const staff = await findStaff(trx)
  const projectIds = await seedRecords(
    trx,
    registry,
    'brief_project',
    projects.map(({ slug, title }) => ({ slug, title, ...startStamps })),
  )
  const applications = Array.from({ length: briefs }, (_, index) =>
    compose(random, staff, index, projects[index % projects.length]!, projectIds[index % projects.length]!),
  )
  await seedApplications(trx, registry, 'brief', applications, { random, staff, remarks })
}

function compose(random: Random, staff: readonly number[], index: number, project: ProjectWords, project_id: number): PastRecord {
  const at = sentAt(random, index, briefs)
  const [business, name, latin] = contacts[(index * 3) % contacts.length]!
  const row = {
    project_id,
    title: `${project.kind}: ${business}`,
    answers: project.questions.map(([question, answers]) => ({ question, answer: random.chance(0.08) ? null : random.pick(answers) })),
    contact_name: name,
    contact_mobile: `+98935${2_000_000 + index * 57_301}`,
    contact_email: `${latin}@example.com`,
    status: 'new',
  }
  return { row, at, by: null, steps: stepsOf(random, staff, at, index === 0) }
}

function stepsOf(random: Random, staff: readonly number[], startedAt: number, isFirst: boolean): PastStep[] {
  const { steps, take } = createReview(random, staff, startedAt, 6)
  if (!isFirst && random.chance(0.15)) return steps
  take('review', 'in_review')
  if (!isFirst && random.chance(0.55)) take('accept', 'accepted')
  else if (!isFirst && random.chance(0.6)) take('reject', 'rejected', random.pick(refusals))
  return steps
}
