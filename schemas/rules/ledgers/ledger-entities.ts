import type { EntityDocument, LedgerDocument } from '#schemas/types/contract.d.ts'
import { accountEntities, afterField, balancesOfHolds, entriesName, holdKinds, holdsName, storedBalances } from './ledger-parts.ts'

type Properties = Record<string, Record<string, unknown>>

/** Fields that every entry has beside its account, its amounts and its balances. */
export const entryFields = ['kind', 'effective_at', 'source', 'source_id', 'source_row', 'occasion', 'reverses', 'note'] as const

const entities = new WeakMap<LedgerDocument, EntityDocument[]>()

/**
 * The entities that follow from a ledger: one of its entries and, if a kind of entry holds an amount, one of its holds. Only the
 * ledger writes their records; lists, pages, exports and metrics read them like those of other entities.
 */
export function ledgerEntities(ledger: LedgerDocument): EntityDocument[] {
  let documents = entities.get(ledger)
  if (!documents)
    entities.set(ledger, (documents = holdKinds(ledger).length > 0 ? [entriesOf(ledger), holdsOf(ledger)] : [entriesOf(ledger)]))
  return documents
}

const decimal = (scale: number): Record<string, unknown> => ({ type: 'string', format: 'decimal', scale })

const balanceScale = (ledger: LedgerDocument): [name: string, scale: number | undefined][] => {
  const stored = Object.fromEntries(storedBalances(ledger))
  return Object.keys(ledger.balances).map((name) => [name, stored[name]])
}

function accountsIn(ledger: LedgerDocument): Properties {
  return Object.fromEntries(accountEntities(ledger).map((entity) => [entity, { type: 'integer', references: entity }]))
}

const sourceFields: Properties = {
  source: { type: ['string', 'null'], maxLength: 120 },
  source_id: { type: ['integer', 'null'] },
  source_row: { type: 'integer', default: 0 },
}

function entriesOf(ledger: LedgerDocument): EntityDocument {
  const name = entriesName(ledger.name)
  const { read } = ledger.access ?? {}
  return {
    name,
    title: ledger.title ?? ledger.name,
    display: '{kind}',
    generic: 'read',
    schema: {
      type: 'object',
      required: [...accountEntities(ledger), 'kind', 'effective_at', 'source_row', 'occasion'],
      properties: {
        ...accountsIn(ledger),
        kind: { type: 'string', enum: Object.keys(ledger.entries) },
        ...Object.fromEntries(Object.entries(ledger.amounts).map(([amount, { scale }]) => [amount, decimal(scale)])),
        ...Object.fromEntries(storedBalances(ledger).map(([balance, scale]) => [balance, { ...decimal(scale), default: '0' }])),
        ...Object.fromEntries(
          balanceScale(ledger).map(([balance, scale]) => [
            afterField(balance),
            scale === undefined ? { type: 'string', format: 'decimal' } : decimal(scale),
          ]),
        ),
        effective_at: { type: 'string', format: 'date-time' },
        ...sourceFields,
        occasion: { type: 'integer', default: 0 },
        reverses: { type: ['integer', 'null'], references: name },
        note: { type: ['string', 'null'], maxLength: 4000 },
      },
    },
    storage: { trash: false, index: [['source', 'source_id']], search: ['note'] },
    ...(read !== undefined && { access: { read } }),
  } as EntityDocument
}

function holdsOf(ledger: LedgerDocument): EntityDocument {
  const { read } = ledger.access ?? {}
  const stored = Object.fromEntries(storedBalances(ledger))
  return {
    name: holdsName(ledger.name),
    title: ledger.title ?? ledger.name,
    display: '{kind}',
    generic: 'read',
    schema: {
      type: 'object',
      required: [...accountEntities(ledger), 'kind', 'source_row', 'is_open'],
      properties: {
        ...accountsIn(ledger),
        kind: { type: 'string', enum: holdKinds(ledger) },
        ...Object.fromEntries(balancesOfHolds(ledger).map((balance) => [balance, { ...decimal(stored[balance] ?? 0), default: '0' }])),
        is_open: { type: 'boolean' },
        ...sourceFields,
      },
    },
    storage: { trash: false, index: [['source', 'source_id']] },
    ...(read !== undefined && { access: { read } }),
  } as EntityDocument
}
