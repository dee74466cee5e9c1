import type { EndpointDocument, EntityDocument } from '#schemas/types/contract.d.ts'
import { derivedSchemas } from './derived-schemas.ts'

const withoutEntity = {}
const known = new WeakMap<EndpointDocument, WeakMap<object, EndpointDocument>>()

/** Finds what an endpoint names; names of entities are those without the module. */
export interface EndpointLookup {
  entity: (name: string) => EntityDocument | undefined
  /** Entity that a form names, by the form's name as the endpoint writes it. */
  formEntity?: (form: string) => string | undefined
}

/**
 * An endpoint with all its schemas: what it writes itself stands, the rest follows from its operation and entity, which may be that of
 * its form. The same object for the same documents.
 */
export function completeEndpoint(endpoint: EndpointDocument, lookup: EndpointLookup): EndpointDocument {
  if (!endpoint.operation) return endpoint
  const name = endpoint.entity ?? (endpoint.form === undefined ? undefined : lookup.formEntity?.(endpoint.form))
  const entity = name === undefined ? undefined : lookup.entity(plainName(name))
  const byEntity = known.get(endpoint) ?? new WeakMap<object, EndpointDocument>()
  known.set(endpoint, byEntity)
  const key = entity ?? withoutEntity
  const named = name === undefined ? endpoint : { ...endpoint, entity: name }
  const complete = byEntity.get(key) ?? { ...derivedSchemas(named, entity), ...named }
  byEntity.set(key, complete)
  return complete
}

/** `persons/user` and `user` are the same entity: names are unique in the whole panel. */
const plainName = (name: string): string => name.slice(name.indexOf('/') + 1)
