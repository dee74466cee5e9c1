import { sql } from 'kysely'
import type { FieldErrors, FieldMessage } from '#server/errors.ts'
import { Refusal } from '#server/errors.ts'
import type { CallContext } from '#server/features/feature.ts'
import { badValue } from '#server/model/ids.ts'
import { asRefusal, toFailure } from '#server/plugins/failures.ts'
import { cellText, type ReadTable } from '#server/spreadsheet/read-table.ts'
import type { ImportField } from './import-fields.ts'
import { readValue, type FileReading, type Misread } from './read-value.ts'

/** What the rows of a file do to records. */
export type ImportMode = 'create' | 'update' | 'both'

export interface ImportPlan {
  fields: readonly ImportField[]
  /** Column of the file that each field is read from. */
  mapping: Readonly<Record<string, number>>
  mode: ImportMode
  /** Field by which a row finds its record. */
  key?: string
  reading: FileReading
  find: (value: unknown) => Promise<{ id: number; version: number }[]>
  save: (row: { id?: number; version?: number; data: Record<string, unknown> }) => Promise<unknown>
  /** Where the sentences of refusals are looked up. */
  module: string
  entity: string
}

export interface RowErrors { line: number; title: string; errors: Record<string, string[]> }
export interface ImportReport { rows: number; created: number; updated: number; failed: number; errors: RowErrors[] }

type Context = Pick<CallContext, 'trx' | 'caller' | 'registry'>

/**
 * Saves the rows of a file one after the other in the transaction that it is given, each as its own call would. A row that is refused
 * leaves nothing and is told; whether what the others did stays is for whoever holds the transaction.
 */
export async function importRows(context: Context, table: ReadTable, plan: ImportPlan, onRow: (done: number) => void = () => {}): Promise<ImportReport> {
  const report: ImportReport = { rows: table.rows.length, created: 0, updated: 0, failed: 0, errors: [] }
  const seen = new Map<string, number>()
  for (const [at, { line, cells }] of table.rows.entries()) {
    onRow(at)
    try {
      const { data, errors } = await readRow(cells, plan)
      if (Object.keys(errors).length > 0) throw new Refusal('422', { errors: { ...await otherErrors(context, plan, data), ...errors } })
      refuseTwice(plan, data, line, seen)
      const target = await targetOf(plan, data)
      await savingPoint(context, () => plan.save({ ...target, data }))
      report[target ? 'updated' : 'created'] += 1
    } catch (fault) {
      const refusal = asRefusal(fault)
      if (!refusal || refusal.code === 'not-ready') throw fault
      report.failed += 1
      report.errors.push({ line, title: titleOf(table, cells, plan), errors: sentences(context, plan, refusal) })
    }
  }
  onRow(table.rows.length)
  return report
}

/** Whatever a refused row has written is taken back, and the transaction goes on. */
async function savingPoint({ trx }: Context, work: () => Promise<unknown>): Promise<void> {
  await sql`savepoint import_row`.execute(trx)
  try {
    await work()
    await sql`release savepoint import_row`.execute(trx)
  } catch (fault) {
    await sql`rollback to savepoint import_row`.execute(trx)
    await sql`release savepoint import_row`.execute(trx)
    throw fault
  }
}

class Tried extends Error {}

/** What else is wrong with a row of which a cell cannot be read: all of it is told at once. */
async function otherErrors(context: Context, plan: ImportPlan, data: Record<string, unknown>): Promise<FieldErrors> {
  try {
    const target = await targetOf(plan, data)
    await savingPoint(context, async () => {
      await plan.save({ ...target, data })
      throw new Tried()
    })
    return {}
  } catch (fault) {
    const refusal = fault instanceof Tried ? undefined : asRefusal(fault)
    if (!(fault instanceof Tried) && (!refusal || refusal.code === 'not-ready')) throw fault
    return refusal?.errors ?? {}
  }
}

async function readRow(cells: ReadTable['rows'][number]['cells'], { fields, mapping, reading }: ImportPlan): Promise<{ data: Record<string, unknown>; errors: FieldErrors }> {
  const data: Record<string, unknown> = {}
  const errors: FieldErrors = {}
  for (const field of fields) {
    const at = mapping[field.name]
    if (at === undefined) continue
    const read = await readValue(cells[at], field, reading)
    if ('bad' in read || 'ambiguous' in read) errors[field.name] = [misreadText(read)]
    else if (read.value !== undefined) data[field.name] = read.value
  }
  return { data, errors }
}

const misreadText = (misread: Misread): FieldMessage =>
  ('bad' in misread ? badValue(misread.bad) : { key: 'errors.import_ambiguous', values: { value: misread.ambiguous.slice(0, 80) } })

/** Two rows of one key would undo each other. */
function refuseTwice({ key, mode }: ImportPlan, data: Record<string, unknown>, line: number, seen: Map<string, number>): void {
  if (key === undefined || mode === 'create' || data[key] === undefined) return
  const value = String(data[key])
  const first = seen.get(value)
  if (first !== undefined) throw new Refusal('422', { errors: { [key]: [{ key: 'errors.import_twice', values: { line: first } }] } })
  seen.set(value, line)
}

/** The record that a row changes; undefined where it adds one. */
async function targetOf({ key, mode, find }: ImportPlan, data: Record<string, unknown>): Promise<{ id: number; version: number } | undefined> {
  if (mode === 'create' || key === undefined) return undefined
  if (data[key] === undefined) {
    if (mode === 'both') return undefined
    throw new Refusal('422', { errors: { [key]: [{ key: 'rules.required' }] } })
  }
  const [found, other] = await find(data[key])
  if (other) throw new Refusal('422', { errors: { [key]: [{ key: 'errors.import_ambiguous', values: { value: String(data[key]).slice(0, 80) } }] } })
  if (!found && mode === 'update') throw new Refusal('422', { errors: { [key]: [{ key: 'errors.import_unknown' }] } })
  return found
}

/** What a row is called in the list of its errors: its key, else its first cell that is filled. */
function titleOf({ titles }: ReadTable, cells: ReadTable['rows'][number]['cells'], { key, mapping }: ImportPlan): string {
  const own = key === undefined || mapping[key] === undefined ? '' : cellText(cells[mapping[key]])
  return (own || titles.map((_, at) => cellText(cells[at])).find(text => text !== '') || '').slice(0, 120)
}

/** Sentences by field; what no field is at fault for stands under an empty name. */
function sentences({ caller, registry }: Context, { module, entity }: ImportPlan, refusal: Refusal): Record<string, string[]> {
  const { body } = toFailure(refusal, { locale: caller.locale, registry, module, entity })
  return Object.keys(body.errors).length > 0 ? body.errors : { '': [body.userMessage] }
}
