import { isRecord } from '#schemas/rules/is-record.ts'
import { at, error, visitsOf, type CheckedDocument } from '#schemas/check/checked-document.ts'
import { schemasIn } from '#schemas/rules/json-schema/schema-index.ts'

/** Names that every JavaScript object has: a field with such a name would seem to exist when it does not. */
const objectMembers: ReadonlySet<string> = new Set([...Object.getOwnPropertyNames(Object.prototype), 'prototype'])

/** Most fields of one entity. PostgreSQL allows 1,600 columns, including the system's columns and those for the search. */
export const maxFields = 500

/** Reports documents and fields whose names could be confused with others, at any depth of the schemas; false if there are any. */
export function checkNames(document: CheckedDocument): boolean {
  const before = document.source.problems.length
  const visit = (node: unknown, pointer: string): void => {
    if (!isRecord(node)) return
    if (isRecord(node.properties)) {
      const names = Object.keys(node.properties)
      for (const name of names)
        if (objectMembers.has(name))
          error(
            document,
            at(pointer, 'properties', name),
            `a field cannot be called "${name}": every object has something of that name already. Take another, e.g. "${plainName(name)}_value"`,
            { atKey: true, suggestion: `${plainName(name)}_value` },
          )
      if (names.length > maxFields)
        error(
          document,
          at(pointer, 'properties'),
          `at most ${maxFields} fields stand in one object, these are ${names.length}: put what belongs together into an entity of its own`,
        )
    }
    for (const [steps, inner] of schemasIn(node)) visit(inner, at(pointer, ...steps))
  }
  for (const { pointer, name } of ownNames(document)) {
    const fault = nameFault(name)
    if (fault) error(document, pointer, fault)
  }
  for (const { pointer, value } of visitsOf<unknown>(document, 'json_schema')) visit(value, pointer)
  if (document.kind === 'entity') visit((document.source.value as { schema?: unknown }).schema, '/schema')
  return document.source.problems.length === before
}

/** Why nothing that others refer to can have this name; undefined if it can. */
export const nameFault = (name: string): string | undefined =>
  objectMembers.has(name) ? `nothing can be called "${name}": every object has something of that name already` : undefined

/** Names by which other documents refer to this one or to its entries. */
function ownNames({ kind, name, source }: CheckedDocument): { pointer: string; name: string }[] {
  const value = source.value as { name?: unknown; id?: unknown; endpoints?: { name?: unknown }[] }
  const named: [string, unknown][] = [
    ['', name],
    ['/name', value.name],
    ['/id', value.id],
    ...(kind === 'endpoints'
      ? (value.endpoints ?? []).map((entry, index): [string, unknown] => [at('/endpoints', index, 'name'), entry.name])
      : []),
  ]
  return named.flatMap(([pointer, known]) => (typeof known === 'string' ? [{ pointer, name: known }] : []))
}

const plainName = (name: string): string => name.replaceAll('_', '').toLowerCase()
