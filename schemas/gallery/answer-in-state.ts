import { isRecord } from '#schemas/rules/is-record.ts'
import { noSample, sampleValue, type SampleKind } from '#schemas/samples/sample-value.ts'
import type { GalleryState } from './gallery-state.ts'

type Node = Readonly<Record<string, unknown>>

/** What is known of the records in an answer. */
export interface AnswerShape {
  /** JSON Schema of one record, as of an entity or of an endpoint's results. */
  schema?: Node
  /** Field that says in which state of its lifecycle a record is. */
  status?: string
  locale: string
}

/** Kinds of values that a state puts into records, by what a field holds. */
const kinds: Partial<Record<GalleryState, Readonly<{ text?: SampleKind; number?: SampleKind; nothing?: true; status?: true }>>> = {
  longest: { text: 'most' },
  mixed: { text: 'mixed' },
  nulls: { nothing: true },
  largest: { number: 'most' },
  smallest: { number: 'least' },
  statuses: { status: true },
}

/**
 * The answer of a reading call in a state: a list without records, with one, or with values at the ends of what their schemas allow. What
 * has nothing to do with the state stays as the server answered it, and the given answer is not changed.
 * `answerInState('empty', { results: [{ id: 1 }], metadata: { pagination: { total: 1 } } }, …).results` is `[]`.
 */
export function answerInState(state: GalleryState, body: unknown, shape: AnswerShape): unknown {
  if (!isRecord(body) || !('results' in body)) return body
  const { results, metadata } = body
  if (Array.isArray(results)) {
    const rows = results.every(isRecord) ? (results as Node[]) : undefined
    if (!rows) return body
    if (state === 'empty') return { ...body, results: [], metadata: withTotal(metadata, 0) }
    if (state === 'one') return { ...body, results: rows.slice(0, 1), metadata: withTotal(metadata, Math.min(1, rows.length)) }
    return state in kinds ? { ...body, results: rows.map((row, at) => recordInState(state, row, at, shape)) } : body
  }
  return isRecord(results) && state in kinds ? { ...body, results: recordInState(state, results, 0, shape) } : body
}

function withTotal(metadata: unknown, total: number): unknown {
  if (!isRecord(metadata)) return metadata
  const { pagination, groups: _groups, summary, ...rest } = metadata
  return {
    ...rest,
    ...(isRecord(pagination) && { pagination: { ...pagination, page: 1, total, pages: 1 } }),
    ...(summary !== undefined && total > 0 && { summary }),
  }
}

/** What a record says of itself and of others, not to people. */
const isReserved = (key: string): boolean =>
  /^(id|version|can_.*|.*_ids?|locale|type|model|key|icon|color|cell|kind|redirect|permissions?|layout|link|preview|thumbnail|url|date|time|.*_at)$/.test(
    key,
  )

function recordInState(state: GalleryState, record: Node, at: number, { schema, status, locale }: AnswerShape): Node {
  const made: Record<string, unknown> = { ...record }
  for (const [key, value] of Object.entries(record)) {
    if (isReserved(key)) continue
    if (kinds[state]?.status) {
      const statuses = key === status ? enumOf(propertyOf(schema, key)) : []
      if (statuses.length > 0) made[key] = statuses[at % statuses.length]
      continue
    }
    const required = Array.isArray(schema?.required) && schema.required.includes(key)
    made[key] = valueInState(state, value, propertyOf(schema, key), { field: key, at, locale, required })
  }
  return made
}

interface Place {
  field: string
  at: number
  locale: string
  required: boolean
}

function valueInState(state: GalleryState, value: unknown, schema: Node | undefined, place: Place): unknown {
  const { text, number, nothing } = kinds[state]!
  if (nothing) return isNullable(schema) && !place.required && !isStructure(schema) ? null : value
  if (Array.isArray(value))
    return value.map((each, index) => valueInState(state, each, propertyOf(schema, 'items', true), { ...place, at: place.at + index }))
  if (isRecord(value)) {
    if (isTextByLocale(value) && text)
      return Object.fromEntries(Object.keys(value).map((locale) => [locale, textOf(schema, text, { ...place, locale })]))
    if (isReference(value)) return text ? namedReference(value, text, place) : value
    return isRecord(schema?.properties) ? recordInState(state, value, place.at, { schema, locale: place.locale }) : value
  }
  if (typeof value === 'string' && text && isFreeText(schema)) return textOf(schema, text, place)
  const isNumeric = typeof value === 'number' ? schema !== undefined && !('enum' in schema) : schema?.format === 'decimal'
  if (value !== null && number && isNumeric) return sampleOf(schema, number, place) ?? value
  return value
}

const sampleOf = (schema: Node | undefined, kind: SampleKind, place: Place): unknown => {
  const made = schema ? sampleValue(schema, { ...place, kind }) : noSample
  return made === noSample ? undefined : made
}

/** A text by the schema of its field; translated fields say their limit in the schema of each language, or for all. */
function textOf(schema: Node | undefined, kind: SampleKind, place: Place): unknown {
  const limits = isRecord(schema?.properties) ? propertyOf(schema, place.locale) : schema
  return sampleOf({ ...limits, type: 'string' }, kind, place)
}

/** A field in which people write what they like: no closed list, no format, no pattern of its own. */
function isFreeText(schema: Node | undefined): boolean {
  if (
    !schema ||
    'enum' in schema ||
    'const' in schema ||
    'format' in schema ||
    'pattern' in schema ||
    'slug' in schema ||
    'sequence' in schema
  )
    return false
  return !/\b(email|url|regex|digits|numeric|alpha\w*|ip|uuid)\b/.test(String(schema.rules ?? ''))
}

const isNullable = (schema: Node | undefined): boolean =>
  schema !== undefined && ([] as unknown[]).concat(schema.type ?? []).includes('null')
const isStructure = (schema: Node | undefined): boolean => 'computed' in (schema ?? {}) || 'sequence' in (schema ?? {})
const isTextByLocale = (value: Node): boolean =>
  Object.keys(value).length > 0 && Object.entries(value).every(([key, text]) => /^[a-z]{2}$/.test(key) && typeof text === 'string')
const isReference = (value: Node): boolean => 'id' in value && referenceNames.some((name) => typeof value[name] === 'string')
const referenceNames = ['title', 'name', 'label', 'name_full', 'full_title']

const longestName = 120
const namedReference = (value: Node, kind: SampleKind, place: Place): Node => ({
  ...value,
  ...Object.fromEntries(
    referenceNames
      .filter((name) => typeof value[name] === 'string')
      .map((name) => [name, sampleOf({ type: 'string', maxLength: longestName }, kind, place)]),
  ),
})

function propertyOf(schema: Node | undefined, key: string, isOwn = false): Node | undefined {
  const found = isOwn
    ? schema?.[key]
    : isRecord(schema?.properties) && Object.hasOwn(schema.properties, key)
      ? schema.properties[key]
      : undefined
  return isRecord(found) ? found : undefined
}

export const enumOf = (schema: Node | undefined): unknown[] =>
  Array.isArray(schema?.enum) ? schema.enum.filter((value) => value !== null) : []
