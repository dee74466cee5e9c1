import type { RawBuilder } from 'kysely'
import type { FilledWhere } from './document-where.ts'
import type { FieldInSql } from './field-in-sql.ts'
import type { Condition, FilterKind } from './filters.ts'
import type { ShortenedSearch } from './shortened-search.ts'
import type { Cursor, Direction, SortTerm } from './sort-terms.ts'
import type { RunningTerm } from './running-sums.ts'
import type { SummaryKind } from './summary.ts'

/** What a query of this list may contain. */
export interface ListPlan {
  /** Field that each sort key names. */
  sortable: ReadonlyMap<string, string>
  /** `-created_at,title` */
  defaultSort: string
  /** `groups: false` keeps a filter out of `where`. */
  filters: ReadonlyMap<string, { path: string; kind?: FilterKind; groups?: boolean }>
  /** Parameters that narrow by equality, and the field of each. */
  params: ReadonlyMap<string, string>
  tabs: readonly { key: string; where?: FilledWhere; trashed?: boolean; count?: boolean; sort?: string }[]
  /** Field that refers to the parent row, in a tree. */
  tree?: string
  /** Field by which rows are grouped, whatever the order. */
  groupBy?: string
  /** What is summed up over all rows, by column. */
  /** `currency`: path to what the amounts are in, where rows differ in it. */
  summary?: ReadonlyMap<string, { path: string; kind: SummaryKind; currency?: string }>
  /** What is summed up row by row, by column: a formula, for each currency by itself. */
  running?: ReadonlyMap<string, { formula: string; currency?: string }>
  pageSize: number
  search: boolean
  /** Keys that mean something to others: `module`, `model`, `parts` … */
  ignored: ReadonlySet<string>
}

/** Conditions that a feature adds and that cannot be said by fields alone. */
export interface ListLimits {
  /** What holds for every row, whatever the query. */
  fixed?: FilledWhere
  /** Added to the conditions of tabs by their keys, for their rows and their counts. */
  tabConditions?: ReadonlyMap<string, Condition>
  /** How long a statement may take; that of any reading when left out. */
  timeoutMs?: number
}

/** A query that has been read: every value is one that its key can have. */
export interface ListRequest {
  page: number
  pageSize: number
  /** Only these records, whatever the filters; empty for a page of the list. */
  ids: number[]
  terms: SortTerm[]
  /** The row after or before which the page lies. */
  cursor?: { at: Cursor; direction: Direction }
  /** Tables, with every join that the conditions and the order need. */
  from: RawBuilder<unknown>
  /** What holds for all tabs: access, parameters, filters and search. */
  shared: Condition
  /** Added to it for all rows of the tab. */
  matching: Condition
  /** Added to it for the requested rows; of a tree, those of one level. */
  here: Condition
  /** Field that refers to the parent row, where one level of a tree is requested. */
  parent?: FieldInSql
  /** Field by which the rows of a page are grouped. */
  group?: FieldInSql
  tab?: ListPlan['tabs'][number]
  tabConditions: ReadonlyMap<string, Condition>
  summary: Map<string, { kind: SummaryKind; field: FieldInSql; currency?: FieldInSql }>
  /** Sums that run with the rows, by column: what is summed up of a row, among which. Empty in an order in which they mean nothing. */
  running: ReadonlyMap<string, RunningTerm>
  /** Searches of which only the beginning is used. */
  shortened: ShortenedSearch[]
}
