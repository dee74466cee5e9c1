import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { createRandom, type Random } from '#server/features/content/seed/random.ts'
import { seedRecords } from '#server/model/seed.ts'
import { seedComments, seedWithHistory, type PastRecord, type PastStep } from '#server/model/seed-history.ts'
import { contacts, projects, refusals, remarks, type ProjectWords } from './seed-words.ts'

const briefs = 40
const dayMs = 24 * 60 * 60 * 1000
const lastDay = Date.UTC(2026, 9, 31)

/** Briefs of a year for three projects, with their answers and what became of them; the same on every run. */
export async function seedBriefs(trx: Trx, registry: DocumentRegistry): Promise<void> {
  const random = createRandom(1406)
  const { rows } = await sql<{ id: number }>`select id from data.user where roles::text like '%"staff"%' order by id`.execute(trx)
  const staff = rows.map(({ id }) => id)
  const start = new Date(lastDay - 365 * dayMs).toISOString()
  const projectIds = await seedRecords(
    trx,
    registry,
    'brief_project',
    projects.map(({ slug, title }) => ({ slug, title, created_at: start, updated_at: start })),
  )
  const pasts = Array.from({ length: briefs }, (_, index) =>
    compose(random, staff, index, projects[index % projects.length]!, projectIds[index % projects.length]!),
  )
  const ids = await seedWithHistory(trx, registry, 'brief', pasts)
  const remarked = pasts.flatMap((past, index) =>
    past.steps.length > 0 && random.chance(0.5)
      ? [{ record: ids[index]!, at: past.steps[0]!.at + 90 * 60_000, by: random.pick(staff), text: random.pick(remarks) }]
      : [],
  )
  await seedComments(trx, registry, 'brief', remarked)
}

function compose(random: Random, staff: readonly number[], index: number, project: ProjectWords, project_id: number): PastRecord {
  const at = lastDay - 364 * dayMs + Math.floor((index / briefs) * 360) * dayMs + random.between(4 * 60, 17 * 60) * 60_000
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

function stepsOf(random: Random, staff: readonly number[], sentAt: number, isFirst: boolean): PastStep[] {
  let at = sentAt
  const take = (action: string, to: string, note?: string): PastStep => {
    at += random.between(1, 6) * dayMs + random.between(1, 300) * 60_000
    return { at, by: random.pick(staff), action, step: { field: 'status', to, ...(note !== undefined && { note }) } }
  }
  if (!isFirst && random.chance(0.15)) return []
  const steps = [take('review', 'in_review')]
  if (!isFirst && random.chance(0.55)) steps.push(take('accept', 'accepted'))
  else if (!isFirst && random.chance(0.6)) steps.push(take('reject', 'rejected', random.pick(refusals)))
  return steps.filter((step) => step.at < lastDay)
}
