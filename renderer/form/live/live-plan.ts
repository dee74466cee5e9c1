import { checksOf, computationOf, type Check, type Computation } from '#schemas/formula/computed-words.ts'
import { whereFields } from '#schemas/formula/dependencies.ts'
import { fieldsOfFormula } from '#schemas/formula/formula.ts'
import { fieldsOfCondition } from '#schemas/rules/conditions/condition-fields.ts'
import { isRecord } from '#schemas/rules/is-record.ts'
import type { State } from '#schemas/rules/lifecycle/lifecycle.ts'
import { typeOf, type FieldSchema } from '#renderer/form/schema/json-schema.ts'

export type Path = readonly string[]

/** Where records are in a form's data: the form itself, or the rows of a list. */
export interface LivePlace {
  /** Names of the lists that lead to the rows; none for the form itself. */
  path: Path
  properties: Readonly<Record<string, FieldSchema>>
  parent?: LivePlace
  /** What formulas of the rows call the record that these belong to. */
  parentName?: string
  lists: ReadonlyMap<string, LivePlace>
  checks: readonly LiveCheck[]
}

/** A value of a record at a place that others hang on; `key` is `rows` where it is which rows there are. */
interface Use {
  place: LivePlace
  key: string
  /** Its `placeKey`. */
  id: string
}

export interface LiveField {
  place: LivePlace
  name: string
  kind: 'decimal' | 'integer' | 'number' | 'other'
  /** Decimals of its value; undefined where nothing limits them. */
  scale?: number
  computation: Computation
  paths: readonly Path[]
  uses: readonly Use[]
  frozenIn: readonly State[]
  /** Fields that hold the states, of the record or of the one that it belongs to. */
  frozenBy: readonly Path[]
}

export interface LiveCheck extends Check {
  paths: readonly Path[]
}

/** What is computed in a form: fields in an order in which each stands behind those that it hangs on. */
export interface LivePlan {
  root: LivePlace
  fields: readonly LiveField[]
  /** Everything that fields hang on, by `placeKey`. */
  used: ReadonlySet<string>
}

export const rowsKey = '[]'
export const placeKey = ({ path }: LivePlace, key: string): string => `${path.join('.')}|${key}`

const plans = new WeakMap<object, LivePlan>()

/** The plan of a form's schema; made once. */
export function livePlan(schema: FieldSchema): LivePlan {
  let plan = plans.get(schema)
  if (!plan) plans.set(schema, (plan = makePlan(schema)))
  return plan
}

function makePlan(schema: FieldSchema): LivePlan {
  const root = placeOf(schema, [])
  const fields = inOrder(placesIn(root).flatMap(fieldsOf))
  return { root, fields, used: new Set(fields.flatMap(({ uses }) => uses.map(({ id }) => id))) }
}

const placesIn = (place: LivePlace): LivePlace[] => [place, ...[...place.lists.values()].flatMap(placesIn)]

function placeOf(schema: FieldSchema, path: Path, parent?: LivePlace): LivePlace {
  const lists = new Map<string, LivePlace>()
  const properties = isRecord(schema.properties) ? schema.properties : {}
  const checks = (Array.isArray(schema.checks) ? checksOf(schema as Parameters<typeof checksOf>[0]) : []).map((check) => ({
    ...check,
    paths: [...fieldsOfFormula(check.tree), ...fieldsOfCondition(check.when)].map((one) => one.split('.')),
  }))
  const parentName = typeof schema.parent === 'string' ? schema.parent : undefined
  const place: LivePlace = { path, properties, parent, parentName, lists, checks }
  for (const [name, property] of Object.entries(properties))
    if (isRecord(property) && isRecord(property.items) && property.rows !== undefined)
      lists.set(name, placeOf(property.items as FieldSchema, [...path, name], place))
  return place
}

const kinds: Readonly<Record<string, LiveField['kind']>> = { integer: 'integer', number: 'number' }

function fieldsOf(place: LivePlace): LiveField[] {
  return Object.entries(place.properties).flatMap(([name, schema]): LiveField[] => {
    const computation = isRecord(schema) ? computationOf(schema) : undefined
    if (!computation || computation.kind === 'last' || computation.kind === 'hook') return []
    const kind = schema.format === 'decimal' ? 'decimal' : (kinds[typeOf(schema) ?? ''] ?? 'other')
    const frozenBy = (Array.isArray(schema.frozen_by) ? schema.frozen_by.map(String) : []).map((path) => path.split('.'))
    const paths = pathsOf(place, computation).map((path) => path.split('.'))
    const uses = [...paths, ...frozenBy].flatMap((path) => usesOf(place, path))
    if (computation.kind === 'share') uses.push(usedAt(place, rowsKey))
    return [
      {
        place,
        name,
        kind,
        scale: kind === 'integer' ? 0 : typeof schema.scale === 'number' ? schema.scale : undefined,
        computation,
        paths,
        uses,
        frozenIn: computation.frozenIn,
        frozenBy,
      },
    ]
  })
}

function pathsOf(place: LivePlace, computation: Computation): string[] {
  switch (computation.kind) {
    case 'fetch':
    case 'last':
      return [computation.path.join('.')]
    case 'share':
      return [computation.path.join('.'), computation.by]
    case 'hook':
      return []
    case 'formula': {
      const paths = computation.cases.flatMap(({ when, tree }) => [...fieldsOfFormula(tree), ...fieldsOfCondition(when)])
      const heads = [...new Set(paths.map((path) => path.split('.')[0]!))].filter((head) => place.lists.has(head))
      return [...new Set([...paths, ...heads.flatMap((head) => whereFields(computation.where).map((path) => `${head}.${path}`))])]
    }
  }
}

/** Key under which the data of a place has a field that formulas call `head`: a reference `ware` is `ware_id`. */
export const dataKey = ({ properties }: LivePlace, head: string): string =>
  !Object.hasOwn(properties, head) && Object.hasOwn(properties, `${head}_id`) ? `${head}_id` : head

const usedAt = (place: LivePlace, key: string): Use => ({ place, key, id: placeKey(place, key) })

function usesOf(place: LivePlace, [head = '', ...rest]: Path): Use[] {
  if (place.parent && head === place.parentName) return usesOf(place.parent, rest)
  const list = place.lists.get(head)
  if (list) return [usedAt(list, rowsKey), ...(rest.length > 0 ? usesOf(list, rest) : [])]
  return [usedAt(place, dataKey(place, head))]
}

function inOrder(fields: readonly LiveField[]): LiveField[] {
  const byKey = new Map(fields.map((field) => [placeKey(field.place, field.name), field]))
  const ordered = new Set<LiveField>()
  const open = new Set<LiveField>()
  const visit = (field: LiveField): void => {
    if (ordered.has(field) || open.has(field)) return
    open.add(field)
    for (const { id } of field.uses) {
      const source = byKey.get(id)
      if (source) visit(source)
    }
    ordered.add(field)
  }
  fields.forEach(visit)
  return [...ordered]
}
