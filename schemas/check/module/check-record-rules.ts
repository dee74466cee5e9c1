import { balanceOf } from '#schemas/formula/computed-words.ts'
import { isWhereGroup, parseWhere, type WhereNode } from '#schemas/rules/conditions/where.ts'
import { parentOf } from '#schemas/rules/entities/child-entity.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import { pathsIn } from '#schemas/rules/text/interpolate.ts'
import type { EndpointDocument, EntityDocument, EntityDocumentRecordRule, Where } from '#schemas/types/contract.d.ts'
import { at, error, expectFound, warn, type CheckedDocument } from '#schemas/check/checked-document.ts'
import { checkWhere } from '#schemas/check/check-where.ts'
import { missing, type FieldSchema, type Scope } from '#schemas/check/scope.ts'
import { valueFault } from '#schemas/check/value-fault.ts'

/** What a rule may insert. */
const sessionValues = ['session.user.id', 'session.user.username', 'session.user.name_full', 'session.user.organizations', 'session.locale']
const maxReferences = 3

export const isRuled = ({ access }: EntityDocument): boolean => access?.rows !== undefined || access?.scope === 'own'

/** Whether record rules leave no record to visitors who are not signed in: each needs a permission or a value of the user. */
export function hidesFromVisitors({ access }: EntityDocument): boolean {
  const rules = access?.rows ?? (access?.scope === 'own' ? [{ where: { created_by: '{session.user.id}' } }] : undefined)
  return rules?.every((rule) => !isForVisitors(rule)) ?? false
}

function isForVisitors({ permission, kinds, where }: EntityDocumentRecordRule): boolean {
  if ((permission !== undefined && permission !== 'guest') || kinds?.includes('read') === false) return false
  if (typeof where !== 'string') return Object.values(where ?? {}).every((value) => !needsUser([value].flat()))
  const canHold = (node: WhereNode): boolean => {
    if (!isWhereGroup(node)) return !needsUser(node.values)
    return node.join === 'or' && node.of.length > 0 ? node.of.some(canHold) : node.of.every(canHold)
  }
  try {
    return canHold(parseWhere(where))
  } catch {
    // What cannot be read is reported with its place.
    return true
  }
}

/** Whether all values are those of a user who is signed in. */
const needsUser = (values: readonly unknown[]): boolean =>
  values.length > 0 && values.every((value) => typeof value === 'string' && pathsIn(value).some((path) => path.startsWith('session.user.')))

/** Checks the record rules of an entity: paths, values and permissions that exist, and rows that would be seen past them. */
export function checkRecordRules(document: CheckedDocument, entity: EntityDocument): void {
  const { scope } = document
  const { rows, scope: own } = entity.access ?? {}
  if (rows && own === 'own')
    error(document, '/access/scope', '"rows" says which records users see: write what "scope" says as a rule of it', { atKey: true })
  checkRows(document, entity)
  const granted = new Set([...scope.modules.values()].flatMap(({ module }) => Object.values(module.grants ?? {}).flat()))
  rows?.forEach(({ permission, where }, index) => {
    const pointer = at('/access/rows', index)
    if (permission !== undefined && scope.permissions().has(permission) && !granted.has(permission))
      warn(
        document,
        at(pointer, 'permission'),
        `no role is granted "${permission}", so the rule is nobody's but of whoever is granted it later`,
      )
    checkWhere(document, at(pointer, 'where'), where, entity)
    for (const { path, values, pointer: place } of comparisonsOf(where, at(pointer, 'where'))) {
      checkPath(document, place, entity, path)
      for (const value of values) checkValue(document, place, entity, path, value, typeof where === 'string')
    }
  })
}

interface Comparison {
  path: string
  values: unknown[]
  pointer: string
}

function comparisonsOf(where: Where | undefined, pointer: string): Comparison[] {
  if (typeof where !== 'string')
    return Object.entries(where ?? {}).map(([path, value]) => ({ path, values: [value].flat(), pointer: at(pointer, path) }))
  const ofNode = (node: WhereNode): Comparison[] =>
    isWhereGroup(node) ? node.of.flatMap(ofNode) : [{ path: node.key, values: node.values, pointer }]
  try {
    return ofNode(parseWhere(where))
  } catch {
    // What cannot be read is reported with its place.
    return []
  }
}

/** Whether the path leads through references to a field of a table. */
function checkPath(document: CheckedDocument, pointer: string, entity: EntityDocument, path: string): void {
  const steps = path.split('.')
  if (steps.length - 1 > maxReferences)
    error(document, pointer, `"${path}" follows more than ${maxReferences} references: compare a field that is nearer`, { atKey: true })
  if (balanceOf(document.scope.field(entity, path).found))
    error(document, pointer, `"${path}" is a balance, which is never stored: no rule goes by it`, { atKey: true })
  for (let length = 1; length < steps.length; length += 1) {
    const field = document.scope.field(entity, steps.slice(0, length).join('.')).found
    if (field && field.references === undefined)
      return error(document, pointer, `"${steps[length - 1]}" is no reference, so "${path}" leads to no record`, { atKey: true })
  }
}

function checkValue(
  document: CheckedDocument,
  pointer: string,
  entity: EntityDocument,
  path: string,
  value: unknown,
  isText: boolean,
): void {
  const inserted = typeof value === 'string' ? pathsIn(value) : []
  for (const name of inserted)
    expectFound(
      document,
      pointer,
      sessionValues.includes(name) ? { found: true, module: '' } : missing(name, sessionValues),
      `a record rule has no value {${name}}`,
    )
  if (inserted.length > 0 && value !== `{${inserted[0]}}`)
    error(document, pointer, `"${String(value)}": a value of the session stands alone`, { suggestion: `{${inserted[0]}}` })
  if (inserted.length > 0 || value === null || isText) return
  const field: FieldSchema | undefined = document.scope.field(entity, path).found
  const fault = field && field.enum === undefined && !isRecord(field.items) ? valueFault(field, value, entity.schema) : undefined
  if (fault !== undefined) error(document, pointer, `${JSON.stringify(value)} is no value of "${path}" (${fault})`)
}

/** Rows of a record are read and written with it: its rules hold for them, and they have none of their own. */
function checkRows(document: CheckedDocument, entity: EntityDocument): void {
  const name = parentOf(entity)
  const parent = name === undefined ? undefined : document.scope.entity(name).found
  if (!parent) return
  if (isRuled(entity))
    error(document, '/access', `rows follow the record rules of "${parent.name}": take "rows" and "scope" out of their "access"`, {
      atKey: true,
    })
  else if (isRuled(parent) && entity.access)
    error(
      document,
      '/access',
      `"${parent.name}" has record rules, and these rows would be read past them: leave "access" out, so that the rules hold for the rows too`,
      { atKey: true },
    )
}

const byCode = (entity: string, call: string) =>
  `"${entity}" has record rules; "${call}" is answered by code, which has to hold them itself`

/** Warns of calls that the server's own code answers about ruled records: nothing holds the rules there but that code. */
export function checkRuledCalls(documents: readonly CheckedDocument[], scope: Scope): void {
  for (const document of documents) {
    if (document.kind === 'grid') {
      const { endpoint, entity } = document.source.value as { endpoint?: string; entity: string }
      const handled = endpoint === undefined ? undefined : scope.endpoint(endpoint).found
      const ruled = scope.entity(entity).found
      if (handled && !('operation' in handled && handled.operation) && ruled && isRuled(ruled))
        warn(document, '/endpoint', byCode(ruled.name, endpoint!))
    }
    if (document.kind !== 'endpoints') continue
    ;(document.source.value as { endpoints: EndpointDocument[] }).endpoints.forEach(({ entity, operation, name }, index) => {
      const ruled = entity === undefined || operation !== undefined ? undefined : scope.entity(entity).found
      if (ruled && isRuled(ruled)) warn(document, at('/endpoints', index, 'entity'), byCode(ruled.name, name))
    })
  }
}
