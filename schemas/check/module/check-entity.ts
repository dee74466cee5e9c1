import type { EntityDocument } from '#schemas/types/contract.d.ts'
import { pathsIn } from '#schemas/rules/text/interpolate.ts'
import { conditionFields } from './check-endpoints.ts'
import { checkChangedFields } from './check-changed-fields.ts'
import { checkComputed } from './computed/check-computed.ts'
import { checkLifecycle } from './check-lifecycle.ts'
import { checkRecordRules } from './check-record-rules.ts'
import { checkSaveCall } from './check-save-call.ts'
import { checkReadOnly, checkBranches } from './check-record.ts'
import { checkRows } from './check-rows.ts'
import { checkSetValues } from './check-set-values.ts'
import { checkSlugs } from './check-slugs.ts'
import { reservedNameFault } from './reserved-names.ts'
import { checkFixed } from './check-fixed.ts'
import { checkWhere } from '#schemas/check/check-where.ts'
import { checkTimeline } from './check-timeline.ts'
import { checkTree } from './check-tree.ts'
import { checkWireNames } from './check-wire-names.ts'
import { checkConstants, expectStorable } from '#schemas/check/form/check-form-values.ts'
import { at, error, expectFound, type CheckedDocument } from '#schemas/check/checked-document.ts'
import { isText } from '#schemas/check/form/field-kinds.ts'
import { fieldsOf, missing } from '#schemas/check/scope.ts'

/** Checks that the choices of a field are values of its enum, each listed once. */
function checkOptions(document: CheckedDocument, entity: EntityDocument): void {
  for (const [path, options] of Object.entries(entity.options ?? {})) {
    const field = document.scope.field(entity, path).found
    const allowed = field?.enum ?? field?.items?.enum
    const seen = new Set<unknown>()
    options.forEach((option, index) => {
      const pointer = at('/options', path, index, 'value')
      if (seen.has(option.value)) error(document, pointer, `the value ${JSON.stringify(option.value)} is there twice`)
      seen.add(option.value)
      if (Array.isArray(allowed) && option.computed !== true && !allowed.includes(option.value))
        error(
          document,
          pointer,
          `${JSON.stringify(option.value)} is no value of "${path}", so it could be chosen and never stored: write one of the field's values, or "computed": true where the server answers it`,
          missing(String(option.value), allowed.map(String)),
        )
      else if (option.computed !== true) {
        const isList = [field?.type].flat().includes('array')
        expectStorable(document, pointer, path, option.value, isList ? field?.items : field, entity.schema)
      }
    })
  }
}

export function checkEntity(document: CheckedDocument, entity: EntityDocument): void {
  const { scope } = document
  const names = Object.keys(entity.schema.properties)
  const expectField = (path: string, pointer: string, atKey = false) =>
    expectFound(document, pointer, scope.field(entity, path), `there is no field "${path}" in this entity`, atKey)
  const expectOwn = (name: string, pointer: string, atKey = false) =>
    expectFound(
      document,
      pointer,
      Object.hasOwn(fieldsOf(entity), name) || scope.field(entity, name).found
        ? { found: true, module: '' }
        : missing(name, Object.keys(fieldsOf(entity))),
      `there is no field "${name}" in this entity`,
      atKey,
    )

  for (const name of names) {
    const pointer = at('/schema/properties', name)
    const property = entity.schema.properties[name] as Record<string, unknown>
    const fault = reservedNameFault(name, entity)
    if (fault !== undefined) error(document, pointer, fault, { atKey: true })
    if (property.references && name.endsWith('_id'))
      error(document, pointer, `a reference is named "${name.slice(0, -3)}"; it is stored and sent as "${name}"`, { atKey: true })
    if (names.includes(`${name}_id`) && property.references)
      error(document, at('/schema/properties', `${name}_id`), `"${name}" is stored as "${name}_id", which is there too`, { atKey: true })
    if (property.format === 'decimal' && property.type !== 'string')
      error(document, at(pointer, 'type'), 'a decimal is a string', { allowed: ['string'] })
    if (
      !property.type &&
      !property.enum &&
      property.const === undefined &&
      !property.$ref &&
      !property.anyOf &&
      !property.oneOf &&
      !property.allOf
    )
      error(document, pointer, `"${name}" needs a "type" or an "enum"`)
  }
  entity.schema.required?.forEach((name, index) => {
    if (!names.includes(name))
      error(document, at('/schema/required', index), `"${name}" is required but is not among the properties`, missing(name, names))
  })
  for (const path of pathsIn(entity.display ?? '{title}')) {
    if (entity.display !== undefined) expectField(path, '/display')
    else if (!names.includes('title'))
      error(document, '', 'needs "display": without it a record is named by its "title", which is not there')
  }
  const storage = entity.storage ?? {}
  for (const key of ['unique', 'index'] as const)
    storage[key]?.forEach((fields, list) =>
      fields.forEach((name, index) => expectOwn(key === 'index' ? name.replace(/^-/, '') : name, at('/storage', key, list, index))),
    )
  for (const key of ['search', 'translate'] as const)
    storage[key]?.forEach((name, index) => {
      const field = expectField(name, at('/storage', key, index))
      // Of a number in parts (`mobile`, `phone`) the digits are searched.
      const isNumber = key === 'search' && ['mobile', 'phone'].includes(String(field?.format))
      if (field && !isNumber && (!isText(field) || field.format === 'decimal' || field.references))
        error(document, at('/storage', key, index), `"${name}" is no text, so it cannot be ${key === 'search' ? 'searched' : 'translated'}`)
    })
  checkOptions(document, entity)
  checkChangedFields(document, entity)
  checkLifecycle(document, entity)
  checkRows(document, entity)
  checkSlugs(document, entity)
  checkTree(document, entity)
  checkComputed(document, entity)
  checkSetValues(document, entity)
  checkReadOnly(document, entity)
  checkBranches(document, entity)
  for (const key of ['protected', 'kept'] as const) {
    conditionFields(document, at('/storage', key), storage[key], entity)
    checkConstants(document, at('/storage', key), storage[key], (path) => document.scope.field(entity, path))
  }
  storage.empty_balances?.forEach((name, index) => expectField(name, at('/storage/empty_balances', index)))
  if (storage.active !== undefined) {
    const field = expectField(storage.active, '/storage/active')
    if (field && field.type !== 'boolean') error(document, '/storage/active', `"${storage.active}" is not a boolean`)
  }
  for (const [key, part] of [
    ['labels', entity.labels],
    ['options', entity.options],
  ] as const)
    for (const name of Object.keys(part ?? {})) expectField(name, at('', key, name), true)
  for (const [call, name] of Object.entries(entity.calls ?? {})) {
    const endpoint = expectFound(document, at('/calls', call), scope.endpoint(name), `there is no endpoint "${name}"`)
    if (endpoint && !isCallOf(document, entity, name, endpoint.entity))
      error(document, at('/calls', call), `"${name}" is about other records than those of "${entity.name}"`)
    if (endpoint && call === 'save') checkSaveCall(document, entity, name, endpoint)
    if (endpoint && call === 'reorder' && endpoint.method !== 'POST' && endpoint.method !== 'PUT')
      error(document, '/calls/reorder', `"${name}" is called by ${endpoint.method}, and rows are moved by POST or PUT`, {
        allowed: ['POST', 'PUT'],
      })
  }
  checkFixed(document, entity)
  checkTimeline(document, entity)
  checkWhere(document, '/found', entity.found, entity)
  checkWireNames(document, entity)
  checkRecordRules(document, entity)
  for (const part of ['fields', 'writes'] as const)
    for (const name of Object.keys(entity.access?.[part] ?? {})) expectOwn(name, at('/access', part, name), true)
}

/** Whether a call works on the records of an entity: it names the entity, or it names none and belongs to the same module. */
export const isCallOf = ({ scope }: CheckedDocument, entity: EntityDocument, call: string, about: string | undefined): boolean =>
  about === undefined ? scope.own.endpoints.some(({ name }) => name === call) : about.slice(about.indexOf('/') + 1) === entity.name
