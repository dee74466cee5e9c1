import { sql } from 'kysely'
import {
  filterOperators,
  isWhereGroup,
  parseWhere,
  printCondition,
  WhereError,
  whereLimits,
  type FilterKind,
  type WhereCondition,
  type WhereNode,
} from '#schemas/rules/conditions/where.ts'
import type { FieldMessage } from '#server/errors.ts'
import type { ModelContext } from '#server/model/context.ts'
import type { FieldInSql } from './field-in-sql.ts'
import { operatorCondition, type Condition } from './filters.ts'
import { searchedWords, shortenedFilter, type ShortenedSearch } from './shortened-search.ts'

/** What is wrong with a list's conditions, and where: at a letter of the text, or in the condition of a place. */
export interface WhereFault {
  message: FieldMessage
  at?: number
  place?: number[]
  key?: string
}

/** Reads `where` of a list: its condition, or everything that is wrong with it. `find` knows what a key may be compared with. */
export function readWhere(
  context: ModelContext,
  text: string,
  find: (key: string) => { field: FieldInSql; kind: FilterKind } | undefined,
): { condition: Condition; shortened: ShortenedSearch[] } | { faults: WhereFault[] } {
  const faults: WhereFault[] = []
  const shortened: ShortenedSearch[] = []
  let words = 0
  const conditionOf = (node: WhereNode, place: number[]): Condition => {
    if (isWhereGroup(node))
      return sql`(${sql.join(
        node.of.map((part, at) => conditionOf(part, [...place, at])),
        node.join === 'and' ? sql` and ` : sql` or `,
      )})`
    const knownField = find(node.key)
    const condition = knownField && operatorCondition(context, knownField.field, knownField.kind, node.operator, node.values)
    if (condition) {
      // Each word is a comparison of its own with each row.
      words += searchedWords(knownField.kind, node)
      if (words > whereLimits.words) {
        faults.push({ place, key: node.key, message: { key: 'errors.where_words', values: { words: whereLimits.words } } })
        return sql`false`
      }
      shortened.push(...shortenedFilter(node.key, knownField.kind, node))
      return condition
    }
    faults.push({ place, key: node.key, message: faultOf(node, knownField?.kind) })
    return sql`false`
  }
  try {
    const group = parseWhere(text)
    const condition = group.of.length === 0 ? sql`true` : conditionOf(group, [])
    return faults.length > 0 ? { faults } : { condition, shortened }
  } catch (error) {
    if (!(error instanceof WhereError)) throw error
    const message =
      error.reason === 'limit'
        ? { key: 'errors.where_limit', values: { ...whereLimits } }
        : { key: 'errors.where_syntax', values: { at: error.at + 1, near: text.slice(error.at, error.at + 20) || '…' } }
    return { faults: [{ at: error.at, message }] }
  }
}

function faultOf(condition: WhereCondition, kind: FilterKind | undefined): FieldMessage {
  const written = printCondition(condition).slice(0, 80)
  if (kind === undefined) return { key: 'errors.where_key', values: { condition: written, key: condition.key.slice(0, 80) } }
  const operators: readonly string[] = filterOperators[kind]
  if (!operators.includes(condition.operator))
    return { key: 'errors.where_operator', values: { condition: written, operators: operators.join(', ') } }
  return { key: 'errors.where_value', values: { condition: written } }
}
