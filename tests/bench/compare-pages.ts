import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { median } from './browser.ts'
import { relative, type Measurement } from './report.ts'

const rounds = 25

interface Page {
  ms: number
  ids: readonly unknown[]
}

interface Compared<Case> {
  /** What the list holds: `100,000 wares`. */
  of: string
  pageSize: number
  cases: readonly Case[]
  /** The page of the panel, and that of a statement that one would write by hand. */
  page: (one: Case) => Promise<Page>
  plain: (one: Case) => Promise<Page>
}

/**
 * Pages of a list against plain SQL, each by its median over 25 rounds.
 * @throws where both do not find the same rows
 */
export async function comparePages<Case extends { name: string }>({
  of,
  pageSize,
  cases,
  page,
  plain,
}: Compared<Case>): Promise<Measurement[]> {
  const measurements: Measurement[] = []
  for (const one of cases) {
    const [ours, theirs]: [number[], number[]] = [[], []]
    for (let round = -1; round < rounds; round++) {
      const [list, hand] = [await page(one), await plain(one)]
      if (list.ids.join() !== hand.ids.join()) throw new Error(`${one.name}: the plain statement finds other rows`)
      if (round < 0) continue // the first round warms the caches
      ours.push(list.ms)
      theirs.push(hand.ms)
    }
    measurements.push(relative(`Page of ${pageSize} of ${of}: ${one.name}, against plain SQL`, median(ours), 'ms', median(theirs), 1.5))
  }
  return measurements
}

/** The first rows of a statement that reads ids. */
export const plainPage = (database: Database, statement: string, pageSize: number): Promise<Page> =>
  database.read(async (trx) => {
    const started = performance.now()
    const { rows } = await sql.raw<{ id: number }>(statement).execute(trx)
    return { ms: performance.now() - started, ids: rows.slice(0, pageSize).map(({ id }) => id) }
  })
