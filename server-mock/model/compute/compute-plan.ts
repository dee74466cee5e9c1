import { currencyOfPath, currencyPath, currencyPathsOf } from '#schemas/formula/currencies.ts'
import { lastPaths } from '#schemas/formula/dependencies.ts'
import { fieldsOfFormula } from '#schemas/formula/formula.ts'
import { fieldsOfCondition } from '#schemas/rules/conditions/condition-fields.ts'
import { parseWhere, whereConditions } from '#schemas/rules/conditions/where.ts'
import type { Where } from '#schemas/types/contract.d.ts'
import type { EntityColumn } from '#server/database/entity-shape.ts'
import type { DocumentRegistry } from '#server/documents/registry.ts'
import { lookUpEntity, type ModelEntity } from '#server/model/context.ts'
import { columnOf } from '#server/model/list/field-in-sql.ts'
import { rowLists } from '#server/model/rows/stored-rows.ts'
import { checksOf, computationOf, type Check, type Computation } from '#schemas/formula/computed-words.ts'

/** From records of one entity to those of another: to what `column` of them refers to (`up`), or to those that refer to them (`down`). */
export interface Hop {
  direction: 'up' | 'down'
  /** Entity that has the column. */
  entity: ModelEntity
  column: EntityColumn
}

/** A stored column that a value is computed from, and the way from its record to the computed one. */
interface Touch {
  entity: ModelEntity
  column: string
  hops: readonly Hop[]
}

/** A computed field. */
export interface ComputedField {
  key: string
  entity: ModelEntity
  column: EntityColumn
  computation: Computation
  /** Decimals of what is stored; undefined where nothing limits them. */
  scale?: number
  /** Fields that it is computed from, by path. */
  paths: readonly (readonly string[])[]
  touches: readonly Touch[]
  /** Where it is in the currency of several fields: their paths, its own first. They have to hold the same one. */
  currencies: readonly (readonly string[])[]
}

/** Computed fields that hang on a column of records elsewhere. */
export interface Follower {
  column: string
  field: ComputedField
  hops: readonly Hop[]
}

export interface HeldCheck extends Check {
  paths: readonly (readonly string[])[]
}

/** A field that people write amounts into, and what they are in: always the same, or what is read at a path. */
export interface HeldAmount {
  field: string
  column: EntityColumn
  code?: string
  path?: readonly string[]
}

/** A reference to records in a currency, theirs and the one that it has to be: the paths of both. */
export interface HeldReference {
  field: string
  column: EntityColumn
  own: readonly string[]
  path: readonly string[]
}

/** What is computed from what, over all entities. */
export interface ComputePlan {
  /** Computed fields, each behind those that it is computed from. */
  fields: readonly ComputedField[]
  /** Fields of other records that follow those of an entity. */
  followers: ReadonlyMap<string, readonly Follower[]>
  checks: ReadonlyMap<string, readonly HeldCheck[]>
  amounts: ReadonlyMap<string, readonly HeldAmount[]>
  references: ReadonlyMap<string, readonly HeldReference[]>
  /** Entities in whose records or rows something is computed. */
  computing: ReadonlySet<string>
}

const plans = new WeakMap<DocumentRegistry, ComputePlan>()

/** The plan of the published documents, made once for each publication. */
export function planOf(registry: DocumentRegistry): ComputePlan {
  let plan = plans.get(registry)
  if (!plan) plans.set(registry, (plan = makePlan(registry)))
  return plan
}

function makePlan(registry: DocumentRegistry): ComputePlan {
  const entities = [...registry.entities.keys()].map((name) => lookUpEntity(registry, name)!)
  const fields = inOrder(entities.flatMap((entity) => fieldsOf(registry, entity)))
  const followers = new Map<string, Follower[]>()
  for (const field of fields)
    for (const { entity, column, hops } of field.touches) {
      if (hops.every(isWithinRecord)) continue
      followers.set(entity.name, [...(followers.get(entity.name) ?? []), { column, field, hops }])
    }
  const checks = new Map(
    entities.flatMap((entity) => {
      const own = checksOf(entity.document).map((check): HeldCheck => ({
        ...check,
        paths: [...fieldsOfFormula(check.tree), ...fieldsOfCondition(check.when)].map((path) => path.split('.')),
      }))
      return own.length > 0 ? [[entity.name, own] as const] : []
    }),
  )
  const amounts = new Map(
    entities.flatMap((entity) => {
      const own = amountsOf(registry, entity)
      return own.length > 0 ? [[entity.name, own] as const] : []
    }),
  )
  const references = new Map(
    entities.flatMap((entity) => {
      const own = referencesOf(registry, entity)
      return own.length > 0 ? [[entity.name, own] as const] : []
    }),
  )
  const computed = new Set(fields.map(({ entity }) => entity.name))
  const computing = new Set(entities.filter((entity) => hasComputed(registry, entity, computed)).map(({ name }) => name))
  return { fields, followers, checks, amounts, references, computing }
}

const hasComputed = (registry: DocumentRegistry, entity: ModelEntity, computed: ReadonlySet<string>): boolean =>
  computed.has(entity.name) || rowLists({ registry }, entity).some((list) => hasComputed(registry, list.entity, computed))

/** Whether a way leads from a record to its rows, or from a row to its record. */
export const isWithinRecord = ({ entity, column }: Hop): boolean => column === entity.shape.parent

function fieldsOf(registry: DocumentRegistry, entity: ModelEntity): ComputedField[] {
  return entity.shape.columns.flatMap((column) => {
    const property = entity.document.schema.properties[column.field] as Record<string, unknown> | undefined
    const computation = column.system ? undefined : computationOf(property)
    if (!computation) return []
    const currencies = currenciesOf(registry, entity, property, computation)
    const paths = [...pathsOf(computation), ...currencies].map((path) => path.split('.'))
    const referrers = computation.kind === 'formula' || computation.kind === 'last' ? computation.by : undefined
    const touches = paths
      .flatMap((path) => touchesOf(registry, entity, path, referrers))
      // What is fetched is copied and stays, whatever becomes of where it came from, unless it follows.
      .filter(({ hops }) => computation.kind !== 'fetch' || computation.follow || hops.length === 0)
    if (computation.kind === 'formula' && computation.where !== undefined) {
      // The condition stands in each list that the formula goes over.
      const heads = new Set(paths.filter((path) => columnOf(entity, path[0]!) === undefined).map(([head]) => head!))
      for (const head of heads)
        for (const path of whereFields(computation.where))
          touches.push(...touchesOf(registry, entity, [head, ...path.split('.')], referrers))
    }
    if (computation.kind === 'hook') touches.push(...hookTouches(registry, entity))
    // Out of the states that freeze it, it is computed again.
    if (computation.frozenIn.length > 0)
      for (const path of statePaths(registry, entity)) touches.push(...touchesOf(registry, entity, path, undefined))
    const scale = column.kind === 'integer' ? 0 : typeof property?.scale === 'number' ? property.scale : undefined
    return {
      key: `${entity.name}.${column.name}`,
      entity,
      column,
      computation,
      scale,
      paths,
      touches,
      currencies: currencies.map((path) => path.split('.')),
    }
  })
}

/**
 * What a hook may look at: everything of the record and its rows that people write, and what is computed in the rows but for shares, since
 * these may split what the hook answers.
 */
function hookTouches(registry: DocumentRegistry, entity: ModelEntity): Touch[] {
  const kindOf = ({ document }: ModelEntity, { field }: EntityColumn) => computationOf(document.schema.properties[field])?.kind
  const own = entity.shape.columns.filter((column) => !column.system && kindOf(entity, column) === undefined)
  return [
    ...own.map((column): Touch => ({ entity, column: column.name, hops: [] })),
    ...rowLists({ registry }, entity).flatMap(({ entity: rows, parent }): Touch[] => {
      const hops: readonly Hop[] = [{ direction: 'up', entity: rows, column: parent }]
      const seen = rows.shape.columns.filter(
        (column) => !column.system && kindOf(rows, column) !== 'share' && kindOf(rows, column) !== 'hook',
      )
      return ['deleted_at', ...seen.map(({ name }) => name)].map((column): Touch => ({ entity: rows, column, hops }))
    }),
  ]
}

/** The states of a record, or of the one that a row without states belongs to. */
function statePaths(registry: DocumentRegistry, { document, shape: { parent } }: ModelEntity): string[][] {
  const own = Object.keys(document.lifecycle ?? {})
  const owner = own.length === 0 && parent ? lookUpEntity(registry, parent.references!) : undefined
  return owner ? Object.keys(owner.document.lifecycle ?? {}).map((field) => [parent!.field, field]) : own.map((field) => [field])
}

function pathsOf(computation: Computation): string[] {
  switch (computation.kind) {
    case 'fetch':
      return [computation.path.join('.')]
    case 'share':
      return [computation.path.join('.'), computation.by]
    case 'hook':
      return []
    case 'last':
      return lastPaths(computation)
    case 'formula':
      return [...new Set(computation.cases.flatMap(({ when, tree }) => [...fieldsOfFormula(tree), ...fieldsOfCondition(when)]))]
  }
}

/** The fields that say what a value is in, and what it is computed from; none where one field says it for all. */
function currenciesOf(
  registry: DocumentRegistry,
  { document }: ModelEntity,
  property: Record<string, unknown> | undefined,
  computation: Computation,
): string[] {
  if (computation.kind !== 'formula' && computation.kind !== 'fetch') return []
  const find = (name: string) => lookUpEntity(registry, name)?.document
  const by = computation.kind === 'formula' ? computation.by : undefined
  const pathOf = (path: readonly string[]) => currencyOfPath(document, path, find, by).path
  const operands =
    computation.kind === 'fetch' ? [pathOf(computation.path)] : computation.cases.flatMap(({ tree }) => currencyPathsOf(tree, pathOf))
  const all = [...new Set([currencyPath(document, property, find), ...operands])].filter((path) => path !== undefined)
  // Rows that have a currency of their own are compared with each other.
  return all.length > 1 || (computation.kind === 'formula' && all.some((path) => isOfMany(document, path))) ? all : []
}

const isOfMany = ({ schema: { properties } }: ModelEntity['document'], path: string): boolean => {
  const head = path.split('.')[0]!
  return !Object.hasOwn(properties, head) || (properties[head] as { rows?: string }).rows !== undefined
}

/** Amounts that are written; what the server computes or keeps may have more decimals, as an average has. */
function amountsOf(registry: DocumentRegistry, { document, shape }: ModelEntity): HeldAmount[] {
  const find = (name: string) => lookUpEntity(registry, name)?.document
  return shape.columns.flatMap((column): HeldAmount[] => {
    const property = document.schema.properties[column.field] as Record<string, unknown> | undefined
    if (column.system || column.kind !== 'decimal' || property?.computed !== undefined || property?.readOnly === true) return []
    const { code, path } = currencyOfPath(document, [column.field], find)
    if (code === undefined && path === undefined) return []
    return [{ field: column.field, column, ...(code === undefined ? { path: path!.split('.') } : { code }) }]
  })
}

/** References that take only records in the currency that their field says. */
function referencesOf(registry: DocumentRegistry, { document, shape }: ModelEntity): HeldReference[] {
  const find = (name: string) => lookUpEntity(registry, name)?.document
  return shape.columns.flatMap((column): HeldReference[] => {
    const property = document.schema.properties[column.field] as Record<string, unknown> | undefined
    const path = column.system || column.references === undefined ? undefined : currencyPath(document, property, find)
    return path === undefined ? [] : [{ field: column.field, column, own: [column.field, 'currency'], path: path.split('.') }]
  })
}

/** Paths that a `where` compares. */
export const whereFields = (where: Where): string[] =>
  typeof where === 'string' ? [...whereConditions(parseWhere(where))].map(({ condition }) => condition.key) : Object.keys(where)

/** The columns that a path of an entity reads, each with the way back to the record. */
function touchesOf(registry: DocumentRegistry, entity: ModelEntity, path: readonly string[], by: string | undefined): Touch[] {
  const touches: Touch[] = []
  let current = entity
  let hops: readonly Hop[] = []
  for (const [at, step] of path.entries()) {
    const column = columnOf(current, step)
    if (column) {
      touches.push({ entity: current, column: column.name, hops })
      const target = column.references === undefined ? undefined : lookUpEntity(registry, column.references)
      if (at === path.length - 1 || !target) return touches
      hops = [{ direction: 'down', entity: current, column }, ...hops]
      current = target
      continue
    }
    const list = rowLists({ registry }, current).find(({ field }) => field === step)
    const referrers = list ? undefined : referrersOf(registry, current, step, by)
    if (!list && !referrers) return touches
    const next = list ? { entity: list.entity, column: list.parent } : referrers!
    hops = [{ direction: 'up', ...next }, ...hops]
    current = next.entity
    // That there is a row counts by itself.
    touches.push({ entity: current, column: 'deleted_at', hops }, { entity: current, column: next.column.name, hops })
  }
  return touches
}

/** The entity of a name whose records refer to those of another, by a field or the only one. */
export function referrersOf(
  registry: DocumentRegistry,
  target: ModelEntity,
  name: string,
  by: string | undefined,
): { entity: ModelEntity; column: EntityColumn } | undefined {
  const entity = lookUpEntity(registry, name)
  const column = entity?.shape.columns.find(
    (one) => one.references === target.name && !one.system && (by === undefined || one === columnOf(entity, by)),
  )
  return entity && column ? { entity, column } : undefined
}

/** Each field behind those that it is computed from; publishing has refused circles. */
function inOrder(fields: readonly ComputedField[]): ComputedField[] {
  const byKey = new Map(fields.map((field) => [field.key, field]))
  const ordered = new Set<ComputedField>()
  const open = new Set<ComputedField>()
  const visit = (field: ComputedField): void => {
    if (ordered.has(field) || open.has(field)) return
    open.add(field)
    for (const { entity, column } of field.touches) {
      const source = byKey.get(`${entity.name}.${column}`)
      if (source) visit(source)
    }
    ordered.add(field)
  }
  fields.forEach(visit)
  return [...ordered]
}
