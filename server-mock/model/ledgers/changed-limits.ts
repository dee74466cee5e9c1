import type { ModelContext, ModelEntity } from '#server/model/context.ts'
import type { StoredRow } from '#server/model/read.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { limitColumns } from './account-limits.ts'
import { collect } from './pending-posts.ts'
import { servedLedger } from './served-ledger.ts'

const known = new WeakMap<DocumentRegistry, Map<string, { ledger: string; columns: Set<string> }[]>>()

/** Ledgers whose limits follow fields of their accounts, by entity. */
function followed({ registry }: Pick<ModelContext, 'registry'>) {
  let byEntity = known.get(registry)
  if (!byEntity) {
    byEntity = new Map()
    for (const name of registry.ledgers?.keys() ?? []) {
      const served = servedLedger({ registry }, name)
      const columns = limitColumns(served)
      if (columns.size === 0 || served.parts.accounts.length > 1) continue
      byEntity.set(served.account.name, [...(byEntity.get(served.account.name) ?? []), { ledger: served.parts.name, columns }])
    }
    known.set(registry, byEntity)
  }
  return byEntity
}

/** Notes an account of which fields have changed that its limits follow: they hold from the end of the call on. */
export function noteLimits(
  context: Pick<ModelContext, 'trx' | 'registry'>,
  entity: ModelEntity,
  before: StoredRow | undefined,
  after: StoredRow | undefined,
): void {
  if (!before || !after) return
  for (const { ledger, columns } of followed(context).get(entity.name) ?? [])
    if ([...columns].some((name) => before[name] !== after[name])) collect(context, [{ ledger, limits: after.id }])
}
