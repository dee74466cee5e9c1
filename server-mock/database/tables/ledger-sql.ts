import type { FormulaNode } from '#schemas/formula/formula.ts'
import { formulaToSql } from '#schemas/formula/formula-sql.ts'
import { ledgerBase } from '#schemas/rules/ledgers/ledger-parts.ts'
import { physicalName } from '#server/database/entity-shape.ts'
import { quote } from '#server/database/sql-names.ts'

/** Name of the table of the balances of a ledger, in the schema `ledger`. */
export const balanceName = (ledger: string): string => physicalName(`${ledgerBase(ledger)}_balance`)

/** That table as statements name it. */
export const balanceTable = (ledger: string): string => `ledger.${quote(balanceName(ledger))}`

/** Columns of the floors and ceilings of an account; empty for none. */
export const limitColumn = (balance: string, side: 'floor' | 'ceiling'): string => physicalName(`${balance}_${side}`)

/** Names of the constraints that the database holds balances by. */
export const limitCheck = (ledger: string, balance: string, side: 'floor' | 'ceiling' | 'held'): string =>
  physicalName(`${ledgerBase(ledger)}_${balance}_${side}_check`)

/** Names of the indexes that hold an entry to be posted, and to be reversed, once. */
export const entryKeys = (entity: string): { posting: string; reversal: string } => ({
  posting: physicalName(`${entity}_posting_key`),
  reversal: physicalName(`${entity}_reversal_key`),
})

/** The formula of a balance as an expression without sub-selects, as generated columns take it; its result has no trailing zeros. */
export const balanceFormula = (tree: FormulaNode): string => `trim_scale(${formulaText(tree)})`

const formulaText = (tree: FormulaNode): string =>
  formulaToSql<string>(tree, { field: (path) => quote(path.join('.')), rows: () => undefined }, { isPlain: true })
    .map((part) => (typeof part === 'string' ? part : 'value' in part ? part.value : part.sql))
    .join('')
