import { isRecord } from '#schemas/rules/is-record.ts'
import { renamePath, renameQuery, renameRecords, type EntityLookup, type Naming } from '#schemas/rules/endpoints/wire-names.ts'
import type { EndpointDocument } from '#schemas/types/contract.d.ts'
import { findEntity } from '#server/documents/entity-field.ts'
import type { DocumentRegistry, Owned } from '#server/documents/registry.ts'
import { validationError } from '#server/errors.ts'
import type { Answer } from '#server/feature.ts'
import type { Failure } from './failures.ts'
import { gridPathOf } from './operations/read-operations.ts'

/** Header of callers that use the entity's own names: those of forms and lists. */
const spellingHeader = 'x-field-names'

/** Operations that answer records. */
const answeringRecords: ReadonlySet<string> = new Set(
  'create save set single list grid form trash restore reorder preview transition run'.split(' '),
)
const listing: ReadonlySet<string> = new Set(['list', 'grid', 'export'])

const withNames = new WeakMap<DocumentRegistry, boolean>()

/** Whether any entity has names for its callers. */
function hasNames(registry: DocumentRegistry): boolean {
  const known = withNames.get(registry) ?? [...registry.entities.values()].some(({ document }) => document.names !== undefined)
  withNames.set(registry, known)
  return known
}

/** The names that the fields of a declared call have for this caller; undefined where these are the entity's own. */
export function namingOf(
  registry: DocumentRegistry,
  { module, document: { operation, entity, grid } }: Owned<EndpointDocument>,
  headers: Readonly<Record<string, unknown>>,
): Naming | undefined {
  if (operation === undefined || headers[spellingHeader] === 'entity' || !hasNames(registry)) return undefined
  const listed = grid === undefined ? undefined : registry.grids.get(gridPathOf(module, grid))?.document.entity
  const found = findEntity(registry, entity ?? listed)?.document
  const lookup: EntityLookup = (name) => findEntity(registry, name)?.document
  return found && { entity: found, lookup }
}

interface Input {
  query: Record<string, unknown>
  payload: Record<string, unknown>
}

/**
 * What a call sends, under the entity's names; both spellings are understood.
 * @throws a 422 for a field that is sent in both
 */
export function underEntityNames({ query, payload }: Input, { operation }: EndpointDocument, naming: Naming): Input {
  const twice = new Set<string>()
  const note = (path: string) => twice.add(path)
  const { data, ...fields } = payload
  const hasData = isRecord(data) && !Object.hasOwn(naming.entity.schema.properties, 'data')
  const renamed: Input = {
    query: (listing.has(operation ?? '')
      ? renameQuery(query, naming, note)
      : renameRecords(query, naming, 'entity', note)) as Input['query'],
    payload: {
      ...(renameRecords(hasData ? fields : payload, naming, 'entity', note) as Input['payload']),
      ...(hasData && { data: renameRecords(data, naming, 'entity', note) }),
    },
  }
  if (twice.size > 0) throw validationError(Object.fromEntries([...twice].map((path) => [path, [{ key: 'errors.field_twice' }]])))
  return renamed
}

/** An answer under the names that its caller knows; what describes forms and lists in its metadata stays as the panel draws it. */
export const underWireNames = (answer: Answer, { operation, answer: byFeature }: EndpointDocument, naming: Naming): Answer =>
  answeringRecords.has(operation ?? '') && byFeature === undefined
    ? { ...answer, results: renameRecords(answer.results, naming, 'wire') as Answer['results'] }
    : answer

/** A refusal whose errors, and records in its metadata, have the names that the caller knows. */
export function failureUnderWireNames({ status, body }: Failure, naming: Naming): Failure {
  const keys = (values: object) =>
    Object.fromEntries(Object.entries(values).map(([path, told]) => [renamePath(path, naming, 'wire'), told]))
  const { current, base, labels, ...metadata } = body.metadata ?? {}
  return {
    status,
    body: {
      ...body,
      errors: keys(body.errors) as typeof body.errors,
      ...(body.metadata && {
        metadata: {
          ...metadata,
          ...(current !== undefined && { current: renameRecords(current, naming, 'wire') }),
          ...(base !== undefined && { base: renameRecords(base, naming, 'wire') }),
          ...(labels !== undefined && { labels: isRecord(labels) ? keys(labels) : labels }),
        },
      }),
    },
  }
}
