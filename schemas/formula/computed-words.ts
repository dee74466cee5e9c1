import { isRecord } from '#schemas/rules/is-record.ts'
import type { State } from '#schemas/rules/lifecycle/lifecycle.ts'
import type { EntityDocument, Where } from '#schemas/types/contract.d.ts'
import type { FormulaNode } from './formula.ts'
import { parseFormula } from './parse-formula.ts'

/** A formula, and the condition under which it counts. */
export interface Case {
  when?: object
  tree: FormulaNode
}

/** How the value of a field comes about, as its document says. */
export type Computation = { frozenIn: readonly State[] } & (
  | { kind: 'formula'; cases: readonly Case[]; where?: Where; by?: string }
  | { kind: 'fetch'; path: readonly string[]; overwrite: boolean; follow: boolean }
  | { kind: 'share'; path: readonly string[]; by: string }
  | { kind: 'hook'; name: string }
  | { kind: 'last'; path: readonly string[]; by?: string; order: string; skip: number }
)

/** A condition between numbers that every record meets. */
export interface Check {
  tree: FormulaNode
  when?: object
  atLeast?: string
  atMost?: string
  field: string
  message: string
}

type Property = Record<string, unknown>

/** The computation of a property; undefined where somebody writes it. */
export function computationOf(property: unknown): Computation | undefined {
  const word: unknown = (property as Property | undefined)?.computed
  if (word === undefined) return undefined
  if (typeof word === 'string' || Array.isArray(word)) return { kind: 'formula', cases: casesOf(word), frozenIn: frozenIn(property) }
  if (!isRecord(word)) return undefined
  const common = { frozenIn: frozenIn(property) }
  if (typeof word.fetch === 'string')
    return { ...common, kind: 'fetch', path: word.fetch.split('.'), overwrite: word.overwrite === true, follow: word.follow === true }
  if (typeof word.share === 'string') return { ...common, kind: 'share', path: word.share.split('.'), by: String(word.by) }
  if (typeof word.compute === 'string') return { ...common, kind: 'hook', name: word.compute }
  if (typeof word.last === 'string')
    return {
      ...common,
      kind: 'last',
      path: word.last.split('.'),
      by: word.by as string | undefined,
      order: String(word.order),
      skip: Number(word.skip ?? 0),
    }
  if (word.formula === undefined) return undefined
  return {
    ...common,
    kind: 'formula',
    cases: casesOf(word.formula),
    where: word.where as Where | undefined,
    by: word.by as string | undefined,
  }
}

const frozenIn = (property: unknown): readonly State[] => ((property as Property).frozen_in as State[] | undefined) ?? []

const casesOf = (word: unknown): Case[] =>
  [word].flat().map((one) => {
    const { when, formula } = isRecord(one) ? one : { when: undefined, formula: one }
    return { when: when as object | undefined, tree: parsed(String(formula)) }
  })

const trees = new Map<string, FormulaNode>()

function parsed(text: string): FormulaNode {
  let tree = trees.get(text)
  if (!tree) trees.set(text, (tree = parseFormula(text)))
  return tree
}

/** Balance of a ledger that a property reads: it is never stored. */
export function balanceOf(property: unknown): { ledger: string; balance: string; leastOf?: string } | undefined {
  const word: unknown = isRecord(property) ? property.computed : undefined
  if (!isRecord(word) || typeof word.balance !== 'string') return undefined
  const [ledger = '', balance = ''] = word.balance.slice(word.balance.indexOf('/') + 1).split('.')
  return { ledger, balance, ...(typeof word.least_of === 'string' && { leastOf: word.least_of }) }
}

/** Whether a field is computed whatever is sent for it. */
export function isComputed({ schema }: EntityDocument, field: string): boolean {
  const property: unknown = Object.hasOwn(schema.properties, field) ? schema.properties[field] : undefined
  if (!isRecord(property) || property.computed === undefined) return false
  return !(isRecord(property.computed) && property.computed.overwrite === true)
}

/** The checks of an entity, in the order of its document. */
export function checksOf(document: Pick<EntityDocument, 'checks'>): Check[] {
  return (document.checks ?? []).map(({ formula, when, at_least, at_most, field, message }) => ({
    tree: parsed(formula),
    when,
    ...(at_least !== undefined && { atLeast: at_least }),
    ...(at_most !== undefined && { atMost: at_most }),
    field,
    message,
  }))
}
