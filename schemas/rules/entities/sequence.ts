import { isRecord } from '#schemas/rules/is-record.ts'
import { yearOf, type CountedYear } from './sequence-format.ts'
import type { EntityDocument } from '#schemas/types/contract.d.ts'

/** Characters of a random number. Letters that are read as digits, and digits that are read as letters, are not mixed. */
export const alphabets = { digits: '0123456789', letters: 'ABCDEFGHJKLMNPQRSTUVWXYZ', mixed: '23456789ABCDEFGHJKLMNPQRSTUVWXYZ' } as const

/** A number that is drawn when a record is made, so that no number tells another. */
export interface RandomSequence {
  kind: 'random'
  /** Length of what is drawn by lot. */
  random: number
  of: keyof typeof alphabets
  prefix: string
}

/** A number that follows the one before it. */
export interface CountedSequence {
  kind: 'counted'
  /** `{n}` is the number, `{year}` the year; other insertions are fields of the record and of what it refers to. */
  format: string
  /** Digits of `{n}` at least. */
  digits: number
  /** Paths of the fields among whose records numbers are counted by themselves, without the year. */
  scope: readonly string[]
  /** The years by which numbers are counted by themselves. */
  year?: CountedYear
  /** Field with the day or moment whose year counts; that of the creation when left out. */
  date?: string
  gapless: boolean
  /** A refused call gives its number back, so those who number at the same moment wait for each other. */
  returned: boolean
  /** Transition that gives the number; the creation of the record when left out. */
  at?: string
}

export type Sequence = RandomSequence | CountedSequence

const textOr = <Other>(value: unknown, other: Other): string | Other => (typeof value === 'string' ? value : other)

/** The sequence of a field; undefined for a field that is written by people. */
export function sequenceOf(property: unknown): Sequence | undefined {
  const written = isRecord(property) ? property.sequence : undefined
  if (!isRecord(written)) return undefined
  if (typeof written.format === 'string') {
    const words = [written.scope].flat()
    return {
      kind: 'counted',
      format: written.format,
      digits: typeof written.digits === 'number' ? written.digits : 1,
      scope: words.filter((word) => typeof word === 'string' && yearOf(word) === undefined) as string[],
      year: words.flatMap((word) => yearOf(word) ?? [])[0],
      date: textOr(written.date, undefined),
      gapless: written.gapless === true,
      returned: written.gapless === true || written.returned === true,
      at: textOr(written.at, undefined),
    }
  }
  if (typeof written.random !== 'number') return undefined
  const of = typeof written.of === 'string' && Object.hasOwn(alphabets, written.of) ? (written.of as RandomSequence['of']) : 'digits'
  return { kind: 'random', random: written.random, of, prefix: textOr(written.prefix, '') }
}

/** Fields of an entity that the server numbers. */
export const sequenceFields = ({ schema }: EntityDocument): string[] =>
  Object.keys(schema.properties).filter((name) => sequenceOf(schema.properties[name]) !== undefined)

/** Fields with a number that is counted without a gap: a record that has one stays. */
export const gaplessFields = ({ schema }: EntityDocument): string[] =>
  Object.keys(schema.properties).filter((name) => {
    const sequence = sequenceOf(schema.properties[name])
    return sequence?.kind === 'counted' && sequence.gapless
  })

const documents = new WeakMap<EntityDocument, EntityDocument>()

/** An entity whose numbered fields are only read, since the server gives them. Other entities are answered as they are. */
export function withNumbers(document: EntityDocument): EntityDocument {
  const numbered = sequenceFields(document)
  if (numbered.length === 0) return document
  let whole = documents.get(document)
  if (!whole) {
    const { schema } = document
    const readOnly = Object.fromEntries(numbered.map((name) => [name, { ...schema.properties[name], readOnly: true }]))
    whole = { ...document, schema: { ...schema, properties: { ...schema.properties, ...readOnly } } }
    documents.set(document, whole)
  }
  return whole
}
