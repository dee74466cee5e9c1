import { sql } from 'kysely'
import { locales } from '#schemas/rules/locales.ts'
import type { Trx } from '#server/database/database.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { driverEntity, driverKinds } from '#server/messages/drivers/entries.ts'
import { seedRecords } from '#server/model/model.ts'

/** Makes one entry of each kind where there is none at all, not even in the trash. */
export async function addFirstDrivers(trx: Trx, registry: DocumentRegistry): Promise<void> {
  if (!registry.entities.has(driverEntity)) return
  const { rows } = await sql<{ is_empty: boolean }>`select not exists (select from data.notifier_driver) as is_empty`.execute(trx)
  if (!rows[0]!.is_empty) return
  await seedRecords(
    trx,
    registry,
    driverEntity,
    driverKinds.map((kind, at) => ({
      kind,
      title: Object.fromEntries(locales.map((locale) => [locale, registry.message('notifier', locale, `kind.${kind}`)])),
      active: true,
      // These need nothing to be told.
      configured: kind === 'browser' || kind === 'database',
      priority: (at + 1) * 10,
    })),
  )
}
