import { isRecord } from '#schemas/rules/is-record.ts'
import { parseRules } from '#schemas/rules/validation/rule-string.ts'
import { toLatinDigits } from '#schemas/rules/numbers/digits.ts'
import type { EntityDocument } from '#schemas/types/contract.d.ts'
import { sequenceFields, sequenceOf } from './sequence.ts'

/** Part of a record's address, as its field describes it. */
export interface SlugField {
  /** Fields from which it is made when it is left empty: the first that has a text. */
  from: readonly string[]
  /** Fields among whose records it is the only one; none for all records. */
  within: readonly string[]
  /** Characters of one that the server makes, without the number behind it. */
  max: number
  /** Characters that the field takes. */
  limit: number
}

const usualMax = 100

/** The slug of a field; undefined for any other field. */
export function slugOf(property: unknown): SlugField | undefined {
  const written = isRecord(property) ? property.slug : undefined
  if (!isRecord(written)) return undefined
  const limit = limitOf(property as Record<string, unknown>)
  const max = typeof written.max === 'number' ? written.max : usualMax
  return { from: namesIn(written.from), within: namesIn(written.within), max: Math.min(max, limit), limit }
}

const namesIn = (names: unknown): string[] => [names].flat().filter((name) => typeof name === 'string')

function limitOf({ maxLength, rules }: Record<string, unknown>): number {
  const arg = parseRules(typeof rules === 'string' ? rules : '').find(({ name }) => name === 'max')?.args[0]
  return Math.min(typeof maxLength === 'number' ? maxLength : Infinity, arg === undefined ? Infinity : Number(toLatinDigits(arg)))
}

/** Whether the server gives the field a value where nobody writes one. */
export const isGiven = (property: unknown): boolean => sequenceOf(property) !== undefined || (slugOf(property)?.from.length ?? 0) > 0

/** Slugs of an entity by field. */
export const slugFields = ({ schema }: EntityDocument): Map<string, SlugField> =>
  new Map(
    Object.entries(schema.properties).flatMap(([name, property]) => {
      const slug = slugOf(property)
      return slug ? [[name, slug] as const] : []
    }),
  )

/** Lists of fields that no two records share: those of `storage.unique`, and each slug behind the fields that it is unique within. */
export function uniqueLists(document: EntityDocument): string[][] {
  const lists = [...(document.storage?.unique ?? [])]
  const slugs = [...slugFields(document)].map(([name, { within }]) => [...within, name])
  return [...lists.filter((list) => !slugs.some((slug) => isSameList(slug, list))), ...slugs]
}

/** Lists of fields that name at most one record: those that no two share, and each field with a number of the server. */
export const namingLists = (document: EntityDocument): string[][] => [
  ...uniqueLists(document),
  ...sequenceFields(document).map((field) => [field]),
]

export const isSameList = (one: readonly string[], other: readonly string[]): boolean =>
  one.length === other.length && one.every((name) => other.includes(name))
