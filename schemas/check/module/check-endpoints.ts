import { balanceOf } from '#schemas/formula/computed-words.ts'
import { sequenceFields } from '#schemas/rules/entities/sequence.ts'
import { checkWhere } from '#schemas/check/check-where.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import type { EndpointDocument, EntityDocument } from '#schemas/types/contract.d.ts'
import { parentOf } from '#schemas/rules/entities/child-entity.ts'
import { guardedEntities } from '#schemas/rules/guarded-entities.ts'
import { expectHook } from './check-effects.ts'
import { checkTransitionCall, isTransitionKey } from './check-lifecycle.ts'
import { hidesFromVisitors, isRuled } from './check-record-rules.ts'
import { systemNames } from './reserved-names.ts'
import { at, error, expectFound, warn, type CheckedDocument } from '#schemas/check/checked-document.ts'
import { checkConstants } from '#schemas/check/form/check-form-values.ts'
import { missing, panelModule, type FieldSchema } from '#schemas/check/scope.ts'
import { checkOptions, checkRun, checkWords } from './check-operation-words.ts'
import { checkCallParts, checkCallRecord, checkOverride } from './check-call-record.ts'
import { checkTimelineOperation } from './check-timeline.ts'
import { checkInsertedNames } from './check-wire-names.ts'
import { takenNames } from './taken-names.ts'

type Operation = NonNullable<EndpointDocument['operation']>

/** HTTP methods that each built-in operation accepts; reading uses GET. */
const methods: Record<Operation, EndpointDocument['method'][]> = {
  create: ['POST'],
  set: ['POST', 'PUT', 'PATCH'],
  save: ['POST', 'PUT'],
  list: ['GET'],
  single: ['GET'],
  grid: ['GET'],
  metric: ['GET'],
  trash: ['DELETE', 'POST'],
  restore: ['POST', 'PUT', 'PATCH'],
  destroy: ['DELETE', 'POST'],
  timeline: ['GET'],
  comment: ['POST'],
  form: ['GET'],
  options: ['GET'],
  exists: ['GET', 'POST'],
  toggle: ['POST', 'PUT'],
  reorder: ['POST', 'PUT'],
  preview: ['POST'],
  export: ['GET', 'POST'],
  transition: ['POST', 'PUT', 'PATCH'],
  transitions: ['GET'],
  run: ['POST', 'PUT'],
  proxy: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
}

const writing: ReadonlySet<Operation> = new Set([
  'create',
  'set',
  'save',
  'toggle',
  'reorder',
  'preview',
  'trash',
  'restore',
  'destroy',
  'transition',
  'run',
])

/** Checks that every endpoint has a handler or an operation, and that the operation has its entity or grid. */
export function checkEndpoints(document: CheckedDocument, endpoints: EndpointDocument[]): void {
  const { scope } = document
  const seen = new Set<string>()
  endpoints.forEach((endpoint, index) => {
    const pointer = at('/endpoints', index)
    const key = `${endpoint.version ?? 1}/${endpoint.name}`
    const other = [...scope.modules].find(
      ([module, documents]) => module !== scope.name && documents.endpoints.some((entry) => `${entry.version ?? 1}/${entry.name}` === key),
    )
    if (seen.has(key)) error(document, at(pointer, 'name'), `the endpoint "${endpoint.name}" is there twice`)
    else if (other) error(document, at(pointer, 'name'), `the endpoint "${endpoint.name}" belongs to the module "${other[0]}"`)
    seen.add(key)
    if (!endpoint.operation) {
      if (!scope.context.features?.includes(endpoint.name))
        error(document, at(pointer, 'name'), `nobody can execute "${endpoint.name}": it needs an "operation"`, {
          allowed: Object.keys(methods),
        })
      for (const property of [
        'values',
        'where',
        'only_if',
        'url',
        'grid',
        'by',
        'missing',
        'fields',
        'form',
        'from',
        'combo',
        'options',
        'field',
        'within',
        'find',
        'effects',
        'format',
        'answer',
      ] as const)
        if (endpoint[property] !== undefined)
          error(document, at(pointer, property), `"${property}" has no effect without an "operation"`, { atKey: true })
      return
    }
    checkOperation(document, pointer, endpoint, endpoint.operation)
  })
}

function checkOperation(document: CheckedDocument, pointer: string, written: EndpointDocument, operation: Operation): void {
  const { scope } = document
  const endpoint = scope.complete(written)
  if (endpoint.consumes === 'multipart/form-data')
    error(document, at(pointer, 'consumes'), `the operation "${operation}" takes no files`, { allowed: ['application/json'] })
  if (!methods[operation].includes(endpoint.method))
    error(document, at(pointer, 'method'), `the operation "${operation}" is called by ${methods[operation].join(' or ')}`, {
      allowed: methods[operation],
    })
  if (endpoint.access === 'guest' && scope.name !== panelModule) {
    if (!['list', 'single', 'grid', 'metric', 'form', 'options', 'exists', 'export', 'timeline', 'proxy'].includes(operation))
      error(document, at(pointer, 'access'), 'a visitor who is not signed in may not write')
    else if (!['single', 'options', 'proxy'].includes(operation) || (operation === 'single' && written.fields === undefined))
      error(
        document,
        at(pointer, 'access'),
        'would answer no visitor, who may read no entity: what visitors read is the operation "single" with the "fields" that are public',
      )
  }
  if (operation === 'proxy') {
    if (!endpoint.url) return error(document, pointer, 'the operation "proxy" needs a "url"')
    if (!URL.canParse(endpoint.url.replace(/\{[^{}]+\}/g, 'x')) || !/^https?:\/\/[^{}/]+(\/|$)/.test(endpoint.url))
      error(document, at(pointer, 'url'), 'must be a web address whose origin is fixed, e.g. "https://api.example.com/rates/{params.id}"')
    else if (scope.context.proxyOrigins && !scope.context.proxyOrigins.includes(new URL(endpoint.url.replace(/\{[^{}]+\}/g, 'x')).origin))
      warn(document, at(pointer, 'url'), 'this server may not call that origin: its PROXY_ORIGINS does not name it', {
        allowed: [...scope.context.proxyOrigins],
      })
    return
  }
  if (operation === 'grid' || operation === 'export') {
    if (!endpoint.grid) return error(document, pointer, `the operation "${operation}" needs a "grid"`)
    const path = endpoint.grid.split('/').length === 2 ? `${scope.name}/${endpoint.grid}` : endpoint.grid
    expectFound(document, at(pointer, 'grid'), scope.grid(path), `there is no grid "${endpoint.grid}"`)
    if (typeof endpoint.where === 'string')
      error(
        document,
        at(pointer, 'where'),
        `of the operation "${operation}" sets parameters of the grid: write an object of names and values`,
      )
    return
  }
  checkOptions(document, pointer, endpoint)
  if (operation === 'options' && !endpoint.entity) return
  if (operation === 'metric') {
    if (!endpoint.metric) return error(document, pointer, 'the operation "metric" needs a "metric"')
    expectFound(document, at(pointer, 'metric'), scope.metric(endpoint.metric), `there is no metric "${endpoint.metric}"`)
    return
  }
  if (operation === 'form') {
    if (!endpoint.form) return error(document, pointer, 'the operation "form" needs a "form"')
    const form = expectFound(document, at(pointer, 'form'), scope.form(endpoint.form), `there is no form "${endpoint.form}"`)
    if (form && !endpoint.entity) error(document, at(pointer, 'form'), `the form "${endpoint.form}" has no entity whose record it opens`)
    if (!endpoint.entity) return
  }
  if (!endpoint.entity) return error(document, pointer, `the operation "${operation}" needs an "entity"`)
  const entity = expectFound(document, at(pointer, 'entity'), scope.entity(endpoint.entity), `there is no entity "${endpoint.entity}"`)
  if (!entity || scope.misshapen.has(entity.name)) return
  if (writing.has(operation) && guardedEntities.has(entity.name))
    error(
      document,
      at(pointer, 'entity'),
      `"${entity.name}" says who may do what: no document writes it, only the calls of the module "${guardedEntities.get(entity.name)}"`,
    )
  if (endpoint.access === 'guest' && operation === 'single') expectShownToVisitors(document, pointer, entity)
  expectHook(document, at(pointer, 'answer'), endpoint.answer, 'answers', 'tell')
  checkCallRecord(document, pointer, endpoint, entity)
  checkWords(document, pointer, endpoint, entity)
  checkInsertedNames(document, pointer, endpoint, entity)
  checkCallParts(document, pointer, written)
  checkOverride(document, pointer, written, entity)
  if ((operation === 'save' || operation === 'create') && takenNames(endpoint.payload)?.length === 0 && !endpoint.values)
    error(
      document,
      pointer,
      `the operation "${operation}" takes no fields, so every call is refused: write "payload": { "type": "object", "properties": { ${operation === 'save' ? '"id": { "type": "integer" }, "version": { "type": "integer" }, ' : ''}"data": { "type": "object" } } }`,
    )
  if (operation === 'timeline' || operation === 'comment') return checkTimelineOperation(document, pointer, endpoint, entity)
  if ((operation === 'set' && !endpoint.values && !endpoint.find) || (operation === 'toggle' && !endpoint.values))
    error(document, pointer, `the operation "${operation}" needs "values"`)
  if (['trash', 'restore'].includes(operation) && (entity.storage?.trash === false || entity.storage?.single !== undefined))
    error(
      document,
      at(pointer, 'operation'),
      `the entity "${entity.name}" has no trash (its "storage" says ${entity.storage.trash === false ? '"trash": false' : '"single"'})`,
    )
  if (operation === 'run') checkRun(document, pointer, endpoint, entity)
  if (operation === 'transition' || operation === 'transitions') checkTransitionCall(document, pointer, endpoint, entity)
  for (const [name, value] of Object.entries(endpoint.values ?? {})) {
    if (isTransitionKey(operation, name)) continue
    const here = at(pointer, 'values', name)
    const field = expectField(document, here, entity, name)
    if (['create', 'save', 'set'].includes(operation) && Object.hasOwn(entity.lifecycle ?? {}, name))
      error(document, here, `"${name}" changes by its transitions only: write the operation "transition"`, { atKey: true })
    if (['create', 'save', 'set'].includes(operation) && sequenceFields(entity).includes(name))
      error(document, here, `the server itself numbers "${name}": a call cannot`, { atKey: true })
    if (systemNames.has(name)) error(document, here, `the server itself sets "${name}": a call cannot`, { atKey: true })
    const allowed = Array.isArray(field?.enum) ? field.enum : undefined
    if (allowed && value !== null && !(typeof value === 'string' && value.includes('{')) && !allowed.includes(value))
      error(document, here, `${JSON.stringify(value)} is no value of "${name}"`, missing(String(value), allowed.map(String)))
  }
  checkWhere(document, at(pointer, 'where'), endpoint.where, entity)
  conditionFields(document, at(pointer, 'only_if'), endpoint.only_if, entity)
  checkConstants(document, at(pointer, 'only_if'), endpoint.only_if, (path) => scope.field(entity, path))
}

/** A visitor's call about one record is held to the record rules of the entity, those of a row to its parent's. */
function expectShownToVisitors(document: CheckedDocument, pointer: string, entity: EntityDocument): void {
  let ruled: EntityDocument | undefined = entity
  for (let steps = 0; ruled && !isRuled(ruled) && !ruled.access && steps < 3; steps += 1) {
    const parent = parentOf(ruled)
    ruled = parent === undefined ? undefined : document.scope.entity(parent).found
  }
  if (ruled && hidesFromVisitors(ruled))
    error(
      document,
      at(pointer, 'access'),
      `would answer no visitor: every record rule of "${ruled.name}" needs a permission or a signed-in user. Give its "access.rows" a rule without either, e.g. { "where": { … } }`,
    )
}

function expectField(document: CheckedDocument, pointer: string, entity: EntityDocument, name: string): FieldSchema | undefined {
  return expectFound(
    document,
    pointer,
    document.scope.field(entity, name),
    `there is no field "${name}" in the entity "${entity.name}"`,
    true,
  )
}

export function conditionFields(document: CheckedDocument, pointer: string, node: unknown, entity: EntityDocument): void {
  if (!isRecord(node)) return
  const expectHeld = (name: string, here: string, atKey: boolean): void => {
    const found = document.scope.field(entity, name)
    const field = expectFound(document, here, found, `there is no field "${name}" in the entity "${entity.name}"`, atKey)
    if (balanceOf(field))
      error(document, here, `"${name}" is a balance, which is read beside what is stored: no condition of the record knows it`, { atKey })
    if (field?.references && !name.endsWith('_id'))
      error(document, here, `a record has the reference "${name}" as "${name}_id"`, { suggestion: `${name}_id`, atKey })
  }
  for (const name of Object.keys(isRecord(node.properties) ? node.properties : {})) expectHeld(name, at(pointer, 'properties', name), true)
  if (Array.isArray(node.required)) node.required.forEach((name, index) => expectHeld(String(name), at(pointer, 'required', index), false))
  for (const key of ['allOf', 'anyOf', 'oneOf'])
    if (Array.isArray(node[key])) node[key].forEach((inner, index) => conditionFields(document, at(pointer, key, index), inner, entity))
  conditionFields(document, at(pointer, 'not'), node.not, entity)
}
