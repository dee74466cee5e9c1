import { isRecord } from '#schemas/rules/is-record.ts'
import type { EntityDocument } from '#schemas/types/contract.d.ts'

/** A field that is a list of records of their own, which belong to this one and go with it. */
export interface RowsField {
  field: string
  /** Entity of the rows. */
  child: string
  maxItems?: number
  /** Written by calls of their own, never with the parent. */
  isOwn: boolean
  /** Column of a former JSON list, from which the rows are made once. */
  from?: string
}

/** Place of a row among those of its parent. */
export const placeField = 'row'

const plainName = (name: string) => name.slice(name.lastIndexOf('/') + 1)

/** Entity to whose records the rows belong; undefined for an entity that stands by itself. */
export const parentOf = ({ parent }: EntityDocument): string | undefined => (parent === undefined ? undefined : plainName(parent))

/** The lists of rows that an entity has. */
export function rowsFieldsOf({ schema }: EntityDocument): RowsField[] {
  return Object.entries(schema.properties).flatMap(([field, property]) => {
    if (!isRecord(property) || typeof property.rows !== 'string') return []
    return {
      field,
      child: plainName(property.rows),
      maxItems: typeof property.maxItems === 'number' ? property.maxItems : undefined,
      isOwn: property.edit === 'own',
      from: typeof property.from === 'string' ? property.from : undefined,
    }
  })
}

const documents = new WeakMap<EntityDocument, EntityDocument>()

/**
 * A child entity with what follows from having a parent: the reference to it, the place of the row, and no trash of its own,
 * since rows lie in the trash with their parent. Other entities are answered as they are.
 */
export function withParent(document: EntityDocument): EntityDocument {
  const parent = parentOf(document)
  if (parent === undefined) return document
  let whole = documents.get(document)
  if (!whole) {
    const { schema, storage } = document
    const { [parent]: _, [placeField]: __, ...properties } = schema.properties
    whole = {
      ...document,
      schema: {
        ...schema,
        required: [parent, ...(schema.required ?? [])],
        properties: { [parent]: { type: 'integer', references: parent }, ...properties, [placeField]: { type: 'integer', readOnly: true } },
      },
      storage: { ...storage, trash: false },
    }
    documents.set(document, whole)
    documents.set(whole, whole)
  }
  return whole
}

/** A child entity that may be read and written by whoever may read and write its parent, where it says nothing of its own. */
export function withParentAccess(document: EntityDocument, find: (name: string) => EntityDocument | undefined, depth = 0): EntityDocument {
  const name = parentOf(document)
  const found = name === undefined || document.access || depth > 2 ? undefined : find(name)
  if (!found) return withParent(document)
  const parent = withParentAccess(found, find, depth + 1)
  const { read, write = read } = parent.access ?? {}
  // Where calls of its own keep the parent's rules, no generic call goes round them by way of the rows.
  const generic = document.generic ?? parent.generic
  const access = { ...(read !== undefined && { read }), ...(write !== undefined && { write, trash: write, destroy: write }) }
  const whole = { ...withParent(document), access, ...(generic !== undefined && { generic }) }
  documents.set(whole, whole)
  inheriting.add(whole)
  return whole
}

const inheriting = new WeakSet<EntityDocument>()

/** Whether who may use the rows follows from their parent, its record rule included. */
export const hasParentAccess = (document: EntityDocument): boolean => inheriting.has(document)
