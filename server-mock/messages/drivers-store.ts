import type { Config } from '#server/config.ts'
import type { Trx } from '#server/database/database.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import type { Channel } from './channels.ts'
import type { Deliver } from './drivers/driver.ts'

/** The drivers that are on and configured. */
export async function readDrivers(_trx: Trx, _registry: DocumentRegistry, _config: Config): Promise<ReadonlyMap<Channel, Deliver>> {
  return new Map()
}
