import { isRecord } from '#schemas/rules/is-record.ts'
import type { EntityDocument } from '#schemas/types/contract.d.ts'

/** Characters of a random number. Letters that are read as digits, and digits that are read as letters, are not mixed. */
export const alphabets = { digits: '0123456789', letters: 'ABCDEFGHJKLMNPQRSTUVWXYZ', mixed: '23456789ABCDEFGHJKLMNPQRSTUVWXYZ' } as const

/** A number that the server gives a record when it is made. */
export interface Sequence {
  /** Length of what is drawn by lot. */
  random: number
  of: keyof typeof alphabets
  prefix: string
}

/** The sequence of a field; undefined for a field that is written by people. */
export function sequenceOf(property: unknown): Sequence | undefined {
  const written = isRecord(property) ? property.sequence : undefined
  if (!isRecord(written) || typeof written.random !== 'number') return undefined
  const of = typeof written.of === 'string' && Object.hasOwn(alphabets, written.of) ? (written.of as Sequence['of']) : 'digits'
  return { random: written.random, of, prefix: typeof written.prefix === 'string' ? written.prefix : '' }
}

/** Fields of an entity that the server numbers. */
export const sequenceFields = ({ schema }: EntityDocument): string[] =>
  Object.keys(schema.properties).filter((name) => sequenceOf(schema.properties[name]) !== undefined)

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
