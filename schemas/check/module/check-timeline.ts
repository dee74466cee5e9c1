import type { EndpointDocument, EntityDocument } from '#schemas/types/contract.d.ts'
import { commentFields } from '#schemas/rules/endpoints/timeline-schemas.ts'
import { checkWhere } from '#schemas/check/check-where.ts'
import { at, error, expectFound, warn, type CheckedDocument } from '#schemas/check/checked-document.ts'
import { missing, type FieldSchema } from '#schemas/check/scope.ts'

/** Checks that an entity's timeline shows fields that it has, and records that refer to it. */
export function checkTimeline(document: CheckedDocument, entity: EntityDocument): void {
  const { timeline } = entity
  timeline?.fields?.forEach((name, index) =>
    expectFound(
      document,
      at('/timeline/fields', index),
      document.scope.field(entity, name),
      `there is no field "${name}" in the entity "${entity.name}"`,
    ),
  )
  timeline?.with?.forEach((name, index) => checkLink(document, at('/timeline/with', index), entity, name))
  if (timeline && entity.generic === 'none' && !isServed(document, entity))
    warn(
      document,
      '/timeline',
      `nothing answers it: "generic" says "none", and no endpoint has the operation "timeline" of the entity "${entity.name}"`,
      { atKey: true },
    )
}

function checkLink(document: CheckedDocument, pointer: string, entity: EntityDocument, name: string): void {
  const { scope } = document
  const rows = propertiesOf(entity)[name]?.rows
  if (typeof rows === 'string') return
  const linked = scope.entity(name).found
  const linking = linkingNames(document, entity)
  if (!linked) error(document, pointer, `there is no entity and no list of rows "${name}"`, missing(name, linking))
  else if (!refersTo(linked, entity))
    error(
      document,
      pointer,
      `the entity "${name}" does not refer to "${entity.name}": none of its fields has "references": "${entity.name}"`,
      missing(name, linking),
    )
}

/** Names that `with` may have: lists of rows, and entities that refer to this one. */
function linkingNames({ scope }: CheckedDocument, entity: EntityDocument): string[] {
  const lists = Object.entries(propertiesOf(entity)).flatMap(([name, { rows }]) => (typeof rows === 'string' ? [name] : []))
  const entities = [...scope.modules.values()].flatMap((documents) => Object.values(documents.entities))
  return [...lists, ...entities.filter((other) => refersTo(other, entity)).map(({ name }) => name)]
}

const propertiesOf = (entity: EntityDocument) => entity.schema.properties as Record<string, FieldSchema & { rows?: unknown }>

const plainName = (name: string): string => name.slice(name.indexOf('/') + 1)

const refersTo = (other: EntityDocument, entity: EntityDocument): boolean =>
  (other as { parent?: unknown }).parent === entity.name ||
  Object.values(propertiesOf(other)).some(({ references }) => typeof references === 'string' && plainName(references) === entity.name)

const isServed = ({ scope }: CheckedDocument, entity: EntityDocument): boolean =>
  [...scope.modules.values()].some(({ endpoints }) =>
    endpoints.some((endpoint) => endpoint.operation === 'timeline' && plainName(endpoint.entity ?? '') === entity.name),
  )

/** Checks an endpoint that reads a timeline or writes a comment. */
export function checkTimelineOperation(
  document: CheckedDocument,
  pointer: string,
  endpoint: EndpointDocument,
  entity: EntityDocument,
): void {
  if (!entity.timeline)
    error(
      document,
      at(pointer, 'entity'),
      `the entity "${entity.name}" has no timeline: write "timeline": {} in entities/${entity.name}.json`,
    )
  else if (endpoint.operation === 'comment' && !entity.timeline.comments)
    error(
      document,
      at(pointer, 'operation'),
      `nobody comments on records of "${entity.name}": write "comments": {} in the "timeline" of entities/${entity.name}.json`,
    )
  for (const name of Object.keys(endpoint.values ?? {}))
    if (endpoint.operation === 'timeline')
      error(document, at(pointer, 'values'), 'the operation "timeline" reads: it takes no "values"', { atKey: true })
    else if (!Object.hasOwn(commentFields, name))
      error(document, at(pointer, 'values', name), `a comment has no "${name}"`, {
        ...missing(name, Object.keys(commentFields)),
        atKey: true,
      })
  checkWhere(document, at(pointer, 'where'), endpoint.where, entity)
}
