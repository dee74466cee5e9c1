import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FieldErrors, FieldMessage } from '#server/errors.ts'
import { ApiError } from '#server/errors.ts'
import { asRefusal, toFailure } from '#server/plugins/failures.ts'
import { cellText, type ReadTable } from '#server/spreadsheet/read-table.ts'
import type { StepContext } from '#server/tasks/define-task.ts'
import type { ImportField } from './import-fields.ts'
import { expectation, readValue, type FileReading, type Misread } from './read-value.ts'

/** What the rows of a file do to records. */
export type ImportMode = 'create' | 'update' | 'both'

export interface ImportPlan {
  fields: readonly ImportField[]
  /** Column of the file that each field is read from. */
  mapping: Readonly<Record<string, number>>
  mode: ImportMode
  /** Field by which a row finds its record. */
  key?: string
  reading: Omit<FileReading, 'find'>
  /** Record that a text names. */
  named: (context: StepContext, entity: string, text: string) => ReturnType<FileReading['find']>
  find: (context: StepContext, value: unknown) => Promise<{ id: number; version: number }[]>
  save: (context: StepContext, row: { id?: number; version?: number; data: Record<string, unknown> }) => Promise<unknown>
  /** Where the sentences of refusals are looked up. */
  module: string
  entity: string
}

export interface RowErrors {
  line: number
  title: string
  code: string
  errors: Record<string, string[]>
}
export interface ImportReport {
  rows: number
  created: number
  updated: number
  failed: number
  errors: RowErrors[]
}

type Speaker = Pick<StepContext, 'caller' | 'registry'>
/** Does one row, so that of a row that is refused nothing stays; answers what the work answers. May do it more than once. */
export type Attempt = <T>(work: (context: StepContext) => Promise<T>) => Promise<T>

/**
 * Saves the rows of a file one after the other, each as its own call would and as `attempt` does it. A row that is refused is told;
 * whether what the others did stays is for whoever attempts them.
 */
export async function importRows(
  speaker: Speaker,
  table: ReadTable,
  plan: ImportPlan,
  attempt: Attempt,
  onRow: (done: number) => void = () => {},
): Promise<ImportReport> {
  const report: ImportReport = { rows: table.rows.length, created: 0, updated: 0, failed: 0, errors: [] }
  const seen = new Map<string, number>()
  for (const [at, { line, cells }] of table.rows.entries()) {
    onRow(at)
    try {
      report[(await attempt((context) => saveRow(context, cells, line, plan, seen))) ? 'updated' : 'created'] += 1
    } catch (fault) {
      const refusal = asRefusal(fault)
      if (!refusal || refusal.code === 'not-ready') throw fault
      report.failed += 1
      report.errors.push({ line, title: titleOf(table, cells, plan), code: refusal.code, errors: sentences(speaker, plan, refusal) })
    }
    // The embedded database answers without ever letting the network have its turn.
    await nextTurn()
  }
  onRow(table.rows.length)
  return report
}

/** Whether the row changes a record. */
async function saveRow(
  context: StepContext,
  cells: ReadTable['rows'][number]['cells'],
  line: number,
  plan: ImportPlan,
  seen: Map<string, number>,
): Promise<boolean> {
  const { data, errors } = await readRow(context, cells, plan)
  if (Object.keys(errors).length > 0) throw new ApiError('422', { errors: { ...(await otherErrors(context, plan, data)), ...errors } })
  refuseTwice(plan, data, line, seen)
  const target = await targetOf(context, plan, data)
  await plan.save(context, { ...target, data })
  return target !== undefined
}

/** Further faults of a row with an unreadable cell, so that all of them are reported together. */
async function otherErrors(context: StepContext, plan: ImportPlan, data: Record<string, unknown>): Promise<FieldErrors> {
  try {
    await plan.save(context, { ...(await targetOf(context, plan, data)), data })
    return {}
  } catch (fault) {
    const refusal = asRefusal(fault)
    if (!refusal || refusal.code === 'not-ready') throw fault
    return refusal.errors ?? {}
  }
}

async function readRow(
  context: StepContext,
  cells: ReadTable['rows'][number]['cells'],
  { fields, mapping, named, ...plan }: ImportPlan,
): Promise<{ data: Record<string, unknown>; errors: FieldErrors }> {
  const data: Record<string, unknown> = {}
  const errors: FieldErrors = {}
  const reading: FileReading = { ...plan.reading, key: plan.key, find: (entity, text) => named(context, entity, text) }
  for (const field of fields) {
    const at = mapping[field.name]
    if (at === undefined) continue
    const read = await readValue(cells[at], field, reading)
    if ('bad' in read || 'ambiguous' in read || 'cut' in read) errors[field.name] = [misreadText(read, field)]
    else if (read.value !== undefined) data[field.name] = read.value
  }
  return { data, errors }
}

const misreadText = (misread: Misread, field: ImportField): FieldMessage =>
  'cut' in misread
    ? { key: 'errors.import_cut', values: { count: misread.cut } }
    : 'bad' in misread
      ? expectation(misread.bad, field)
      : { key: 'errors.import_ambiguous', values: { value: misread.ambiguous.slice(0, 80) } }

/** Two rows of one key would undo each other. */
function refuseTwice({ key, mode }: ImportPlan, data: Record<string, unknown>, line: number, seen: Map<string, number>): void {
  if (key === undefined || mode === 'create' || data[key] === undefined) return
  const value = String(data[key])
  const first = seen.get(value)
  if (first !== undefined && first !== line)
    throw new ApiError('422', { errors: { [key]: [{ key: 'errors.import_twice', values: { line: first } }] } })
  seen.set(value, line)
}

/** The record that a row changes; undefined where it adds one. */
async function targetOf(
  context: StepContext,
  { key, mode, find }: ImportPlan,
  data: Record<string, unknown>,
): Promise<{ id: number; version: number } | undefined> {
  if (mode === 'create' || key === undefined) return undefined
  if (data[key] === undefined) {
    if (mode === 'both') return undefined
    throw new ApiError('422', { errors: { [key]: [{ key: 'rules.required' }] } })
  }
  const [found, other] = await find(context, data[key])
  if (other)
    throw new ApiError('422', {
      errors: { [key]: [{ key: 'errors.import_ambiguous', values: { value: String(data[key]).slice(0, 80) } }] },
    })
  if (!found && mode === 'update') throw new ApiError('422', { errors: { [key]: [{ key: 'errors.import_unknown' }] } })
  return found
}

/** What a row is called in the list of its errors: its key, else its first cell that is filled. */
function titleOf({ titles }: ReadTable, cells: ReadTable['rows'][number]['cells'], { key, mapping }: ImportPlan): string {
  const own = key === undefined || mapping[key] === undefined ? '' : cellText(cells[mapping[key]])
  return (own || titles.map((_, at) => cellText(cells[at])).find((text) => text !== '') || '').slice(0, 120)
}

/** Messages by field; those of no field are under the empty name. */
function sentences({ caller, registry }: Speaker, { module, entity }: ImportPlan, refusal: ApiError): Record<string, string[]> {
  const { body } = toFailure(refusal, { locale: caller.locale, timezone: caller.timezone, registry, module, entity })
  return Object.keys(body.errors).length > 0 ? body.errors : { '': [body.userMessage] }
}
