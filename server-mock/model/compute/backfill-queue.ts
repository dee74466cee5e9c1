import { sql } from 'kysely'
import type { Trx } from '#server/database/database.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { lookUpEntity, type ModelEntity } from '#server/model/context.ts'
import type { ComputedField } from './compute-plan.ts'

/** Values that records had from their sources before these changed, by the id of the source, as a backfill keeps them. */
export type FormerBySource = Record<string, unknown[]>

/** The records with which those of an entity are computed: of rows the records that they belong to. */
function rootOf(registry: DocumentRegistry, entity: ModelEntity): ModelEntity {
  const { parent } = entity.shape
  const owner = parent && lookUpEntity(registry, parent.references!)
  return owner ? rootOf(registry, owner) : entity
}

/** Has a field of all stored records computed in the background, from the first one on. `former` is added to what is still queued. */
export async function queueBackfill(
  trx: Trx,
  registry: DocumentRegistry,
  { entity, column: { field } }: ComputedField,
  { now, fromNow = false, former }: { now: Date; fromNow?: boolean; former?: ReadonlyMap<number, readonly unknown[]> },
): Promise<void> {
  const { rows } = await sql<{ former: FormerBySource | null }>`select former from pishkhan.backfill
    where entity = ${entity.name} and field = ${field} and done_at is null for update`.execute(trx)
  const all: FormerBySource = { ...rows[0]?.former }
  for (const [source, values] of former ?? []) all[source] = [...(all[source] ?? []), ...values]
  await sql`insert into pishkhan.backfill (entity, field, root, from_now, queued_at, former)
    values (${entity.name}, ${field}, ${rootOf(registry, entity).name}, ${fromNow}, ${now}, ${JSON.stringify(all)}::text::jsonb)
    on conflict (entity, field) do update set root = excluded.root, from_now = excluded.from_now, queued_at = excluded.queued_at,
      former = excluded.former, next_id = 0, changed = 0, fault = null, done_at = null`.execute(trx)
}
