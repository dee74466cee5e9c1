import { balanceOf } from '#schemas/formula/computed-words.ts'
import type { EntityDocument, LedgerDocument } from '#schemas/types/contract.d.ts'
import { accountEntities } from './ledger-parts.ts'

type Find<T> = (name: string) => T | undefined

/**
 * An entity whose balances have the decimals of their ledger and ask for its permission to read. Others are answered as they are.
 */
export function withBalances(document: EntityDocument, find: Find<LedgerDocument>): EntityDocument {
  const found = Object.entries(document.schema.properties).flatMap(([field, property]) => {
    const named = balanceOf(property)
    const ledger = named && find(named.ledger)
    return ledger ? [{ field, property, ledger, balance: ledger.balances[named.balance] }] : []
  })
  if (found.length === 0) return document
  const properties = found.map(({ field, property, balance }) => [
    field,
    { ...property, readOnly: true, ...(typeof balance === 'object' && { scale: balance.scale }) },
  ])
  const fields = found.flatMap(({ field, ledger }) => (ledger.access?.read === undefined ? [] : [[field, ledger.access.read]]))
  return {
    ...document,
    schema: { ...document.schema, properties: { ...document.schema.properties, ...Object.fromEntries(properties) } },
    ...(fields.length > 0 && { access: { ...document.access, fields: { ...Object.fromEntries(fields), ...document.access?.fields } } }),
  } as EntityDocument
}

/** Entries and holds that say nothing of their own are read by whoever may read their account. */
export function withAccountAccess(document: EntityDocument, ledgerOf: Find<LedgerDocument>, find: Find<EntityDocument>): EntityDocument {
  const ledger = ledgerOf(document.name)
  if (!ledger || document.access?.read !== undefined) return document
  const account = find(accountEntities(ledger)[0] ?? '')
  const read = account?.access?.read
  return read === undefined ? document : ({ ...document, access: { read } } as EntityDocument)
}
