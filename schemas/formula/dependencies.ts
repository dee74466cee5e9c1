import { fieldsOfCondition } from '#schemas/rules/conditions/condition-fields.ts'
import { WhereError, parseWhere, whereConditions } from '#schemas/rules/conditions/where.ts'
import { parentOf } from '#schemas/rules/entities/child-entity.ts'
import type { EntityDocument, Where } from '#schemas/types/contract.d.ts'
import { computationOf, type Computation } from './computed-words.ts'
import { FormulaError, fieldsOfFormula } from './formula.ts'

/** A field of an entity, by the names of both. */
export interface EntityField {
  entity: string
  field: string
}

type FindEntity = (name: string) => EntityDocument | undefined

/** The paths that a computed field reads in its own record, and for the records that refer to it the fields that choose them. */
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
    case 'formula': {
      const paths = computation.cases.flatMap(({ when, tree }) => [...fieldsOfFormula(tree), ...fieldsOfCondition(when)])
      const heads = new Set(computation.cases.flatMap(({ tree }) => fieldsOfFormula(tree)).map((path) => path.split('.')[0]!))
      const chosen = [...whereFields(computation.where), computation.by ?? []].flat()
      return [...paths, ...[...heads].flatMap((head) => chosen.map((field) => `${head}.${field}`))]
    }
  }
}

/** What the last of the records that refer to one is chosen by, and what is read of it. */
export const lastPaths = ({ path, order }: Computation & { kind: 'last' }): string[] => [path.join('.'), `${path[0]!}.${order}`]

/** Paths that a `where` compares. */
export const whereFields = (where: Where | undefined): string[] =>
  where === undefined
    ? []
    : typeof where === 'string'
      ? [...whereConditions(parseWhere(where))].map(({ condition }) => condition.key)
      : Object.keys(where)

/** The fields, of all entities, that a computed field is computed from. */
export function dependenciesOf(entity: EntityDocument, field: string, find: FindEntity): EntityField[] {
  const computation = computationOf(entity.schema.properties[field])
  return computation ? pathsOf(computation).flatMap((path) => stepsOf(entity, path.split('.'), find)) : []
}

/** Every field on the way of a path. */
function stepsOf(entity: EntityDocument, path: readonly string[], find: FindEntity): EntityField[] {
  const steps: EntityField[] = []
  let current: EntityDocument | undefined = entity
  for (const step of path) {
    if (!current) break
    const properties = current.schema.properties as Record<string, { references?: string; rows?: string } | undefined>
    const name = !Object.hasOwn(properties, step) && step.endsWith('_id') ? step.slice(0, -3) : step
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (property) steps.push({ entity: current.name, field: name })
    const target: string | undefined =
      property?.rows ?? property?.references ?? (property ? undefined : name === parentOf(current) ? parentOf(current) : name)
    current = target === undefined ? undefined : find(target.slice(target.indexOf('/') + 1))
  }
  return steps
}

/** A way from a computed field over fields that it is computed from, back to itself; undefined where there is none. */
export function circleOf(entity: EntityDocument, field: string, find: FindEntity): EntityField[] | undefined {
  const seen = new Set<string>()
  const visit = (way: readonly EntityField[]): EntityField[] | undefined => {
    const last = way.at(-1)!
    const document = find(last.entity)
    for (const next of document ? readable(() => dependenciesOf(document, last.field, find)) : []) {
      if (next.entity === entity.name && next.field === field) return [...way, next]
      const key = `${next.entity}.${next.field}`
      if (seen.has(key)) continue
      seen.add(key)
      const circle = visit([...way, next])
      if (circle) return circle
    }
    return undefined
  }
  return visit([{ entity: entity.name, field }])
}

/** What cannot be read is told where it is written. */
function readable(dependencies: () => EntityField[]): EntityField[] {
  try {
    return dependencies()
  } catch (fault) {
    if (fault instanceof FormulaError || fault instanceof WhereError) return []
    throw fault
  }
}
