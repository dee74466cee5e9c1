import type { EntityDocument } from '#schemas/types/contract.d.ts'
import { isComputed } from './computed-words.ts'

const documents = new WeakMap<EntityDocument, EntityDocument>()

/** An entity whose computed fields are read only: lists, forms and imports ask nobody for them. Others are answered as they are. */
export function withComputed(document: EntityDocument): EntityDocument {
  const { schema } = document
  const computed = Object.keys(schema.properties).filter((field) => isComputed(document, field))
  if (computed.length === 0) return document
  let whole = documents.get(document)
  if (!whole) {
    const readOnly = Object.fromEntries(computed.map((field) => [field, { ...schema.properties[field], readOnly: true }]))
    whole = { ...document, schema: { ...schema, properties: { ...schema.properties, ...readOnly } } }
    documents.set(document, whole)
  }
  return whole
}
