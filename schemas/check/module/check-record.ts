import { isRecord } from '#schemas/rules/is-record.ts'
import type { EntityDocument } from '#schemas/types/contract.d.ts'
import { parseRules } from '#schemas/rules/validation/rule-string.ts'
import { at, error, expectFound, type CheckedDocument } from '#schemas/check/checked-document.ts'
import { checkConstants } from '#schemas/check/form/check-form-values.ts'
import { schemasIn } from '#schemas/rules/json-schema/schema-index.ts'
import type { FieldSchema, Lookup } from '#schemas/check/scope.ts'

/** Reports fields that a record must have and that nobody can give it, so that no record could be made. */
export function checkReadOnly(document: CheckedDocument, entity: EntityDocument): void {
  const { endpoints } = document.scope.own
  const isAbout = (named: string | undefined): boolean => named?.slice(named.indexOf('/') + 1) === entity.name
  // Code of the server may set what no document does.
  const hasOwnCode = endpoints.some(({ entity: named, operation }) => operation === undefined && (named === undefined || isAbout(named)))
  if ((entity.generic ?? 'all') !== 'all' || entity.calls?.save !== undefined || hasOwnCode) return
  for (const [name, field] of Object.entries(entity.schema.properties) as [string, FieldSchema][]) {
    const isRequired =
      entity.schema.required?.includes(name) || parseRules(String(field.rules ?? '')).some((rule) => rule.name === 'required')
    // A `set` writes into a record that is there already.
    const isSet = endpoints.some(
      ({ entity: named, operation, values = {} }) =>
        operation !== 'set' && isAbout(named) && (Object.hasOwn(values, name) || Object.hasOwn(values, `${name}_id`)),
    )
    if (field.readOnly === true && isRequired && (field.default ?? undefined) === undefined && !isSet)
      error(
        document,
        at('/schema/properties', name, 'readOnly'),
        `"${name}" is required and only read, so no record can be made: give it a "default", or name it in the "values" of a call that makes one`,
      )
  }
}

/** Checks that the branches of a record's schema name fields that the record has, and values that these can have. */
export function checkBranches(document: CheckedDocument, entity: EntityDocument): void {
  const find = (path: string): Lookup<FieldSchema> => document.scope.field(entity, path)
  const visit = (node: unknown, pointer: string): void => {
    if (!isRecord(node)) return
    for (const keyword of ['properties', 'dependencies'])
      for (const name of Object.keys(isRecord(node[keyword]) ? node[keyword] : {}))
        expectFound(document, at(pointer, keyword, name), find(name), `there is no field "${name}" in this entity`, true)
    for (const [steps, part] of branchesOf(node)) visit(part, at(pointer, ...steps))
  }
  visit(entity.schema, '/schema')
  for (const [steps, part] of branchesOf(entity.schema)) checkConstants(document, at('/schema', ...steps), part, find)
}

/** The schemas inside of a schema that apply to the same record. */
function* branchesOf(node: Record<string, unknown>): Generator<[steps: string[], part: unknown]> {
  for (const [steps, part] of schemasIn(node))
    if (['allOf', 'anyOf', 'oneOf', 'not', 'if', 'then', 'else', 'dependencies'].includes(steps[0]!)) yield [steps, part]
}
