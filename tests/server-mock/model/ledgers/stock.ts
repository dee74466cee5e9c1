import { sql } from 'kysely'
import { emptyModule, place } from '#schemas/check/parse-module.ts'
import type { EntityDocument, GridDocument, LedgerDocument } from '#schemas/types/contract.d.ts'
import type { Database } from '#server/database/database.ts'
import { migrateEntities } from '#server/database/tables/entity-tables.ts'
import { buildRegistry } from '#server/documents/build-registry.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { entities } from '../library.ts'

const access = { read: 'library.read', write: 'library.write', destroy: 'library.destroy' }
const decimal = (scale: number) => ({ type: 'string', format: 'decimal', scale })

export const stock: LedgerDocument = {
  name: 'stock',
  title: 'Stock',
  of: 'ware',
  amounts: { quantity: { scale: 3 }, fee: { scale: 2 } },
  balances: {
    on_hand: { scale: 3 },
    reserved: { scale: 3 },
    available: 'on_hand - reserved',
    supplied: { scale: 3 },
    supplied_value: { scale: 2 },
    average_price: 'div(supplied_value, supplied, 2)',
  },
  entries: {
    supply: { on_hand: 'quantity', supplied: 'quantity', supplied_value: 'quantity * fee' },
    damage: { on_hand: '-quantity' },
    reserve: { reserved: 'quantity', hold: true },
    release: { reserved: '-quantity', closes: 'reserve' },
    issue: { on_hand: '-quantity', closes: 'reserve' },
  },
  never_below: {
    available: {
      floor: '0',
      only_if: { properties: { stop_when_empty: { const: true } }, required: ['stop_when_empty'] },
      message: '$stock_insufficient',
    },
    on_hand: { floor: '0', on: ['damage'], message: '$damage_insufficient' },
  },
}

/** Transfers between cash boxes: what one gets another gives; a box may owe up to its limit. */
export const cash: LedgerDocument = {
  name: 'cash',
  of: 'box',
  amounts: { amount: { scale: 2 } },
  balances: { balance: { scale: 2 } },
  entries: { in: { balance: 'amount' }, out: { balance: '-amount' } },
  never_below: { balance: { floor: 'least', message: 'In {account} there is {balance}, the least is {limit}' } },
  never_above: { balance: { ceiling: 'bank.most', message: 'No more than {limit} in {account}' } },
  zero_sum: true,
}

const line: EntityDocument = {
  name: 'order_line',
  title: 'Line',
  parent: 'order',
  schema: {
    type: 'object',
    required: ['ware', 'count'],
    properties: { ware: { type: 'integer', references: 'ware' }, count: { ...decimal(3) } },
  },
}

const post = (entry: string) => ({ post: 'stock', entry, for: 'lines', values: { ware: '{row.ware_id}', quantity: '{row.count}' } })

export const documents: EntityDocument[] = [
  ...entities,
  {
    name: 'ware',
    title: 'Ware',
    schema: {
      type: 'object',
      required: ['title'],
      properties: {
        title: { type: 'string' },
        stop_when_empty: { type: 'boolean', default: false },
        stock: { type: 'string', format: 'decimal', computed: { balance: 'stock.available' } },
        average: { type: 'string', format: 'decimal', computed: { balance: 'stock.average_price' } },
      },
    },
    access,
  },
  {
    name: 'change',
    title: 'Change',
    display: '{kind} {id}',
    schema: {
      type: 'object',
      required: ['ware', 'kind', 'quantity'],
      properties: {
        ware: { type: 'integer', references: 'ware' },
        kind: { type: 'string' },
        quantity: decimal(6),
        fee: decimal(6),
        reason: { type: 'string' },
      },
    },
    created: {
      effects: [
        {
          post: 'stock',
          entry: '{record.kind}',
          values: { ware: '{record.ware_id}', quantity: '{record.quantity}', fee: '{record.fee}', note: '{record.reason}' },
        },
      ],
    },
    access,
  },
  {
    name: 'order',
    title: 'Order',
    display: 'order {id}',
    schema: {
      type: 'object',
      properties: { status: { enum: ['new', 'confirmed', 'sent', 'cancelled'] }, lines: { type: 'array', rows: 'order_line' } },
    },
    lifecycle: {
      status: {
        initial: 'new',
        transitions: {
          confirm: { from: ['new'], to: 'confirmed', access: 'library.write', effects: [post('reserve')] },
          send: { from: ['new', 'confirmed'], to: 'sent', access: 'library.write', effects: [post('issue')] },
          reopen: { from: ['confirmed', 'sent'], to: 'new', access: 'library.write', effects: [{ reverse: 'stock' }] },
          cancel: { from: ['new', 'confirmed', 'sent'], to: 'cancelled', access: 'library.write', effects: [{ reverse: 'stock' }] },
        },
      },
    },
    access,
  },
  line,
  { name: 'bank', title: 'Bank', display: 'bank {id}', schema: { type: 'object', properties: { most: decimal(2) } }, access },
  {
    name: 'box',
    title: 'Box',
    display: '{name}',
    schema: { type: 'object', properties: { name: { type: 'string' }, least: decimal(2), bank: { type: 'integer', references: 'bank' } } },
    access,
  },
]

/** Documents as they are published, with the entities of the ledgers. */
export function ledgerRegistry(
  list: EntityDocument[] = documents,
  ledgers: LedgerDocument[] = [stock, cash],
  grids: Record<string, GridDocument> = {},
): DocumentRegistry {
  const module = emptyModule()
  place(module, 'module', 'library', { name: 'library', title: 'Library', version: '1.0.0' })
  for (const entity of list) place(module, 'entity', entity.name, entity)
  for (const ledger of ledgers) place(module, 'ledger', ledger.name, ledger)
  for (const [name, grid] of Object.entries(grids)) place(module, 'grid', name, grid)
  place(module, 'messages', 'fa', {
    stock_insufficient: 'از {account} فقط {balance} موجود است.',
    damage_insufficient: 'موجودی {account} {balance} است.',
  })
  place(module, 'messages', 'en', { stock_insufficient: 'Only {balance} of {account}.', damage_insufficient: '{account} has {balance}.' })
  return buildRegistry([module], 1, undefined)
}

export const migrateLedger = (database: Database, registry: DocumentRegistry) =>
  database.transaction((trx) =>
    migrateEntities(
      trx,
      new Map(),
      new Map([...registry.entities].map(([name, { document }]) => [name, document])),
      [...registry.grids.values()].map(({ document }) => document),
      [],
      [...registry.ledgers.values()].map(({ document }) => document),
    ),
  )

/** The balances of an account as the database has them. */
export const balancesOf = async (database: Database, id: number) =>
  (
    await sql<
      Record<string, string>
    >`select on_hand, reserved, available, supplied, supplied_value, average_price from ledger.stock_balance where ware_id = ${id}`.execute(
      database.kysely,
    )
  ).rows[0]

export const entriesOf = async (database: Database, ledger = 'stock', source?: string) =>
  (
    await sql<
      Record<string, unknown>
    >`select * from ${sql.table(`data.${ledger}_entry`)} where ${source ?? null}::text is null or source = ${source ?? null} order by id`.execute(
      database.kysely,
    )
  ).rows
