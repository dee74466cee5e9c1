import { sql } from 'kysely'
import { canonicalDecimal, compareDecimal, toDecimal } from '#schemas/rules/numbers/decimal.ts'
import { parsePieceCode } from '#schemas/rules/values/piece-code.ts'
import { ApiError, validationError, type FieldErrors, type FieldMessage } from '#server/errors.ts'
import type { CallOf, Combo, Handler, PayloadOf } from '#server/feature.ts'
import { findModel, trusted, type ModelContext } from '#server/model/context.ts'
import { listRecords, readRecord, writeRecord } from '#server/model/model.ts'
import { recordResults } from '#server/model/record-results.ts'
import { selectAnyRows, type StoredRow } from '#server/model/read.ts'
import { moduleText } from '#server/module-text.ts'
import { quantityScales, scaleFault } from './quantity-scales.ts'
import { takeCodes } from './unique-codes.ts'
import { readStock } from './stock.ts'

const say = moduleText('market')
const kinds = { supply: 1, damage: 3, return: 5 } as const
/** The greatest quantity and price. */
const most = '1000000000000000'
/** Clocks of panels may be a little ahead. */
const clockDriftMs = 5 * 60_000
const earliest = new Date('2000-01-01T00:00:00.000Z')
const required: FieldMessage = { key: 'rules.required' }

interface Part {
  ware: number
  quantity: string
  fee: string | null
  entry: string
}

/** Where payments come from and go to, each with its first currency. */
export const pathsCombo: Combo = {
  access: 'market.read',
  read: async (context) => {
    const { results } = await listRecords(context, 'market_path', { active: 1, sort: 'id', page_size: 200 }, trusted)
    return results.map(({ id, title, first_currency }) => ({ value: id, title: String(title), first_currency }))
  },
}

/** A ware by its slug; what a scanner reads may be its code. */
export const findWare: Handler<'market-inventory-form-ware-find'> = async (context) => {
  const { rows } = await sql<{ id: number }>`select id from data.market_ware
    where deleted_at is null and (slug = ${context.params.slug} or code = ${context.params.slug})
    order by (slug = ${context.params.slug}) desc, id limit 1`.execute(context.trx)
  const [found] = rows
  if (!found) throw new ApiError('not-found', { userMessage: say(context, 'ware_unknown') })
  return { results: recordResults(await readRecord(context, 'market_ware', found.id, { permitted: true })) }
}

type Sent = PayloadOf<'market-inventory-save'>

/** Stores a change of stock: its parts post to the ledger, its codes change hands, all of it or nothing. */
export const saveChange: Handler<'market-inventory-save'> = async (context) => {
  const { payload } = context
  const ware = await wareOf(context, payload.ware_id)
  const errors: FieldErrors = {}
  if (!ware) errors.ware_id = [payload.ware_id ? { key: 'errors.unknown_reference' } : required]
  if (payload.kind === null || payload.kind === undefined) errors.kind = [required]
  else if (!Object.values(kinds).some((kind) => kind === payload.kind)) errors.kind = [{ key: 'rules.included' }]
  if (payload.kind === kinds.damage && !payload.reason_id) errors.reason_id = [required]
  if (!payload.path_id) errors.path_id = [required]
  const product = ware && (await selectAnyRows(context, findModel(context, 'market_product'), [Number(ware.product_id)]))[0]
  if (product?.deleted_at) errors.ware_id = [say(context, 'product_trashed')]
  const effected = new Date(payload.effected_at ?? context.now)
  if (effected.getTime() > context.now.getTime() + clockDriftMs) errors.effected_at = [say(context, 'effected_future')]
  else if (effected < earliest) errors.effected_at = [say(context, 'effected_early')]
  const isRelated = ware?.inventory_type === 'related'
  const isUnique = ware?.inventory_type === 'unique'
  const scales = await quantityScales(context, ware ? [ware] : [])
  const quantity = amountOf(payload.alter, ware ? scales(ware) : 3)
  if (!isRelated || !isEmpty(payload.alter)) noteFault(errors, 'alter', quantity, !isRelated)
  const fee = amountOf(payload.fee, 2, true)
  noteFault(errors, 'fee', fee, isUnique)
  if (isUnique && 'amount' in quantity && quantity.amount.includes('.')) errors.alter = [{ key: 'rules.type_integer' }]
  const parts = ware && isRelated ? await dependentParts(context, ware, errors) : []
  if (Object.keys(errors).length > 0 || !ware) throw validationError(errors)
  const codes = isUnique ? (payload.unique_wares ?? []).map(parsePieceCode).filter((code) => code !== '') : []
  if (isUnique) await takeCodes(context, ware.id, payload.kind as 1 | 3 | 5, codes, Number('amount' in quantity ? quantity.amount : 0))
  const own: Part[] = isRelated ? parts : [partOf(ware.id, payload.kind!, quantity, fee)]
  const data = {
    ware: ware.id,
    kind: payload.kind,
    reason_id: payload.kind === kinds.damage ? payload.reason_id : null,
    returns_id: payload.kind === kinds.return ? (payload.returns_id ?? null) : null,
    alter: 'amount' in quantity ? quantity.amount : null,
    fee: 'amount' in fee ? fee.amount : null,
    path_id: payload.path_id,
    effected_at: payload.effected_at ?? context.now.toISOString(),
    description: payload.description ?? null,
    unique_wares: codes,
    parts: own,
  }
  const change = await writeRecord(context, 'market_inventory_change', { data }, trusted).catch((fault: unknown) => {
    throw fault instanceof ApiError && fault.errors ? fault.at((path) => sentPath(path, payload, own)) : fault
  })
  // What is posted at the end of the change is in the balances now.
  const [stock] = await readStock(context, [ware])
  return {
    results: { id: change.id, version: change.version, ware_id: ware.id, ...stock! },
    metadata: { toast: say(context, 'change_saved') },
  }
}

async function wareOf(context: ModelContext, id: number | null | undefined): Promise<StoredRow | undefined> {
  const [ware] = id ? await selectAnyRows(context, findModel(context, 'market_ware'), [id]) : []
  return ware?.deleted_at ? undefined : ware
}

type Amount = { amount: string } | { fault: FieldMessage } | { none: true }

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''

/** A sent amount with at most so many decimals, greater than zero or, of a fee, not below it. */
function amountOf(value: unknown, scale: number, mayBeZero = false): Amount {
  if (isEmpty(value)) return { none: true }
  const amount = toDecimal(typeof value === 'string' ? value.trim() : value)
  if (amount === undefined) return { fault: { key: 'rules.numeric' } }
  const plain = canonicalDecimal(amount)
  const tooFine = scaleFault(plain, scale)
  if (tooFine) return { fault: tooFine }
  if (compareDecimal(plain, most) > 0) return { fault: { key: 'rules.max_value', values: { max: most } } }
  const least = compareDecimal(plain, '0')
  return least < 0 || (least === 0 && !mayBeZero)
    ? { fault: mayBeZero ? { key: 'rules.min_value', values: { min: 0 } } : { key: 'rules.greater_than', values: { min: 0 } } }
    : { amount: plain }
}

function noteFault(errors: FieldErrors, field: string, amount: Amount, isRequired: boolean): void {
  if ('fault' in amount) errors[field] = [amount.fault]
  else if ('none' in amount && isRequired) errors[field] = [required]
}

function partOf(ware: number, kind: number, quantity: Amount, fee: Amount): Part {
  // Entries have amounts above nothing; what was given for nothing has a kind of its own.
  const price = 'amount' in fee ? fee.amount : null
  const supply = price === null ? 'supply_unpriced' : compareDecimal(price, '0') === 0 ? 'supply_free' : 'supply'
  const entry = kind === kinds.supply ? supply : kind === kinds.damage ? 'damage' : 'return'
  return {
    ware,
    quantity: 'amount' in quantity ? quantity.amount : '0',
    fee: price !== null && compareDecimal(price, '0') > 0 ? price : null,
    entry,
  }
}

/** What a change of a related ware does to the wares that it depends on: those that are selected, each by its own quantity. */
async function dependentParts(context: CallOf<'market-inventory-save'>, ware: StoredRow, errors: FieldErrors): Promise<Part[]> {
  const { payload } = context
  const known = (ware.dependent_wares ?? []) as number[]
  const rows = new Map((await selectAnyRows(context, findModel(context, 'market_ware'), known)).map((row) => [row.id, row]))
  const scales = await quantityScales(context, [...rows.values()])
  const parts: Part[] = []
  for (const [index, part] of (payload.dependent_wares ?? []).entries()) {
    if (part.selected === false || part.selected === 0) continue
    const path = `dependent_wares.${index}`
    const row = rows.get(part.id)
    const quantity = amountOf(isEmpty(part.alter) ? payload.alter : part.alter, row ? scales(row) : 3)
    const fee = amountOf(part.fee, 2, true)
    if (!row || row.deleted_at) errors[`${path}.id`] = [{ key: 'errors.unknown_reference' }]
    else if (row.inventory_type === 'unique') errors[`${path}.id`] = [say(context, 'unique_by_itself')]
    noteFault(errors, `${path}.alter`, quantity, true)
    noteFault(errors, `${path}.fee`, fee, false)
    parts.push(partOf(part.id, payload.kind ?? 0, quantity, fee))
  }
  if (parts.length === 0) errors.dependent_wares = [say(context, 'dependents_needed')]
  const twice = parts.find(({ ware: id }, at) => parts.some((other, place) => place < at && other.ware === id))
  if (twice) errors.dependent_wares = [{ key: 'rules.unique_items' }]
  return parts
}

/** Faults of the rows that were made of what was sent are told where it was sent. */
function sentPath(path: string, payload: Sent, parts: readonly Part[]): string {
  const [, index, field = ''] = /^parts\.(\d+)\.(\w+)$/.exec(path) ?? []
  const name = field === 'quantity' ? 'alter' : field === 'ware' || field === 'ware_id' || field === '' ? 'alter' : field
  if (index === undefined) return path
  const sent = (payload.dependent_wares ?? []).findIndex(({ id }) => id === parts[Number(index)]?.ware)
  return sent >= 0 ? `dependent_wares.${sent}.${name}` : name
}
