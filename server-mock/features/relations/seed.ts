import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { createRandom } from '#server/model/seed-random.ts'
import { lookUpEntity } from '#server/model/context.ts'
import { seedRecords } from '#server/model/seed.ts'

const lastDay = Date.UTC(2026, 9, 31, 9)
const hourMs = 60 * 60 * 1000

interface Item {
  model: string
  item_id: number
  title: string
}

/** What a dozen people like, and how they rate it; the same rows on every run. */
export async function seedRelations(trx: Trx, registry: DocumentRegistry): Promise<void> {
  const { rows: users } = await sql<{ id: number }>`select id from data.user where deleted_at is null order by id desc limit 12`.execute(
    trx,
  )
  const items: Item[] = []
  if (lookUpEntity(registry, 'post')) {
    const { rows } = await sql<Item>`select 'post' as model, id as item_id, title from data.post
      where status = 'published' and deleted_at is null order by id limit 14`.execute(trx)
    items.push(...rows)
  }
  const { rows: organizations } = await sql<Item>`select 'organization' as model, id as item_id, organization_name as title
    from data.organization where verified = 1 and deleted_at is null order by id limit 6`.execute(trx)
  items.push(...organizations)
  const random = createRandom(808)
  const relation = (user: number, item: Item) => {
    const moment = new Date(lastDay - Math.round(random.between(1, 2400)) * hourMs).toISOString()
    return { user_id: user, ...item, created_at: moment, updated_at: moment }
  }
  const chosen = (chance: number) => users.flatMap(({ id }) => items.filter(() => random.chance(chance)).map((item) => relation(id, item)))
  await seedRecords(trx, registry, 'favourite', chosen(0.16))
  await seedRecords(
    trx,
    registry,
    'rating',
    chosen(0.3).map((row) => ({ ...row, rate: Math.min(5, Math.ceil(random.between(1, 6.5))) })),
  )
}
