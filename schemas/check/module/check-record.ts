import { isRecord } from '#schemas/rules/is-record.ts'
import type { EntityDocument } from '#schemas/types/contract.d.ts'
import { parseRules } from '#schemas/rules/validation/rule-string.ts'
import { at, error, expectFound, type CheckedDocument } from '#schemas/check/checked-document.ts'
import type { FieldSchema } from '#schemas/check/scope.ts'

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
    const isSet = endpoints.some(
      ({ entity: named, values = {} }) => isAbout(named) && (Object.hasOwn(values, name) || Object.hasOwn(values, `${name}_id`)),
    )
    if (field.readOnly === true && isRequired && (field.default ?? undefined) === undefined && !isSet)
      error(
        document,
        at('/schema/properties', name, 'readOnly'),
        `"${name}" is required and only read, so no record can be made: give it a "default", or name it in the "values" of a call`,
      )
  }
}

/** Checks that each `if` of a record's schema asks for fields that the record has. */
export function checkBranches(document: CheckedDocument, entity: EntityDocument, node: unknown, pointer: string): void {
  if (!isRecord(node)) return
  checkAsked(document, entity, node.if, at(pointer, 'if'))
  for (const key of ['allOf', 'anyOf', 'oneOf'])
    if (Array.isArray(node[key])) node[key].forEach((part, index) => checkBranches(document, entity, part, at(pointer, key, index)))
  for (const key of ['then', 'else']) checkBranches(document, entity, node[key], at(pointer, key))
}

function checkAsked(document: CheckedDocument, entity: EntityDocument, node: unknown, pointer: string): void {
  if (!isRecord(node)) return
  const expectField = (name: string, here: string, atKey: boolean) =>
    expectFound(document, here, document.scope.field(entity, name), `there is no field "${name}" in this entity`, atKey)
  for (const name of Object.keys(isRecord(node.properties) ? node.properties : {})) expectField(name, at(pointer, 'properties', name), true)
  for (const key of ['allOf', 'anyOf', 'oneOf'])
    if (Array.isArray(node[key])) node[key].forEach((part, index) => checkAsked(document, entity, part, at(pointer, key, index)))
  checkAsked(document, entity, node.not, at(pointer, 'not'))
}
