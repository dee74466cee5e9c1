import { checksOf, computationOf, type Computation } from '#schemas/formula/computed-words.ts'
import { whereFields } from '#schemas/formula/dependencies.ts'
import { fieldsOfFormula } from '#schemas/formula/formula.ts'
import { fieldsOfCondition } from '#schemas/rules/conditions/condition-fields.ts'
import { withFieldFormats } from '#schemas/rules/conditions/condition-formats.ts'
import { parentOf } from '#schemas/rules/entities/child-entity.ts'
import type { EntityDocument } from '#schemas/types/contract.d.ts'
import { entityAccess, fieldName, findEntity, mayReadField, type FieldSchema } from './entity-field.ts'
import { may, textOf, within, type Expansion } from './expansion.ts'
import { wireName } from './form-properties.ts'
import type { Owned } from './registry.ts'

/** A record in a form: the form's own, or one of the rows of a list. */
interface Place {
  entity: Owned<EntityDocument>
  /** Of the form's schema, by the names under which fields are sent. */
  properties: Record<string, FieldSchema>
  /** Path in `ui` before the names of its fields: `lines[].`. */
  prefix: string
  parent?: Place
  lists: Map<string, Place>
}

/** A field that has to be in the form so that others can be computed. */
interface Operand {
  place: Place
  field: string
}

/**
 * Whether a value can be computed in a form. `still`: nothing in the form changes it. `blocked`: it hangs on what is in the form and on
 * something that is not, or that the reader may not read.
 */
type Reach = 'live' | 'still' | 'blocked'

export interface LiveForm {
  properties: Record<string, FieldSchema>
  /** Paths in `ui` of fields that are there for formulas alone. */
  hidden: string[]
  checks: object[]
}

/** Steps into referred records that one call reads. */
const mostSteps = 2

/**
 * A form's properties with all that it takes to compute in it what is computed: formulas with their conditions, the fields that they name,
 * and the checks of the entity. What cannot be computed with what the form has, or with what the reader may read, shows what is stored.
 */
export function liveForm(expansion: Expansion, entity: Owned<EntityDocument>, given: Record<string, FieldSchema>): LiveForm {
  return new LiveFields(expansion).expand(entity, given)
}

/** The same for a form in which nothing is computed: it may have only some of a record's values. */
export const storedForm = (given: Record<string, FieldSchema>): LiveForm => ({ properties: withoutFormulas(given), hidden: [], checks: [] })

const withoutFormulas = (properties: Record<string, FieldSchema>): Record<string, FieldSchema> =>
  Object.fromEntries(
    Object.entries(properties).map(([name, { computed: _, frozen_in: __, ...property }]) => [
      name,
      property.items?.properties
        ? { ...property, items: { ...property.items, properties: withoutFormulas(property.items.properties) } }
        : property,
    ]),
  )

class LiveFields {
  readonly #expansion: Expansion
  readonly #hidden: string[] = []
  readonly #known = new Map<string, { reach: Reach; operands: Operand[] }>()

  constructor(expansion: Expansion) {
    this.#expansion = expansion
  }

  expand(entity: Owned<EntityDocument>, given: Record<string, FieldSchema>): LiveForm {
    const root = this.#placeOf(entity, given, '')
    this.#compute(root)
    const properties = this.#schemaOf(root)
    return { properties, hidden: this.#hidden, checks: this.#checksOf(root) }
  }

  #placeOf(entity: Owned<EntityDocument>, given: Record<string, FieldSchema>, prefix: string, parent?: Place): Place {
    const place: Place = { entity, properties: { ...given }, prefix, parent, lists: new Map() }
    for (const [name, property] of Object.entries(given)) {
      const child = findEntity(this.#expansion.registry, property.rows)
      if (!child || !property.items?.properties) continue
      place.lists.set(name, this.#placeOf(child, property.items.properties, `${prefix}${name}[].`, place))
    }
    return place
  }

  /** Says in each computed property how it comes about, or leaves that out. */
  #compute(place: Place): void {
    for (const [name, property] of Object.entries(place.properties)) {
      if (property.computed === undefined) continue
      const { computed: _, frozen_in: __, ...rest } = property
      place.properties[name] = rest
      const { reach, operands } = this.#fieldReach(place, fieldName(place.entity.document, name))
      const computation = computationOf(property)
      if (reach !== 'live' || !computation) continue
      place.properties[name] = { ...rest, ...this.#words(place, property, computation) }
      this.#include(operands)
    }
    for (const list of place.lists.values()) this.#compute(list)
  }

  #words(place: Place, property: FieldSchema, computation: Computation): object {
    const { schema } = place.entity.document
    const frozen = computation.frozenIn.length > 0 && { frozen_in: computation.frozenIn, frozen_by: this.#statePaths(place) }
    if (computation.kind !== 'formula') return { computed: property.computed, ...frozen }
    const word = property.computed as string | { formula?: unknown; where?: unknown }
    const cases = [typeof word === 'object' && !Array.isArray(word) ? word.formula : word].flat() as (
      string | { when?: object; formula: string }
    )[]
    const formula = cases.map((one) =>
      typeof one === 'string' ? { formula: one } : { ...one, ...(one.when && { when: withFieldFormats(one.when, schema) }) },
    )
    return { computed: { formula, ...(computation.where !== undefined && { where: computation.where }) }, ...frozen }
  }

  /** Fields that formulas name and the form lacks are there unseen, and what they are computed from too. */
  #include(operands: readonly Operand[]): void {
    for (const { place, field } of operands) {
      const { document } = place.entity
      const name = wireName(document, field)
      if (Object.hasOwn(place.properties, name)) continue
      const property = document.schema.properties[field] as FieldSchema
      const { type, format, scale, currency, references, computed, frozen_in: frozenIn, default: usual } = property
      const known = { type, format, scale, currency, references, default: usual, readOnly: true }
      place.properties[name] = Object.fromEntries(Object.entries(known).filter(([, value]) => value !== undefined))
      this.#hidden.push(place.prefix + name)
      const computation = computationOf({ computed, frozen_in: frozenIn })
      const { reach, operands: further } = this.#fieldReach(place, field)
      if (!computation || reach !== 'live') continue
      Object.assign(place.properties[name], this.#words(place, property, computation))
      this.#include(further)
    }
  }

  #schemaOf(place: Place): Record<string, FieldSchema> {
    return Object.fromEntries(
      Object.entries(place.properties).map(([name, property]) => {
        const list = place.lists.get(name)
        if (!list) return [name, property]
        const properties = this.#schemaOf(list)
        const checks = this.#checksOf(list)
        const parent = parentOf(list.entity.document)
        return [name, { ...property, items: { ...property.items, properties, parent, ...(checks.length > 0 && { checks }) } }]
      }),
    )
  }

  #checksOf(place: Place): object[] {
    const { document, module } = place.entity
    return checksOf(document).flatMap((check, at) => {
      const field = wireName(document, check.field)
      const paths = [...fieldsOfFormula(check.tree), ...fieldsOfCondition(check.when)]
      const { reach, operands } = this.#pathsReach(place, paths)
      if (reach !== 'live' || !Object.hasOwn(place.properties, field)) return []
      this.#include(operands)
      const written = document.checks![at]!
      return {
        ...written,
        ...(written.when && { when: withFieldFormats(written.when, document.schema) }),
        field,
        message: textOf(within(this.#expansion, module), written.message),
      }
    })
  }

  #statePaths({ entity: { document }, parent }: Place): string[] {
    const own = Object.keys(document.lifecycle ?? {})
    if (own.length > 0 || !parent) return own
    return Object.keys(parent.entity.document.lifecycle ?? {}).map((field) => `${parentOf(document)}.${field}`)
  }

  #fieldReach(place: Place, field: string): { reach: Reach; operands: Operand[] } {
    const key = place.prefix + field
    const known = this.#known.get(key)
    if (known) return known
    this.#known.set(key, { reach: 'blocked', operands: [] })
    const property = place.entity.document.schema.properties[field] as FieldSchema
    const computation = computationOf(property)
    // What a hook works out is known to the server alone.
    const isStill = computation?.kind === 'hook' || (!computation && isOfLedger(property))
    const found: { reach: Reach; operands: Operand[] } =
      computation && !isStill
        ? this.#pathsReach(place, this.#pathsOf(place, computation))
        : { reach: isStill ? 'still' : 'blocked', operands: [] }
    this.#known.set(key, found)
    return found
  }

  #pathsOf(place: Place, computation: Computation): string[] {
    const states = computation.frozenIn.length > 0 ? this.#statePaths(place) : []
    switch (computation.kind) {
      case 'fetch':
        return [computation.path.join('.'), ...states]
      case 'share':
        return [computation.path.join('.'), computation.by, ...states]
      case 'last':
        return [computation.path.join('.')]
      case 'hook':
        return []
      case 'formula': {
        const paths = computation.cases.flatMap(({ when, tree }) => [...fieldsOfFormula(tree), ...fieldsOfCondition(when)])
        const heads = [...new Set(paths.map((path) => path.split('.')[0]!))].filter((head) => place.lists.has(head))
        return [...paths, ...heads.flatMap((head) => whereFields(computation.where).map((path) => `${head}.${path}`)), ...states]
      }
    }
  }

  #pathsReach(place: Place, paths: readonly string[]): { reach: Reach; operands: Operand[] } {
    const operands: Operand[] = []
    const reaches = new Set(paths.map((path) => this.#reach(place, path.split('.'), operands)))
    if (reaches.has('blocked') || (reaches.has('still') && reaches.has('live'))) return { reach: 'blocked', operands: [] }
    return { reach: reaches.has('still') ? 'still' : 'live', operands }
  }

  #reach(place: Place, [head = '', ...rest]: readonly string[], operands: Operand[]): Reach {
    const { document } = place.entity
    if (place.parent && head === parentOf(document)) return rest.length > 0 ? this.#reach(place.parent, rest, operands) : 'blocked'
    const field = fieldName(document, head)
    const property = Object.hasOwn(document.schema.properties, field) ? (document.schema.properties[field] as FieldSchema) : undefined
    // Records that refer to this one are counted by the server.
    if (!property) return findEntity(this.#expansion.registry, head) ? 'still' : 'blocked'
    if (!mayReadField(this.#expansion, place.entity, field)) return 'blocked'
    if (property.rows !== undefined) {
      const list = place.lists.get(field)
      if (!list) return 'still'
      return rest.length > 0 ? this.#reach(list, rest, operands) : 'live'
    }
    if (rest.length > 0) {
      if (property.references === undefined || !this.#mayFetch(place, property.references, [field, ...rest])) return 'blocked'
    } else if (property.computed !== undefined && !isProposal(property) && this.#fieldReach(place, field).reach === 'blocked')
      return 'blocked'
    operands.push({ place, field })
    return 'live'
  }

  /** Whether the reader may ask for a field of records that another one refers to. */
  #mayFetch({ entity }: Place, reference: string, path: readonly string[]): boolean {
    const target = findEntity(this.#expansion.registry, reference)?.document
    return (
      target !== undefined &&
      path.length - 1 <= mostSteps &&
      target.generic !== 'none' &&
      may(this.#expansion, entityAccess(target, 'read')) &&
      mayReadField(this.#expansion, entity, path.join('.'))
    )
  }
}

const isOfLedger = ({ computed }: FieldSchema): boolean => typeof computed === 'object' && computed !== null && 'balance' in computed

/** A value that is only proposed counts as it stands in the form. */
const isProposal = ({ computed }: FieldSchema): boolean =>
  typeof computed === 'object' && computed !== null && (computed as { overwrite?: unknown }).overwrite === true
