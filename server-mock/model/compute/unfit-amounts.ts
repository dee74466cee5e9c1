import { compareDecimal, roundDecimal, toDecimal } from '#schemas/rules/numbers/decimal.ts'
import { currencyDecimals, currencyTitle } from '#schemas/rules/numbers/money.ts'
import type { ModelContext, ModelEntity } from '#server/model/context.ts'
import type { StoredRow } from '#server/model/read.ts'
import type { HeldAmount } from './compute-plan.ts'
import type { RowFault } from './hold-checks.ts'
import { codeAt, isTouched } from './held-currencies.ts'
import { asSeen, readViews } from './read-views.ts'

/**
 * The amounts of rows that have more decimals than their currency is counted in: the rial has none. An amount that was stored before and
 * is not what the call has changed stays as it is.
 */
export async function unfitAmounts(
  context: ModelContext,
  entity: ModelEntity,
  amounts: readonly HeldAmount[],
  rows: readonly StoredRow[],
  before: ReadonlyMap<number, StoredRow | undefined>,
): Promise<RowFault[]> {
  // Whole amounts fit every currency, so for most rows nothing is read.
  const due = (row: StoredRow, amount: HeldAmount) =>
    !fits(row[amount.column.name], 0) && isTouched(entity, amount, before.get(row.id), row)
  const fractions = rows.filter((row) => amounts.some((amount) => due(row, amount)))
  if (fractions.length === 0) return []
  const paths = amounts.flatMap(({ path }) => (path ? [path] : []))
  const views = await readViews(context, entity, fractions.map(asSeen(entity)), paths)
  return fractions.flatMap((row, at) =>
    amounts.flatMap((amount): RowFault[] => {
      if (!due(row, amount)) return []
      const { field, column, code, path = [] } = amount
      const named = code ?? codeAt(views[at]!, path)
      if (named === undefined) return []
      const decimals = currencyDecimals(named)
      if (fits(row[column.name], decimals)) return []
      const currency = currencyTitle(named, context.caller.locale)
      const message =
        decimals === 0
          ? { key: 'errors.currency_whole', values: { currency } }
          : { key: 'errors.currency_decimals', values: { currency, decimals } }
      return [{ row, field, message }]
    }),
  )
}

function fits(amount: unknown, decimals: number): boolean {
  const exact = toDecimal(amount)
  return exact === undefined || compareDecimal(exact, roundDecimal(exact, decimals)) === 0
}
