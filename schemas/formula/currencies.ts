import { isRecord } from '#schemas/rules/is-record.ts'
import type { EntityDocument } from '#schemas/types/contract.d.ts'
import { childrenOf, type FormulaNode } from './formula.ts'

type FindEntity = (name: string) => EntityDocument | undefined
type Property = Readonly<Record<string, unknown>>

const propertyOf = ({ schema }: EntityDocument, name: string): Property | undefined =>
  Object.hasOwn(schema.properties, name) ? (schema.properties[name] as Property) : undefined

const targetOf = (property: Property | undefined, find: FindEntity): EntityDocument | undefined => {
  const name = property?.references ?? property?.rows
  return typeof name === 'string' ? find(name.slice(name.indexOf('/') + 1)) : undefined
}

/**
 * Path from a record to the code of what an amount of it is in: `currency`, `order.currency`, or `currency.code` where the field is a
 * reference. Undefined where the amount is always in the same, or nothing is said.
 */
export function currencyPath(entity: EntityDocument, property: unknown, find: FindEntity): string | undefined {
  const word = isRecord(property) ? property.currency : undefined
  if (!isRecord(word) || typeof word.field !== 'string') return undefined
  let owner: EntityDocument | undefined = entity
  let last: Property | undefined
  for (const step of word.field.split('.')) {
    last = owner && propertyOf(owner, step)
    owner = targetOf(last, find)
  }
  return last?.references === undefined ? word.field : `${word.field}.code`
}

/**
 * The same for an amount that a formula names by its path. What rows take from the record that they belong to is the record's own:
 * `lines.amount` in the currency of `order.currency` is, seen from the order, in that of `currency`.
 */
export function currencyOfPath(
  entity: EntityDocument,
  path: readonly string[],
  find: FindEntity,
  by?: string,
): { code?: string; path?: string } {
  let owner = entity
  let isMany = false
  for (const step of path.slice(0, -1)) {
    const property = propertyOf(owner, step)
    const next: EntityDocument | undefined = property ? targetOf(property, find) : owner === entity ? find(step) : undefined
    if (!next) return {}
    isMany ||= property === undefined || property.rows !== undefined
    owner = next
  }
  const property = propertyOf(owner, path.at(-1)!)
  if (typeof property?.currency === 'string') return { code: property.currency }
  const own = currencyPath(owner, property, find)
  if (own === undefined) return {}
  const [head = '', ...rest] = own.split('.')
  const isBack = isMany && path.length === 2 && rest.length > 0 && leadsTo(owner, head, entity) && (by === undefined || by === head)
  return { path: isBack ? rest.join('.') : [...path.slice(0, -1), own].join('.') }
}

/** Whether a field of rows or of referring records leads to the record that they belong to. */
const leadsTo = (owner: EntityDocument, field: string, { name }: EntityDocument): boolean => {
  const target =
    propertyOf(owner, field)?.references ?? (owner.parent === field || owner.parent?.endsWith(`/${field}`) ? owner.parent : undefined)
  return typeof target === 'string' && target.slice(target.indexOf('/') + 1) === name
}

/** Paths of all codes that the result of a formula depends on: of what is added, compared and multiplied, and of dividends. */
export function currencyPathsOf(tree: FormulaNode, pathOf: (path: readonly string[]) => string | undefined): string[] {
  if (tree.kind === 'path') return [pathOf(tree.path)].filter((path) => path !== undefined)
  if (tree.kind === 'call' && tree.name === 'count') return []
  const isQuotient = (tree.kind === 'operator' && tree.operator === '/') || (tree.kind === 'call' && tree.name === 'div')
  const [first = [], ...others] = childrenOf(tree).map((child) => currencyPathsOf(child, pathOf))
  // Amounts by amounts are no amounts any more.
  if (isQuotient) return others.flat().length > 0 ? [] : first
  return [...new Set([first, ...others].flat())]
}
