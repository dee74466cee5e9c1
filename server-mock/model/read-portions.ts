import { setImmediate as nextTurn } from 'node:timers/promises'
import { parseRules } from '#schemas/rules/validation/rule-string.ts'
import type { EntityDocument } from '#schemas/types/contract.d.ts'
import { ApiError } from '#server/errors.ts'
import type { ModelEntity } from './context.ts'

/** Records that are read at once. */
const portionRecords = 100
/** Records that are read at once while it is not known how long they are, and letters that a portion should have then. */
const firstOfLong = 4
const portionLetters = 500_000
/** Letters that the records of one page may have: more could not be written without keeping other calls waiting. */
const pageLetters = 10_000_000
/** A text that may be longer than this makes a record long. */
const longText = 20_000

/**
 * Reads records in portions, between which other calls are served: of 100 records, or of as many as have about 500,000 letters. `paths` are
 * the fields that are read of each; all when left out.
 * @throws `payload-too-large` for a page of more than 10,000,000 letters
 */
export async function readInPortions<Read extends { record: object }>(
  entity: ModelEntity,
  ids: readonly number[],
  paths: readonly string[] | undefined,
  read: (ids: readonly number[]) => Promise<readonly Read[]>,
): Promise<Read[]> {
  const measures = isLong(entity, paths)
  const records: Read[] = []
  let letters = 0
  for (let [start, size] = [0, measures ? firstOfLong : portionRecords]; start < ids.length;) {
    if (start > 0) await nextTurn()
    const portion = await read(ids.slice(start, start + size))
    records.push(...portion)
    start += size
    if (!measures) continue
    for (const { record } of portion) letters += lettersIn(record)
    if (letters > pageLetters)
      throw new ApiError('payload-too-large', { userMessage: { key: 'errors.page_too_large', values: { max: start } } })
    size = Math.max(1, Math.min(portionRecords, Math.floor((portionLetters * start) / (letters + 1))))
  }
  return records
}

const longFields = new WeakMap<object, readonly string[]>()

/** Whether records may hold long texts or lists in the fields that are read. */
function isLong({ shape, document }: ModelEntity, paths: readonly string[] | undefined): boolean {
  const fields =
    longFields.get(document) ?? shape.columns.flatMap(({ field, system }) => (!system && isUnbounded(document, field) ? [field] : []))
  longFields.set(document, fields)
  if (fields.length === 0 || !paths) return fields.length > 0
  const read = new Set(paths.map((path) => path.split('.')[0]!))
  return fields.some((field) => read.has(field))
}

function isUnbounded(document: EntityDocument, field: string): boolean {
  const schema: Record<string, unknown> = document.schema.properties?.[field] ?? {}
  const types = [schema.type].flat()
  if (Array.isArray(schema.enum) || 'const' in schema) return false
  if (types.includes('array')) return typeof schema.maxItems !== 'number'
  if (!types.includes('string') || (schema.format !== undefined && schema.format !== 'html')) return false
  const rules = typeof schema.rules === 'string' ? parseRules(schema.rules) : []
  const most = rules.find(({ name }) => name === 'max' || name === 'length')?.args.at(-1) ?? schema.maxLength
  return most === undefined || Number(most) > longText
}

function lettersIn(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (typeof value !== 'object' || value === null) return 8
  let letters = 0
  for (const part of Object.values(value)) letters += lettersIn(part)
  return letters
}
