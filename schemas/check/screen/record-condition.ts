import { isRecord } from '#schemas/rules/is-record.ts'
import type { EntityDocument } from '#schemas/types/contract.d.ts'
import { at, expectFound, type CheckedDocument } from '#schemas/check/checked-document.ts'
import { checkConstants } from '#schemas/check/form/check-form-values.ts'

/** Checks a condition on a record that is shown: it names fields of the entity or flags, and values that the fields can have. */
export function checkRecordCondition(document: CheckedDocument, pointer: string, condition: unknown, entity: EntityDocument): void {
  checkNames(document, pointer, condition, entity)
  checkConstants(document, pointer, condition, (path) => document.scope.field(entity, path))
}

function checkNames(document: CheckedDocument, pointer: string, node: unknown, entity: EntityDocument): void {
  if (!isRecord(node)) return
  for (const name of Object.keys(isRecord(node.properties) ? node.properties : {})) {
    if (!/^can_/.test(name))
      expectFound(
        document,
        at(pointer, 'properties', name),
        document.scope.field(entity, name),
        `there is no field "${name}" in the entity "${entity.name}"`,
        true,
      )
  }
  for (const key of ['allOf', 'anyOf', 'oneOf'])
    if (Array.isArray(node[key])) node[key].forEach((inner, index) => checkNames(document, at(pointer, key, index), inner, entity))
  for (const key of ['not', 'if', 'then', 'else']) checkNames(document, at(pointer, key), node[key], entity)
}
