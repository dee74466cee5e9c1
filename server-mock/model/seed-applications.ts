import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { seedComments, seedWithHistory, type PastRecord, type PastStep } from './seed-history.ts'
import type { Random } from './seed-random.ts'

const dayMs = 24 * 60 * 60 * 1000
const minuteMs = 60 * 1000
/** The last day of the demo's year. */
const lastDay = Date.UTC(2026, 9, 31)
/** What was there before the first application. */
const startOfYear = new Date(lastDay - 365 * dayMs).toISOString()
export const startStamps = { created_at: startOfYear, updated_at: startOfYear } as const

/** Moment at which one of `count` applications came in: spread over the year, in the daytime. */
export const sentAt = (random: Random, index: number, count: number): number =>
  lastDay - 364 * dayMs + Math.floor((index / count) * 360) * dayMs + random.between(4 * 60, 17 * 60) * minuteMs

export async function findStaff(trx: Trx): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from data.user where roles::text like '%"staff"%' order by id`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Takes steps of a status one after the other, each some days after the one before; `steps` has those of the demo's year. */
export function createReview(random: Random, staff: readonly number[], startedAt: number, mostDays: number) {
  let at = startedAt
  const steps: PastStep[] = []
  return {
    steps,
    take(action: string, to: string, note?: string): void {
      at += random.between(1, mostDays) * dayMs + random.between(1, 300) * minuteMs
      const step = { at, by: random.pick(staff), action, step: { field: 'status', to, ...(note !== undefined && { note }) } }
      if (at < lastDay) steps.push(step)
    },
  }
}

/** Inserts applications with what was done about them, and a remark on every second one that somebody has looked at. */
export async function seedApplications(
  trx: Trx,
  registry: DocumentRegistry,
  model: string,
  applications: readonly PastRecord[],
  { random, staff, remarks }: { random: Random; staff: readonly number[]; remarks: readonly string[] },
): Promise<void> {
  const ids = await seedWithHistory(trx, registry, model, applications)
  const comments = applications.flatMap(({ steps }, index) => {
    const last = steps.at(-1)
    if (last === undefined || !random.chance(0.5)) return []
    return [{ record: ids[index]!, at: last.at + 40 * minuteMs, by: random.pick(staff), text: random.pick(remarks) }]
  })
  await seedComments(trx, registry, model, comments)
}
