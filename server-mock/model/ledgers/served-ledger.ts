import { entriesName, holdKinds, holdsName, ledgerParts, type LedgerParts } from '#schemas/rules/ledgers/ledger-parts.ts'
import type { LedgerDocument } from '#schemas/types/contract.d.ts'
import { findModel, type ModelContext, type ModelEntity } from '#server/model/context.ts'

/** A published ledger with the entities that it writes. */
export interface ServedLedger {
  module: string
  document: LedgerDocument
  parts: LedgerParts
  entries: ModelEntity
  /** Of a ledger with kinds that hold. */
  holds?: ModelEntity
  /** Entity of the accounts; of accounts of several entities the first, whose limits hold. */
  account: ModelEntity
}

/** The ledger of a name, which may be written `module/name`. @throws an error for one that is not published */
export function servedLedger(context: Pick<ModelContext, 'registry'>, name: string): ServedLedger {
  const found = context.registry.ledgers.get(name.slice(name.indexOf('/') + 1))
  if (!found) throw new Error(`There is no ledger "${name}".`)
  const { module, document } = found
  const parts = ledgerParts(document)
  return {
    module,
    document,
    parts,
    entries: findModel(context, entriesName(document.name)),
    ...(holdKinds(document).length > 0 && { holds: findModel(context, holdsName(document.name)) }),
    account: findModel(context, parts.accounts[0]!.entity),
  }
}
